import { type Static, Type } from 'typebox'
import { RULE_KINDS, SENSITIVITIES } from '../../domain/alert.ts'
import { TAG_LENGTH_MAX } from '../../domain/tag.ts'
import {
  Count,
  EntityField,
  nullable,
  Relevance,
  Sentiment,
  Source,
  Timestamp,
  WireEntity,
  WireTermsSample,
  words,
} from './fields.ts'

const strict = { additionalProperties: false } as const
const Minutes = Type.Integer({ minimum: 1, maximum: 1_440 })
const COUNT_MAX = 10_000_000

// One shape for each kind. The kind is checked first, so that an error is about the fields of that kind.
export const RULES = {
  spike: Type.Object(
    {
      kind: Type.Literal('spike'),
      sensitivity: words(SENSITIVITIES),
      min: Type.Optional(Type.Integer({ minimum: 1, maximum: COUNT_MAX })),
    },
    strict,
  ),
  volume: Type.Object(
    { kind: Type.Literal('volume'), count: Type.Integer({ minimum: 1, maximum: COUNT_MAX }), minutes: Minutes },
    strict,
  ),
  negative: Type.Object(
    {
      kind: Type.Literal('negative'),
      share: Type.Number({ minimum: 0.01, maximum: 0.99 }),
      minutes: Minutes,
      min: Type.Integer({ minimum: 1, maximum: COUNT_MAX }),
    },
    strict,
  ),
  story: Type.Object(
    {
      kind: Type.Literal('story'),
      authors: Type.Optional(Type.Integer({ minimum: 2, maximum: 100_000 })),
      copies: Type.Optional(Type.Integer({ minimum: 2, maximum: 100_000 })),
      minutes: Type.Integer({ minimum: 1, maximum: 10_080 }),
    },
    strict,
  ),
  mention: Type.Object({ kind: Type.Literal('mention'), everyMinutes: Minutes }, strict),
  silence: Type.Object(
    { kind: Type.Literal('silence'), hours: Type.Integer({ minimum: 1, maximum: 168 }), source: Type.Optional(Source) },
    strict,
  ),
  quota: Type.Object(
    {
      kind: Type.Literal('quota'),
      below: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    },
    strict,
  ),
} as const

