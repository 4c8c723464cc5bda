import { type Static, Type } from 'typebox'
import { Count, nullable, Relevance, Sentiment, Timestamp, words } from './fields.ts'
import { WireEnrichedMention } from './mention.ts'

// Shares are 0 to 1; the true share is between low and high in 95 of 100 audits.
export const WireShareInterval = Type.Object({ share: Type.Number(), low: Type.Number(), high: Type.Number() })
const intervals = { negative: WireShareInterval, neutral: WireShareInterval, positive: WireShareInterval }
export const WireSentimentEstimate = Type.Object({
  ...intervals,
  labels: Count,
  method: words(['prediction_powered'] as const),
  // Names of the people who labelled: the estimate is how they judge.
  as_judged_by: Type.Array(Type.String()),
})
export const EstimateReason = words(['not_audited', 'too_few'] as const)
// An estimate, or the reason why there is none.
export const estimateFields = {
  sentiment_estimate: nullable(WireSentimentEstimate),
  sentiment_estimate_reason: nullable(EstimateReason),
}

const audit = {
  id: Type.String(),
  keyword_id: Type.String(),
  filter: Type.Object({
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
    sentimen: Type.Optional(Sentiment),
    sosmedId: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
    relevance: Type.Optional(Relevance),
    entity: Type.Optional(Type.String()),
    author: Type.Optional(Type.String()),
    tag: Type.Optional(Type.String()),
    q: Type.Optional(Type.String()),
  }),
  // How many mentions are drawn, those that were collected since included, and how many of them are labelled.
  size: Count,
  labelled: Count,
  estimate: nullable(WireSentimentEstimate),
  estimate_reason: nullable(EstimateReason),
  created_at: Timestamp,
}
export const WireAudit = Type.Object(audit)
export const WireAudits = Type.Object({ data: Type.Array(WireAudit) })
// The drawn mentions in drawing order, with the caller's own label.
export const WireAuditCards = Type.Object({
  ...audit,
  cards: Type.Array(Type.Object({ ...WireEnrichedMention.properties, label: nullable(Sentiment) })),
})
// What changed between two audited periods, in shares.
export const WireSentimentChange = Type.Object({
  periods: Type.Array(Type.Object({ from: Timestamp, to: Timestamp, ...estimateFields })),
  difference: nullable(Type.Object(intervals)),
})

export type WireSentimentEstimate = Static<typeof WireSentimentEstimate>
export type WireAudit = Static<typeof WireAudit>
export type WireAuditCards = Static<typeof WireAuditCards>
