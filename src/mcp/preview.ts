import { Type } from 'typebox'
import { Count, nullable, Source, Timestamp } from '../api/wire/fields.ts'
import type { WireExpressionPreview } from '../api/wire/preview.ts'
import { Cut, cut, cutName, cutUrl, Quoted, quoted } from './quoted.ts'

const EXAMPLES_MAX = 5
const SUGGESTIONS_MAX = 10
const EXAMPLE_TEXT_MAX = 300
const DAYS_MAX = 30

export const PreviewResult = Type.Object({
  per_month: nullable(
    Type.Object(
      { low: Count, expected: Count, high: Count },
      { description: 'Mentions in thirty days; each costs one of the quota. Null while the archive is too young' },
    ),
  ),
  quota_left: Count,
  charged_at_once: Type.Integer({ minimum: 0, description: 'Matches in the archive inside the dates that are new' }),
  exact: Type.Boolean({ description: 'False: counts are scaled from a sample of the archive' }),
  archive_since: nullable(Timestamp),
  days: Type.Array(Type.Object({ day: Type.String(), matched: Count }), { description: 'The last 30 days' }),
  alternatives: Type.Array(
    Type.Object({
      terms: Type.Array(Type.String()),
      matched: Count,
      only: Type.Integer({ description: 'What no other alternative finds' }),
      noise: Type.Integer({ description: 'What is about something else than the rest' }),
    }),
  ),
  warnings: Type.Array(Type.Object({ position: Count, message: Type.String() })),
  suggestions: Type.Array(
    Type.Object({
      kind: Type.String({ description: 'exclude, add or affix' }),
      gain: Count,
      loss: Count,
      quoted: Quoted({ term: Type.String(), expression: Type.String(), exclude: Type.String() }),
    }),
  ),
  examples: Type.Array(
    Type.Object({
      source: Source,
      published_at: Timestamp,
      quoted: Quoted({ ...Cut, url: Type.String() }),
    }),
    { description: 'Posts of the archive: they are not mentions yet and have no id' },
  ),
  left_out: Type.Object({ suggestions: Count, examples: Count }),
})

// Suggested terms are words of posts.
export function toPreview({ per_month, kuota, archive, ...preview }: WireExpressionPreview) {
  const examples = preview.examples.slice(0, EXAMPLES_MAX)
  const suggestions = preview.suggestions.slice(0, SUGGESTIONS_MAX)
  return {
    per_month,
    quota_left: kuota,
    charged_at_once: archive.new,
    exact: archive.exact,
    archive_since: archive.since,
    days: preview.days.slice(-DAYS_MAX).map(({ day, matched }) => ({ day, matched })),
    alternatives: preview.alternatives,
    warnings: preview.warnings.map(({ position, message }) => ({ position, message })),
    suggestions: suggestions.map(({ kind, gain, loss, term, keyword, exclude }) => ({
      kind,
      gain,
      loss,
      quoted: quoted({ term: cutName(term), expression: keyword, exclude }),
    })),
    examples: examples.map(({ platform, published_at, text, url }) => ({
      source: platform,
      published_at,
      quoted: quoted({ ...cut(text, EXAMPLE_TEXT_MAX), url: cutUrl(url) }),
    })),
    left_out: {
      suggestions: preview.suggestions.length - suggestions.length,
      examples: preview.examples.length - examples.length,
    },
  }
}