export const WireAlertRule = Type.Union([
  RULES.spike,
  RULES.volume,
  RULES.negative,
  RULES.story,
  RULES.mention,
  RULES.silence,
  RULES.quota,
])
export const AlertFilterFields = Type.Object(
  {
    sentimen: Type.Optional(Sentiment),
    sosmedId: Type.Optional(Type.String({ description: 'One source or several joined by commas' })),
    language: Type.Optional(Type.String({ minLength: 2, maxLength: 20 })),
    relevance: Type.Optional(Relevance),
    entity: Type.Optional(EntityField),
    author: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_LENGTH_MAX })),
    q: Type.Optional(Type.String({ maxLength: 200 })),
  },
  strict,
)
const Time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['22:00'] })
export const WireQuietHours = Type.Object(
  {
    from: Time,
    to: Time,
    timeZone: Type.String({ minLength: 1, maxLength: 100 }),
    exceptAbove: Type.Optional(Type.Number({ minimum: 1, maximum: 1_000_000 })),
  },
  strict,
)
// What a client sends. Validation only reads the kind, so that the error about the rest names a field of that kind; the document
// describes it as the rule that it must be.
const AnyRule = Type.Unsafe<Static<typeof WireAlertRule>>(
  Type.Object({ kind: words(RULE_KINDS) }, { 'x-described-as': 'AlertRule' }),
)
const alertFields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  rule: AnyRule,
  filter: Type.Optional(AlertFilterFields),
  channels: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
  quiet: Type.Optional(nullable(WireQuietHours)),
  cooldownMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_080 })),
  enabled: Type.Optional(Type.Boolean()),
}
export const AlertBody = Type.Object({ keywordId: Type.String({ minLength: 1 }), ...alertFields }, strict)
export const AlertPatch = Type.Partial(Type.Object(alertFields), strict)
export const BacktestBody = Type.Object(
  {
    keywordId: Type.String({ minLength: 1 }),
    rule: AnyRule,
    filter: Type.Optional(AlertFilterFields),
    from: Type.Optional(Type.String()),
    to: Type.Optional(Type.String()),
    cooldownMinutes: alertFields.cooldownMinutes,
  },
  strict,
)
export const WireAlert = Type.Object({
  id: Type.String(),
  keywordId: Type.String(),
  name: Type.String(),
  rule: WireAlertRule,
  filter: AlertFilterFields,
  channels: Type.Array(Type.String()),
  quiet: nullable(WireQuietHours),
  cooldownMinutes: Count,
  enabled: Type.Boolean(),
  created_at: Timestamp,
})
export const WireAlerts = Type.Object({ data: Type.Array(WireAlert) })
export const WireBacktest = Type.Object({
  incidents: Type.Array(
    Type.Object({
      opened_at: Timestamp,
      closed_at: nullable(Timestamp),
      peak: Count,
      expected: nullable(Type.Number()),
      seen: Count,
      story: nullable(Type.String()),
      subject: Type.String(),
    }),
  ),
  count: Count,
})
const Terms = Type.Array(Type.Object({ term: Type.String(), count: Count }))
const Sentiments = Type.Object({ negative: Count, neutral: Count, positive: Count })
export const WireRangeExplanation = Type.Object({
  from: Timestamp,
  to: Timestamp,
  seen: Count,
  // Null while the project has too little history.
  expected: nullable(Type.Number()),
  low: nullable(Type.Number()),
  high: nullable(Type.Number()),
  // `new` counts the mentions of the range, `size` all of the story.
  // `entities`: what at least half of its first mentions name.
  stories: Type.Array(
    Type.Object({
      id: Type.String(),
      size: Count,
      new: Count,
      text: Type.String(),
      entities: Type.Array(WireEntity),
    }),
  ),
  terms: Terms,
  hashtags: Terms,
  // Null when all mentions were counted; otherwise the counts of terms and hashtags are estimates.
  terms_sample: nullable(WireTermsSample),
  platforms: Type.Array(Type.Object({ source: Source, count: Count })),
  // `name` is absent from moments that were stored before it was read.
  authors: Type.Array(
    Type.Object({ username: Type.String(), name: Type.Optional(Type.String()), source: Source, count: Count }),
  ),
  sentiment: Type.Object({ now: Sentiments, before: Sentiments }),
  coverage: Type.Object({
    share: nullable(Type.Number()),
    lower_bound: Type.Boolean(),
    gaps: Type.Array(Type.Object({ from: Timestamp, to: Timestamp, source: nullable(Source) })),
  }),
  examples: Type.Array(
    Type.Object({
      id: Type.String(),
      text: Type.String(),
      url: Type.String(),
      username: Type.String(),
      name: Type.Optional(Type.String()),
      source: Source,
      published_at: Timestamp,
    }),
  ),
})
export const WireIncident = Type.Object({
  id: Type.String(),
  alert_id: nullable(Type.String()),
  keyword_id: nullable(Type.String()),
  kind: Type.String(),
  // Of its rule, or of the feed or source that broke.
  name: Type.String(),
  subject: Type.String(),
  state: words(['open', 'closed'] as const),
  opened_at: Timestamp,
  closed_at: nullable(Timestamp),
  since: Timestamp,
  seen: Count,
  peak: Count,
  expected: nullable(Type.Number()),
  low: nullable(Type.Number()),
  high: nullable(Type.Number()),
  // 'fixed' while the project has too little history.
  basis: nullable(words(['history', 'fixed'] as const)),
  detail: nullable(Type.String()),
  moment: nullable(WireRangeExplanation),
  acknowledged_at: nullable(Timestamp),
  snoozed_until: nullable(Timestamp),
})
export const WireIncidents = Type.Object({ data: Type.Array(WireIncident), next: nullable(Type.String()) })
export const IncidentPatch = Type.Object(
  { acknowledged: Type.Optional(Type.Boolean()), snoozedUntil: Type.Optional(nullable(Timestamp)) },
  { ...strict, minProperties: 1 },
)

export const WireIncidentSettings = Type.Object({ channels: alertFields.channels }, strict)

export type WireAlertRule = Static<typeof WireAlertRule>
export type WireAlert = Static<typeof WireAlert>
export type WireBacktest = Static<typeof WireBacktest>
export type WireRangeExplanation = Static<typeof WireRangeExplanation>
export type WireIncident = Static<typeof WireIncident>
