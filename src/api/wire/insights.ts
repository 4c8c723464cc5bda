import { type Static, Type } from 'typebox'
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
  // Their sum, and how many different stories and authors they are.
  mentions: Count,
  unique: Count,
  independent: Count,
})
// Mentions, different stories, and different authors.
const counts = { total: Count, unique: Count, independent: Count, sentiment_distribution: Distribution }
export const WireInsights = Type.Object({
  keyword_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  step: words(['hour', 'day'] as const),
  ...counts,
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
  // The period of the same length before.
  previous: Type.Object(counts),
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
