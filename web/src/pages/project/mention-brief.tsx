import type { ReactNode } from 'react'
import type { WireEnrichedMention } from '../../../../src/api/wire/mention.ts'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { SafeLink } from '../../components/safe-link.tsx'
import { SentimentLabel } from '../../components/sentiment.tsx'
import { Time } from '../../components/time.tsx'
import { wordOf } from '../../filter/filter.ts'
import { useText } from '../../text/text.tsx'
import { MentionText } from './mention-text.tsx'

// A read-only mention: for evidence, near-duplicates and the printed report.
export function MentionBrief({ mention }: { readonly mention: WireEnrichedMention }): ReactNode {
  const { text } = useText()
  return (
    <div className="brief">
      <p className="mention-head">
        <PlatformMark platform={mention.socialmediaid} />
        <Author mention={mention} />
        <Time value={mention.createdat} />
      </p>
      <MentionText mention={mention} />
      <p className="mention-foot">
        <SentimentLabel word={wordOf(mention.sentimen)} />
        <SafeLink url={mention.url}>{text.mention.original}</SafeLink>
      </p>
    </div>
  )
}

export function Author({ mention }: { readonly mention: WireEnrichedMention }): ReactNode {
  const { text } = useText()
  const { display_name: displayName, username } = mention.targeted_account
  // The user name of an outlet is its host.
  const isOutlet = mention.socialmediaid === 'news'
  return (
    <span className="author">
      <bdi className="foreign strong">{displayName || username || text.mention.unnamed}</bdi>
      {mention.byline !== null && <bdi className="foreign soft">{text.feeds.byline(mention.byline)}</bdi>}
      {!isOutlet && username !== '' && username !== displayName && <bdi className="foreign soft">@{username}</bdi>}
    </span>
  )
}
