import type { ReactNode } from 'react'
import type { WireEnrichedMention } from '../../../../src/api/wire/mention.ts'
import { wordOf } from '../../filter/filter.ts'
import { PlatformMark } from '../../parts/platform-mark.tsx'
import { SafeLink } from '../../parts/safe-link.tsx'
import { SentimentLabel } from '../../parts/sentiment.tsx'
import { Time } from '../../parts/time.tsx'
import { useText } from '../../text/text.tsx'
import { MentionText } from './mention-text.tsx'

// A mention to read, not to work on: as evidence, as one of many copies, on paper.
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
  return (
    <span className="author">
      <bdi className="foreign strong">{displayName || username || text.mention.unnamed}</bdi>
      {username !== '' && username !== displayName && <bdi className="foreign soft">@{username}</bdi>}
    </span>
  )
}
