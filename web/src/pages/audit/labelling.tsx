import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { WireAuditCards } from '../../../../src/api/wire/audit.ts'
import { type AuditCard, useAudit, useExtendAudit, useLabel } from '../../api/audits.ts'
import type { Sentiment } from '../../api/readings.ts'
import { EstimateBars } from '../../components/estimate.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { SafeLink } from '../../components/safe-link.tsx'
import { SENTIMENT_WORDS, SentimentLabel } from '../../components/sentiment.tsx'
import { describeError, Failure, Note, Skeleton } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useText } from '../../text/text.tsx'
import { Author } from '../project/mention-brief.tsx'
import { MentionText } from '../project/mention-text.tsx'
import { Panel } from '../project/panel.tsx'

const LABELS_MIN = 30
const SENTIMENTS = [-1, 0, 1] as const
const EXTENDED_MAX = 2_000

export function Labelling({ id }: { readonly id: string }): ReactNode {
  const { data: audit, error, refetch } = useAudit(id)
  if (audit !== undefined) return <Cards audit={audit} />
  return error === null ? <Skeleton lines={8} tall /> : <Failure error={error} onRetry={() => void refetch()} />
}

// One card at a time, in drawing order. The model's sentiment is not shown: it would influence the judgement.
function Cards({ audit }: { readonly audit: WireAuditCards }): ReactNode {
  const { text } = useText()
  const { mutate, error } = useLabel(audit)
  const [past, setPast] = useState<readonly string[]>([])
  const card = audit.cards.find(({ label }) => label === null)
  const choose = useCallback(
    (sentiment: Sentiment) => {
      if (card === undefined) return
      mutate({ mentionId: card.id, sentiment })
      setPast((ids) => [...ids, card.id])
    },
    [card, mutate],
  )
  const undo = useCallback(() => {
    const last = past.at(-1)
    if (last === undefined) return
    mutate({ mentionId: last, sentiment: null })
    setPast((ids) => ids.slice(0, -1))
  }, [past, mutate])
  useKeys(choose, undo)
  const labelled = audit.cards.filter(({ label }) => label !== null).length
  return (
    <>
      <Panel title={card === undefined ? text.audit.done : text.audit.question}>
        {error !== null && <Note tone="bad">{describeError(error, text)}</Note>}
        {card === undefined ? <Extend audit={audit} /> : <Question card={card} onChoose={choose} />}
        <div className="audit-undo">
          <span className="tabular" role="status">
            {text.audit.progress(labelled, audit.cards.length)}
          </span>
          <button type="button" className="button quiet small" disabled={past.length === 0} onClick={undo}>
            {text.audit.undo} <kbd>U</kbd>
          </button>
        </div>
        <progress
          className="audit-progress"
          aria-label={text.audit.progress(labelled, audit.cards.length)}
          value={labelled}
          max={audit.cards.length}
        />
      </Panel>
      <Panel title={text.sentiment.label}>
        {audit.estimate === null ? (
          <p className="soft">{labelled < LABELS_MIN ? text.audit.soon(LABELS_MIN - labelled) : text.audit.tooFew}</p>
        ) : (
          <EstimateBars estimate={audit.estimate} />
        )}
      </Panel>
    </>
  )
}

function Question({
  card,
  onChoose,
}: {
  readonly card: AuditCard
  readonly onChoose: (sentiment: Sentiment) => void
}): ReactNode {
  const { text } = useText()
  return (
    <>
      <article className="audit-card mention" key={card.id}>
        <p className="mention-head">
          <PlatformMark platform={card.socialmediaid} />
          <Author mention={card} />
          <Time value={card.createdat} short />
        </p>
        <MentionText mention={card} />
        <div className="mention-foot">
          <SafeLink url={card.url}>{text.mention.original}</SafeLink>
        </div>
      </article>
      <div className="audit-choices">
        {SENTIMENTS.map((sentiment, at) => (
          <button key={sentiment} type="button" className="button" onClick={() => onChoose(sentiment)}>
            <kbd>{at + 1}</kbd> <SentimentLabel word={SENTIMENT_WORDS[at] ?? 'neutral'} />
          </button>
        ))}
      </div>
    </>
  )
}

function Extend({ audit }: { readonly audit: WireAuditCards }): ReactNode {
  const { text } = useText()
  const extend = useExtendAudit(audit.id)
  const size = Math.min(2 * audit.cards.length, EXTENDED_MAX)
  return (
    <div>
      {extend.error !== null && <Note tone="bad">{describeError(extend.error, text)}</Note>}
      <button type="button" className="button" disabled={extend.isPending} onClick={() => extend.mutate(size)}>
        {text.audit.extend(size)}
      </button>
    </div>
  )
}

// 1, 2 and 3 label the card, U takes the last label back.
function useKeys(choose: (sentiment: Sentiment) => void, undo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null) return
      const sentiment = SENTIMENTS[Number(event.key) - 1]
      if (sentiment !== undefined) choose(sentiment)
      else if (event.key.toLowerCase() === 'u') undo()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [choose, undo])
}
