import type { ReactNode } from 'react'
import type { WireListedMention } from '../../../../src/api/wire/mention.ts'
import { useNow } from '../../components/time.tsx'
import { useText } from '../../text/text.tsx'

// A part with fewer points is no reason to rank higher.
const POINTS_MIN = 0.4

// Why a story ranks where it does, the strongest reason first. Its age comes last: it takes points away from all of them.
export function RankReason({ mention }: { readonly mention: WireListedMention }): ReactNode {
  const { text, format } = useText()
  const now = useNow()
  const { explain, authors = 1, first } = mention
  if (explain === undefined) return null
  const { spread, engagement, relevance } = explain
  const reasons = [
    [spread, text.projectPage.spread(authors)],
    [engagement, text.projectPage.engagement],
    [relevance, text.projectPage.relevance],
  ] as const
  const shown = reasons.filter(([points]) => points >= POINTS_MIN).toSorted(([a], [b]) => b - a)
  const parts = { spread: points(spread), engagement: points(engagement), relevance: points(relevance) }
  return (
    <p className="rank-reason small soft" title={text.projectPage.parts(parts)}>
      {text.projectPage.whyHere}{' '}
      {[
        ...shown.map(([, reason]) => reason),
        text.projectPage.recency(format.ago(first?.createdat ?? mention.createdat, now)),
      ].join(' · ')}
    </p>
  )

  function points(value: number): string {
    return format.number(Math.round(value * 10) / 10)
  }
}
