import { type Static, Type } from 'typebox'
import { Count, Distribution, Timestamp, words } from './fields.ts'

export const WireEvidence = Type.Array(Type.Object({ text: Type.String(), mentions: Type.Array(Type.String()) }))
export const WireGenerated = Type.Object({
  status: words(['success', 'insufficient_data'] as const),
  keyword_id: Type.String(),
  result: Type.Object({
    summary: Type.String(),
    metrics: Type.Object({
      sentiment_distribution: Distribution,
      total: Count,
      engine: Type.String(),
      evidence: WireEvidence,
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
})

export type WireGenerated = Static<typeof WireGenerated>
export type WireSummary = Static<typeof WireSummary>
