import { memo, type ReactNode, useId, useState } from 'react'
import type { WireEnrichedMention } from '../../../../src/api/wire/mention.ts'
import { type Sentiment, useCorrectSentiment } from '../../api/readings.ts'
import { wordOf } from '../../filter/filter.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Menu, MenuChoice } from '../../parts/menu.tsx'
import { PlatformMark } from '../../parts/platform-mark.tsx'
import { SafeLink } from '../../parts/safe-link.tsx'
import { SENTIMENT_WORDS, SentimentLabel, type SentimentWord } from '../../parts/sentiment.tsx'
import { describeError } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useSay } from '../../parts/toast.tsx'
import { useText } from '../../text/text.tsx'
import { Members } from './groups.tsx'
import { Author } from './mention-brief.tsx'
import { MentionText } from './mention-text.tsx'

const SENTIMENT_OF: Readonly<Record<SentimentWord, Sentiment>> = { negative: -1, neutral: 0, positive: 1 }

interface MentionProps {
  readonly mention: WireEnrichedMention
  readonly projectId: string
  // Null in the newest-first reading, where a place says nothing.
  readonly rank: number | null
  readonly place: number
}

export const MentionCard = memo(function MentionCard({ mention, projectId, rank, place }: MentionProps): ReactNode {
  const { text } = useText()
  const [unfolded, setUnfolded] = useState(false)
  const head = useId()
  return (
    <article className="mention" aria-labelledby={head} aria-posinset={place} aria-setsize={-1}>
      <p className="mention-head" id={head}>
        {rank !== null && (
          <span className="rank" title={text.mention.rank(rank)}>
            {rank}
          </span>
        )}
        <PlatformMark platform={mention.socialmediaid} />
        <Author mention={mention} />
        <Time value={mention.createdat} short />
      </p>
      <MentionText mention={mention} />
      <div className="mention-foot">
        <Correction mention={mention} projectId={projectId} />
        <Engagement engagement={mention.engagement} />
        {mention.similar_count > 0 && (
          <button
            type="button"
            className="button quiet small"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            <Icon name="stack" size={14} />
            {unfolded ? text.mention.hideSimilar : text.mention.similar(mention.similar_count)}
          </button>
        )}
        <SafeLink url={mention.url}>{text.mention.original}</SafeLink>
      </div>
      {unfolded && <Members id={mention.id} />}
    </article>
  )
})

// The analyst's judgement wins over the model's, and says that it is one.
function Correction({
  mention,
  projectId,
}: {
  readonly mention: WireEnrichedMention
  readonly projectId: string
}): ReactNode {
  const { text, format } = useText()
  const say = useSay()
  const correct = useCorrectSentiment(projectId)
  const word = wordOf(correct.isPending ? correct.variables.sentiment : mention.sentimen)
  const choose = (chosen: SentimentWord): void =>
    correct.mutate(
      { id: mention.id, sentiment: SENTIMENT_OF[chosen] },
      {
        onSuccess: () => say(text.mention.correctDone(text.sentiment[chosen].toLowerCase())),
        onError: (error) => say(describeError(error, text), 'bad'),
      },
    )
  return (
    <span className="row tight">
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className={`button quiet small sentiment ${word}`}
            aria-label={text.mention.sentimentIs(text.sentiment[word])}
          >
            <Icon name={word} />
            {text.sentiment[word]}
            <Icon name="chevron" size={12} />
          </button>
        }
      >
        <MenuChoice
          label={text.mention.correct}
          value={word}
          choices={SENTIMENT_WORDS.toReversed().map(
            (name) => [name, <SentimentLabel key={name} word={name} />] as const,
          )}
          onChoose={choose}
        />
      </Menu>
      {mention.corrected !== null && (
        <span
          className="small soft"
          title={text.mention.correctedBy(mention.corrected.by, format.time(mention.corrected.at))}
        >
          {text.mention.corrected}
        </span>
      )}
    </span>
  )
}

function Engagement({ engagement }: { readonly engagement: WireEnrichedMention['engagement'] }): ReactNode {
  const { text, format } = useText()
  const parts: readonly (readonly [IconName, number, string])[] = [
    ['heart', engagement.likes, text.mention.likes(engagement.likes)],
    ['comment', engagement.comments, text.mention.comments(engagement.comments)],
    ['share', engagement.shares, text.mention.shares(engagement.shares)],
    ['eye', engagement.views, text.mention.views(engagement.views)],
  ]
  return (
    <span className="engagement">
      {parts
        .filter(([, count]) => count > 0)
        .map(([icon, count, label]) => (
          <span key={icon} title={label}>
            <Icon name={icon} size={14} />
            <span aria-hidden="true">{format.compact(count)}</span>
            <span className="hidden">{label}</span>
          </span>
        ))}
    </span>
  )
}
