import { type Static, Type } from 'typebox'
import { estimateFields } from './audit.ts'
import { Count, Distribution, nullable, Source, Timestamp, words } from './fields.ts'
import { WireJob } from './job.ts'
import { WireEnrichedMention } from './mention.ts'
import { WireProject } from './project.ts'

export const WireSeriesPoint = Type.Object({
  // Start of the hour or local day, UTC.
  at: Timestamp,
  negative: Count,
  neutral: Count,
  positive: Count,
  sources: Type.Record(Type.String(), Count),
})
export const WireInsights = Type.Object({
  keyword_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  step: words(['hour', 'day'] as const),
  total: Count,
  sentiment_distribution: Distribution,
  ...estimateFields,
  sources: Distribution,
  series: Type.Array(WireSeriesPoint),
  languages: Distribution,
  authors: Type.Array(
    Type.Object({
      targeted_account_id: Type.String(),
      username: Type.String(),
      display_name: Type.String(),
      socialmediaid: Source,
      count: Count,
    }),
  ),
  hashtags: Type.Array(Type.Object({ term: Type.String(), count: Count, score: Type.Number() })),
  terms: Type.Array(Type.Object({ term: Type.String(), count: Count, score: Type.Number() })),
  groups: Type.Array(Type.Object({ mention: WireEnrichedMention, count: Count, authors: Count })),
  // Set when a text or language filter made us look at the newest mentions only: how many, and back to when.
  partial: nullable(Type.Object({ scanned: Count, since: Timestamp })),
})
export const WireCoverage = Type.Object({
  keyword_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  sources: Type.Array(
    Type.Object({
      source: Source,
      hours: Type.Array(
        Type.Object({
          at: Timestamp,
          asked: Count,
          answered: Count,
          empty: Count,
          failed: Count,
          not_configured: Count,
        }),
      ),
    }),
  ),
  // Hours in which the project was to be collected and no source was queried.
  gaps: Type.Array(Type.Object({ from: Timestamp, to: Timestamp })),
})
export const WireOverview = Type.Object({
  data: Type.Array(
    Type.Object({
      project: WireProject,
      total: Count,
      sentiment_distribution: Distribution,
      // Mentions per local day, oldest first, the last 14 days.
      days: Type.Array(Count),
      last_job: nullable(WireJob),
      charged: Count,
    }),
  ),
})

export type WireInsights = Static<typeof WireInsights>
export type WireCoverage = Static<typeof WireCoverage>
export type WireOverview = Static<typeof WireOverview>
