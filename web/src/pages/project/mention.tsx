import { memo, type ReactNode, useId, useState } from 'react'
import type { WireEnrichedMention, WireListedMention } from '../../../../src/api/wire/mention.ts'
import { useCorrectSentiment, useHideMention } from '../../api/readings.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Menu, MenuChoice, MenuItem } from '../../components/menu.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { SafeLink } from '../../components/safe-link.tsx'
import { SENTIMENT_WORDS, SentimentLabel, type SentimentWord } from '../../components/sentiment.tsx'
import { describeError } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { DeskButtons, type DeskPart, DeskRow } from '../../desk/mention-desk.tsx'
import { ChooseMention } from '../../desk/selection.tsx'
import { SENTIMENT_OF, wordOf } from '../../filter/filter.ts'
import { useText } from '../../text/text.tsx'
import { Members } from './groups.tsx'
import { Author } from './mention-brief.tsx'
import { MentionText } from './mention-text.tsx'
import { RankReason } from './rank-reason.tsx'

interface MentionProps {
  readonly mention: WireListedMention
  readonly projectId: string
  readonly searched: readonly string[]
  // Whether the copies are listed beside it.
  readonly copiesListed: boolean
  // Null in newest-first order, where the position is not a rank.
  readonly rank: number | null
  readonly position: number
}

export const MentionCard = memo(function MentionCard(props: MentionProps): ReactNode {
  const { mention, projectId, searched, copiesListed, rank, position } = props
  const { text } = useText()
  const [unfolded, setUnfolded] = useState(false)
  const [desk, setDesk] = useState<DeskPart>(null)
  const head = useId()
  return (
    <article className="mention" tabIndex={-1} aria-labelledby={head} aria-posinset={position} aria-setsize={-1}>
      <p className="mention-head" id={head}>
        <ChooseMention mention={mention} />
        {rank !== null && (
          <span className="rank" title={text.mention.rank(rank)}>
            {rank}
          </span>
        )}
        <PlatformMark platform={mention.socialmediaid} />
        <Author mention={mention} />
        <Time value={mention.createdat} short />
      </p>
      <MentionText mention={mention} searched={searched} />
      {rank !== null && <RankReason mention={mention} />}
      <div className="mention-foot split">
        <span className="mention-facts">
          <Correction mention={mention} projectId={projectId} />
          <Engagement engagement={mention.engagement} />
          {mention.similar_count > 0 && !copiesListed && (
            <button
              type="button"
              className="button quiet small"
              aria-keyshortcuts="e"
              aria-expanded={unfolded}
              onClick={() => setUnfolded(!unfolded)}
            >
              <Icon name="stack" size={14} />
              {unfolded
                ? text.mention.hideSimilar
                : text.projectPage.copies(mention.similar_count, firstAuthor(mention))}
            </button>
          )}
        </span>
        <span className="mention-end">
          <SafeLink url={mention.url}>{text.mention.original}</SafeLink>
          <DeskButtons open={desk} onOpen={setDesk} />
          <Actions id={mention.id} projectId={projectId} />
        </span>
      </div>
      <DeskRow mention={mention} projectId={projectId} open={desk} onOpen={setDesk} />
      {unfolded && <Members id={mention.id} />}
    </article>
  )
})

// Null where the mention is the first one itself.
function firstAuthor({ id, first }: WireListedMention): string | null {
  if (first === undefined || first.id === id) return null
  return first.targeted_account.display_name || first.targeted_account.username || null
}

// The analyst's correction overrides the model's classification and is labelled as a correction.
function Correction({
  mention,
  projectId,
}: {
  readonly mention: WireEnrichedMention
  readonly projectId: string
}): ReactNode {
  const { text, format } = useText()
  const showToast = useToast()
  const correct = useCorrectSentiment(projectId)
  const word = wordOf(correct.isPending ? correct.variables.sentiment : mention.sentimen)
  const choose = (chosen: SentimentWord, before: SentimentWord | null): void => {
    const undo = before === null ? undefined : { label: text.mention.undo, onSelect: () => choose(before, null) }
    correct.mutate(
      { id: mention.id, sentiment: SENTIMENT_OF[chosen] },
      {
        onSuccess: () => showToast(text.mention.correctDone(text.sentiment[chosen].toLowerCase()), 'good', undo),
        onError: (error) => showToast(describeError(error, text), 'bad'),
      },
    )
  }
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
          onChoose={(chosen) => choose(chosen, wordOf(mention.sentimen))}
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
      {mention.relevance === 'passing' && (
        <span className="badge" title={text.relevance.passingHelp}>
          {text.relevance.passing}
        </span>
      )}
      {mention.no_longer_matching && <span className="badge paused">{text.edit.noLongerMatching}</span>}
      {mention.earlier !== null && (
        <span
          className="small soft"
          title={text.mention.earlierText(format.time(mention.earlier.until), mention.earlier.text)}
        >
          {text.mention.revised}
        </span>
      )}
    </span>
  )
}

// Hiding can be undone from the notification; the card itself is gone by then.
function Actions({ id, projectId }: { readonly id: string; readonly projectId: string }): ReactNode {
  const { text } = useText()
  const showToast = useToast()
  const { mutateAsync: change, isPending } = useHideMention(projectId)
  const show = (): Promise<void> =>
    change({ id, hidden: false }).then(
      () => showToast(text.mention.shown),
      (error) => showToast(describeError(error, text), 'bad'),
    )
  const hide = (): Promise<void> =>
    change({ id, hidden: true }).then(
      () => showToast(text.mention.hidden, 'good', { label: text.mention.undo, onSelect: () => void show() }),
      (error) => showToast(describeError(error, text), 'bad'),
    )
  return (
    <Menu
      trigger={
        <button type="button" className="button quiet small square" aria-label={text.mention.more} disabled={isPending}>
          <Icon name="more" />
        </button>
      }
    >
      <MenuItem onSelect={() => void hide()}>{text.mention.hide}</MenuItem>
    </Menu>
  )
}

function Engagement({ engagement }: { readonly engagement: WireEnrichedMention['engagement'] }): ReactNode {
  const { text, format } = useText()
  const metrics: readonly (readonly [IconName, number, string])[] = [
    ['heart', engagement.likes, text.mention.likes(engagement.likes)],
    ['comment', engagement.comments, text.mention.comments(engagement.comments)],
    ['share', engagement.shares, text.mention.shares(engagement.shares)],
    ['eye', engagement.views, text.mention.views(engagement.views)],
  ]
  return (
    <span className="engagement">
      {metrics
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
