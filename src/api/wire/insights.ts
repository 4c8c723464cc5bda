import { type Static, Type } from 'typebox'
import { estimateFields } from './audit.ts'
import { Count, Distribution, nullable, Source, Timestamp, WireEntity, WireTermsSample, words } from './fields.ts'
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
// What the numbers of a range are based on.
export const WireCoverageShare = Type.Object({
  // hours_covered / hours_listened; null when the project did not listen.
  share: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  // Summed over the sources that were on: an hour of two sources counts twice.
  hours_listened: Count,
  hours_covered: Count,
  // What was not covered inside the project's dates, oldest first. `source` is null when it was all of them.
  gaps: Type.Array(
    Type.Object({
      from: Timestamp,
      to: Timestamp,
      source: nullable(Source),
      state: words([
        'not_begun',
        'paused',
        'manual',
        'no_quota',
        'disabled',
        'not_asked',
        'out_of_reach',
        'failed',
        'blocked',
      ] as const),
    }),
  ),
  // The oldest ones, where there are too many to list.
  gaps_left_out: Count,
  // True when there is a gap: the numbers of the range are then at least as large as counted.
  lower_bound: Type.Boolean(),
})

const CountedEntity = Type.Object({ id: Type.String(), name: Type.String(), count: Count })

// Mentions, different stories, and different authors.
const counts = { total: Count, unique: Count, independent: Count, sentiment_distribution: Distribution }
export const WirePrevious = Type.Object({
  from: Timestamp,
  to: Timestamp,
  ...counts,
  // False where it begins before the project, or was covered clearly less or more: a change is then not one of what was said.
  comparable: Type.Boolean(),
})
const figures = {
  keyword_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  step: words(['hour', 'day'] as const),
  ...counts,
  series: Type.Array(WireSeriesPoint),
  // The period of the same length before.
  previous: WirePrevious,
}
export const WireFigures = Type.Object(figures)
export const WireInsights = Type.Object({
  ...figures,
  ...estimateFields,
  sources: Distribution,
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
  // Null when the terms of all mentions were counted. Otherwise the counts of `hashtags` and `terms` are estimates from a random sample.
  terms_sample: nullable(WireTermsSample),
  // What the mentions name, the most frequent first.
  entities: Type.Object({
    persons: Type.Array(CountedEntity),
    organisations: Type.Array(CountedEntity),
    places: Type.Array(CountedEntity),
  }),
  // How many mentions name a place of each province; one that names places of two provinces counts for both.
  provinces: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), count: Count })),
  // How many name no place of any province.
  no_place: Count,
  // `entities` are those of the story: what at least half of its first mentions name.
  groups: Type.Array(
    Type.Object({ mention: WireEnrichedMention, count: Count, authors: Count, entities: Type.Array(WireEntity) }),
  ),
  coverage: WireCoverageShare,
})
export const WireCoverage = Type.Object({
  keyword_id: Type.String(),
  from: Timestamp,
  to: Timestamp,
  coverage: WireCoverageShare,
  sources: Type.Array(
    Type.Object({
      source: Source,
      // False when it is not configured: it is absent, not silent.
      on: Type.Boolean(),
      hours_listened: Count,
      hours_covered: Count,
      hours: Type.Array(
        Type.Object({
          at: Timestamp,
          asked: Count,
          answered: Count,
          empty: Count,
          failed: Count,
          blocked: Count,
          not_configured: Count,
        }),
      ),
    }),
  ),
  // What the project did, without gaps.
  periods: Type.Array(
    Type.Object({
      from: Timestamp,
      to: Timestamp,
      state: words([
        'listening',
        'paused',
        'manual',
        'no_quota',
        'disabled',
        'not_begun',
        'before_start',
        'after_end',
      ] as const),
    }),
  ),
  // Hours in which the project listened and no source was queried.
  gaps: Type.Array(Type.Object({ from: Timestamp, to: Timestamp })),
})
export const WireProjectOverview = Type.Object({
  data: Type.Array(
    Type.Object({
      project: WireProject,
      // These are null while the node of the database that holds the project's mentions cannot be reached.
      total: nullable(Count),
      sentiment_distribution: nullable(Distribution),
      // Mentions per local day, oldest first, the last 14 days.
      days: nullable(Type.Array(Count)),
      last_job: nullable(WireJob),
      charged: Count,
      // Null while the project does not listen. A run of the schedule begins at `next_run_at` or shortly after it.
      listening_since: nullable(Timestamp),
      next_run_at: nullable(Timestamp),
    }),
  ),
})

export type WireFigures = Static<typeof WireFigures>
export type WireInsights = Static<typeof WireInsights>
export type WireCoverageShare = Static<typeof WireCoverageShare>
export type WireCoverage = Static<typeof WireCoverage>
export type WireProjectOverview = Static<typeof WireProjectOverview>
