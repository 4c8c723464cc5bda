import { type Static, Type } from 'typebox'
import { FACT_KINDS } from '../../domain/fact.ts'
import { Count, Distribution, Sentiment, Source, Timestamp, words } from './fields.ts'

export const WireEvidence = Type.Array(Type.Object({ text: Type.String(), mentions: Type.Array(Type.String()) }))
// A number that the summary states, and the filter that recounts it.
export const WireFact = Type.Object({
  kind: words(FACT_KINDS),
  filter: Type.Object({
    from: Timestamp,
    to: Timestamp,
    // Mentions stored later are not counted.
    collected_until: Timestamp,
    sentimen: Type.Optional(Sentiment),
    sosmedId: Type.Optional(Source),
    story: Type.Optional(Type.String()),
    timeZone: Type.Optional(Type.String()),
  }),
  value: Type.Number(),
})
export const WireWrittenSummary = Type.Object({
  status: words(['success', 'insufficient_data'] as const),
  keyword_id: Type.String(),
  result: Type.Object({
    summary: Type.String(),
    metrics: Type.Object({
      sentiment_distribution: Distribution,
      total: Count,
      engine: Type.String(),
      evidence: WireEvidence,
      facts: Type.Array(WireFact),
      dropped: Count,
    }),
  }),
})
export const WireSummary = Type.Object({
  id: Type.String(),
  ai_summary: Type.String(),
  sentiment_distribution: Type.String(),
  created_at: Timestamp,
  keyword_id: Type.String(),
  engine: Type.String(),
  total: Count,
  dropped: Count,
  evidence: WireEvidence,
  facts: Type.Array(WireFact),
  // Whether mentions that it counts were corrected or removed since, so that its numbers are those of `created_at` only.
  outdated: Type.Boolean(),
})

export type WireFact = Static<typeof WireFact>
export type WireWrittenSummary = Static<typeof WireWrittenSummary>
export type WireSummary = Static<typeof WireSummary>
