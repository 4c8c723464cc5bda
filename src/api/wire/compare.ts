import { type Static, Type } from 'typebox'
import { estimateFields } from './audit.ts'
import { Count, Distribution, nullable, Share, Source, Timestamp, words } from './fields.ts'
import { WireCoverageShare, WirePrevious, WireSeriesPoint } from './insights.ts'

// A story as one side has it: its earliest mention there, and how many mentions and authors it has.
export const WireComparedStory = Type.Object({
  // For the filter `story`.
  id: Type.String(),
  text: Type.String(),
  socialmediaid: Source,
  username: Type.String(),
  // The name that is shown: of an outlet, not its host.
  author: Type.String(),
  published_at: Timestamp,
  count: Count,
  authors: Count,
})

const counts = { total: Count, unique: Count, independent: Count, sentiment_distribution: Distribution }
export const WireComparedSide = Type.Object({
  // The name of the project, the period, or the filter.
  label: Type.String(),
  keyword_id: Type.String(),
  project: Type.String(),
  from: Timestamp,
  to: Timestamp,
  // The parameters with which insights and the search return exactly this side.
  filter: Type.Record(Type.String(), Type.String()),
  ...counts,
  // Mentions for each day of the range that has passed since the project began.
  per_day: Type.Number({ minimum: 0 }),
  // Of the mentions of all sides; null when there are none.
  share_of_voice: nullable(Share),
  ...estimateFields,
  previous: WirePrevious,
  // `offset` is the position on the common axis, from 0.
  series: Type.Array(Type.Object({ offset: Count, ...WireSeriesPoint.properties })),
  // The hours or days of the range.
  steps: Count,
  coverage: WireCoverageShare,
  // Those with the most mentions; of these, those that no other side has.
  stories: Type.Array(WireComparedStory),
  apart: Type.Array(WireComparedStory),
  apart_total: Count,
})

// Why a difference may not be real: the project did not listen in the range, or was covered less than another side; its dates begin
// inside the range; the range is not as long as that of the first side, or has not ended while another one has.
export const COMPARISON_WARNINGS = [
  'not_listening',
  'less_covered',
  'began_later',
  'other_length',
  'unfinished',
] as const

export const WireComparison = Type.Object({
  by: words(['project', 'period', 'filter'] as const),
  step: words(['hour', 'day'] as const),
  sides: Type.Array(WireComparedSide),
  // Stories that at least two sides have, with an entry for each side.
  common: Type.Array(Type.Array(nullable(WireComparedStory))),
  common_total: Count,
  // How many stories of each side were looked for in the others, those with the most mentions first.
  stories_compared: Count,
  warnings: Type.Array(Type.Object({ side: Count, code: words(COMPARISON_WARNINGS) })),
})

export type WireComparedStory = Static<typeof WireComparedStory>
export type WireComparedSide = Static<typeof WireComparedSide>
export type WireComparison = Static<typeof WireComparison>
