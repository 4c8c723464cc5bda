import { type Static, Type } from 'typebox'
import { LANGUAGES } from '../../domain/message.ts'
import { REPORT_BLOCKS } from '../../domain/report.ts'
import { TAG_LENGTH_MAX } from '../../domain/tag.ts'
import { WireShareInterval } from './audit.ts'
import {
  Count,
  EntityField,
  nullable,
  Relevance,
  Sentiment,
  Source,
  Timestamp,
  WireTermsSample,
  words,
} from './fields.ts'
import { WireCoverageShare } from './insights.ts'

const strict = { additionalProperties: false } as const
const COMMENT_MAX = 1_000
const TITLE_MAX = 200
const DAYS_MAX = 366
export const SHARE_PASSWORD = { min: 8, max: 200 } as const

const restriction = {
  sentimen: Type.Optional(Sentiment),
  sosmedId: Type.Optional(Type.String({ description: 'One source or several joined by commas' })),
  language: Type.Optional(Type.String({ minLength: 2, maxLength: 20 })),
  relevance: Type.Optional(Relevance),
  entity: Type.Optional(EntityField),
  author: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  story: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_LENGTH_MAX })),
  q: Type.Optional(Type.String({ maxLength: 200 })),
}
export const WireReportFilter = Type.Object(
  {
    from: Type.Optional(Type.String({ maxLength: 40, description: 'A day or an instant' })),
    to: Type.Optional(Type.String({ maxLength: 40, description: 'A day, included, or an instant' })),
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: DAYS_MAX, description: 'So many days until today, instead of from and to' }),
    ),
    ...restriction,
  },
  strict,
)
const Title = Type.String({ minLength: 1, maxLength: TITLE_MAX, pattern: '\\S' })
const fields = {
  filter: WireReportFilter,
  blocks: Type.Array(
    Type.Object(
      { kind: words(REPORT_BLOCKS), comment: Type.Optional(Type.String({ maxLength: COMMENT_MAX })) },
      strict,
    ),
    {
      minItems: 1,
      maxItems: REPORT_BLOCKS.length,
      description: 'In the order in which they are shown, each kind once',
    },
  ),
  language: words(LANGUAGES),
}
export const ReportBody = Type.Object(
  { keywordId: Type.String({ minLength: 1, maxLength: 100 }), ...fields, title: Type.Optional(Title) },
  strict,
)
export const ReportPatch = Type.Partial(Type.Object({ ...fields, title: Title }), { ...strict, minProperties: 1 })
export const WireReport = Type.Object({
  id: Type.String(),
  keywordId: Type.String(),
  title: Title,
  ...fields,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export const WireReports = Type.Object({ data: Type.Array(WireReport) })

const Kind = <const K extends (typeof REPORT_BLOCKS)[number]>(kind: K) => ({
  kind: Type.Literal(kind),
  comment: Type.String(),
})
const Counts = Type.Object({
  total: Count,
  unique: Count,
  independent: Count,
  negative: Count,
  neutral: Count,
  positive: Count,
})
// Of an audit; the shares are 0 to 1.
const Estimate = nullable(
  Type.Object({
    negative: WireShareInterval,
    neutral: WireShareInterval,
    positive: WireShareInterval,
    labels: Count,
  }),
)
const SourceCounts = Type.Array(Type.Object({ source: Source, count: Count }))
const Quote = {
  text: Type.String(),
  author: Type.String(),
  source: Source,
  url: Type.String(),
  published_at: Timestamp,
}
const Voices = Type.Array(Type.Object(Quote))
const Range = Type.Object({ from: Timestamp, to: Timestamp })
const Compared = Type.Object({ ...Range.properties, counts: Counts, sources: SourceCounts })

// What each block shows. Each is complete in itself: a page that shows it requests nothing else.
export const REPORT_DATA = {
  figures: Type.Object({ ...Kind('figures'), now: Counts, before: Counts, estimate: Estimate }),
  chart: Type.Object({
    ...Kind('chart'),
    step: words(['hour', 'day']),
    // Hours or days without mentions are absent.
    points: Type.Array(Type.Object({ at: Timestamp, negative: Count, neutral: Count, positive: Count })),
    // When nothing was collected.
    gaps: Type.Array(Range),
    marks: Type.Array(Type.Object({ at: Timestamp, kind: words(['incident', 'edit']), label: Type.String() })),
    // Older ones, where there are too many.
    marks_left_out: Count,
  }),
  why: Type.Object({
    ...Kind('why'),
    // The hour or day with the most mentions.
    ...Range.properties,
    seen: Count,
    // Null while the project has too little history.
    expected: nullable(Type.Number()),
    low: nullable(Type.Number()),
    high: nullable(Type.Number()),
    // The largest, with its first mention as evidence; null when nothing was said twice.
    story: nullable(Type.Object({ ...Quote, count: Count })),
    terms: Type.Array(Type.Object({ term: Type.String(), count: Count })),
    // Null when all mentions were counted; absent from reports that were stored before.
    terms_sample: Type.Optional(nullable(WireTermsSample)),
    platforms: SourceCounts,
    authors: Type.Array(Type.Object({ username: Type.String(), source: Source, count: Count })),
  }),
  stories: Type.Object({
    ...Kind('stories'),
    stories: Type.Array(Type.Object({ ...Quote, count: Count, authors: Count })),
  }),
  voices: Type.Object({ ...Kind('voices'), negative: Voices, positive: Voices }),
  sentiment: Type.Object({ ...Kind('sentiment'), now: Counts, before: Counts, estimate: Estimate }),
  comparison: Type.Object({ ...Kind('comparison'), now: Compared, before: Compared }),
  // The newest summary of the whole project, and the mentions that support its sentences, which name them by their position from 0.
  summary: Type.Object({
    ...Kind('summary'),
    // Null when the project has none.
    written_at: nullable(Timestamp),
    total: Count,
    sentences: Type.Array(Type.Object({ text: Type.String(), evidence: Type.Array(Count) })),
    evidence: Voices,
  }),
  coverage: Type.Object({ ...Kind('coverage'), coverage: WireCoverageShare }),
  method: Type.Object({
    ...Kind('method'),
    keyword: Type.String(),
    exclude: Type.String(),
    labels: Count,
  }),
} as const
export const WireReportBlock = Type.Union([
  REPORT_DATA.figures,
  REPORT_DATA.chart,
  REPORT_DATA.why,
  REPORT_DATA.stories,
  REPORT_DATA.voices,
  REPORT_DATA.sentiment,
  REPORT_DATA.comparison,
  REPORT_DATA.summary,
  REPORT_DATA.coverage,
  REPORT_DATA.method,
])
// A report with its numbers, as they were at `made_at`.
export const WireReportContent = Type.Object({
  title: Type.String(),
  project: Type.String(),
  language: words(LANGUAGES),
  from: Timestamp,
  to: Timestamp,
  made_at: Timestamp,
  // What all numbers are limited to, beside the period.
  filter: Type.Object(restriction),
  // What the first sentence says.
  headline: Type.Object({
    total: Count,
    before: Count,
    // True when hours of the range were not collected: the numbers are then at least so large.
    lower_bound: Type.Boolean(),
    story: nullable(Type.Object({ text: Type.String(), count: Count })),
  }),
  blocks: Type.Array(WireReportBlock),
})

export const ReportLinkBody = Type.Object(
  {
    expiresAt: Type.Optional(Timestamp),
    password: Type.Optional(Type.String({ minLength: SHARE_PASSWORD.min, maxLength: SHARE_PASSWORD.max })),
  },
  strict,
)
const link = {
  id: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
  has_password: Type.Boolean(),
  // When it was last opened, to within an hour; null when it never was.
  last_opened_at: nullable(Timestamp),
}
export const WireReportLink = Type.Object(link)
export const WireReportLinks = Type.Object({ data: Type.Array(WireReportLink) })
// The address is shown once. It is a path when the installation does not know its public address.
export const WireNewReportLink = Type.Object({ ...link, url: Type.String() })
export const SharedPasswordBody = Type.Object({ password: Type.String({ maxLength: SHARE_PASSWORD.max }) }, strict)
export const WireSharedReport = Type.Object({ ...WireReportContent.properties, expires_at: Timestamp })

export type WireReportFilter = Static<typeof WireReportFilter>
export type ReportBody = Static<typeof ReportBody>
export type ReportPatch = Static<typeof ReportPatch>
export type WireReport = Static<typeof WireReport>
export type WireReportBlock = Static<typeof WireReportBlock>
export type WireReportContent = Static<typeof WireReportContent>
export type WireReportLink = Static<typeof WireReportLink>
export type WireNewReportLink = Static<typeof WireNewReportLink>
export type WireSharedReport = Static<typeof WireSharedReport>
