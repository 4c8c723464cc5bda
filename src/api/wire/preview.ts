import { type Static, Type } from 'typebox'
import { CATEGORIES } from '../../domain/category.ts'
import { Count, nullable, Source, Timestamp, words } from './fields.ts'

const Day = Type.String({ format: 'date' })
const Expression = { keyword: Type.String(), exclude: Type.String() }

export const WireExpressionPreview = Type.Object({
  // The last 90 days, oldest first; `platforms` has those with matches.
  days: Type.Array(
    Type.Object({
      day: Day,
      matched: Count,
      platforms: Type.Array(Type.Object({ source: Source, matched: Count })),
    }),
  ),
  // Mentions, and so quota, in thirty days; eight of ten months are inside the interval. Null when the archive is younger than three
  // complete days.
  per_month: nullable(Type.Object({ low: Count, expected: Count, high: Count })),
  examples: Type.Array(
    Type.Object({
      text: Type.String(),
      marks: Type.Array(Type.Object({ start: Count, end: Count })),
      platform: Source,
      published_at: Timestamp,
      url: Type.String(),
    }),
  ),
  // `only`: what no other alternative finds. `noise`: what is about something else than the rest.
  alternatives: Type.Array(
    Type.Object({ terms: Type.Array(Type.String()), matched: Count, only: Count, noise: Count }),
  ),
  warnings: Type.Array(
    Type.Object({
      code: words(['operator', 'not', 'minus', 'parentheses', 'wildcard'] as const),
      position: Count,
      message: Type.String(),
      // The expression as it was probably meant.
      fix: nullable(Type.Object(Expression)),
    }),
  ),
  // `keyword` and `exclude` are the expression with the suggestion.
  suggestions: Type.Array(
    Type.Object({
      kind: words(['exclude', 'add', 'affix'] as const),
      term: Type.String(),
      gain: Count,
      loss: Count,
      ...Expression,
    }),
  ),
  // The category that most of the matches are about, as a suggestion: `texts` of the `judged` matches, by these words. Null when fewer
  // than three matches show one.
  category: nullable(
    Type.Object({ categoryId: words(CATEGORIES), texts: Count, judged: Count, words: Type.Array(Type.String()) }),
  ),
  archive: Type.Object({
    // Since when feeds are archived; null when nothing is.
    since: nullable(Timestamp),
    posts: Count,
    // How many posts were read. Fewer than `posts`: the counts are scaled from a sample.
    read: Count,
    exact: Type.Boolean(),
    // Matches inside the dates, and how many of them would be charged at once.
    in_dates: Count,
    new: Count,
  }),
  kuota: Count,
})

export type WireExpressionPreview = Static<typeof WireExpressionPreview>
