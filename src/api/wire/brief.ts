import { type Static, Type } from 'typebox'
import { BRIEF_DAYS, BRIEF_FACT_KINDS } from '../../domain/brief.ts'
import { LANGUAGES } from '../../domain/message.ts'
import { WireRangeExplanation } from './alert.ts'
import { Block, Link } from './channel.ts'
import { nullable, Sentiment, Source, Timestamp, words } from './fields.ts'

const CHANNELS_MAX = 20
const PROJECTS_MAX = 200

const settings = {
  days: Type.Array(words(BRIEF_DAYS), { maxItems: 7, uniqueItems: true, description: 'None switches the brief off' }),
  time: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'HH:MM', examples: ['07:00'] }),
  timeZone: Type.String({ minLength: 1, maxLength: 100, examples: ['Asia/Jakarta'] }),
  projects: Type.Union([
    Type.Literal('all'),
    Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: PROJECTS_MAX }),
  ]),
  channels: Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: CHANNELS_MAX,
    description: 'Beside the inbox, which always gets it',
  }),
  language: words(LANGUAGES),
  report: Type.Optional(
    nullable(Type.String({ maxLength: 100, description: 'A report that each brief carries a new link to' })),
  ),
}
export const BriefBody = Type.Object(settings, { additionalProperties: false })
// `next_at` is null without days.
export const WireBrief = Type.Object({ ...settings, next_at: nullable(Timestamp) })

const Instants = { from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) }
export const WireBriefFact = Type.Object({
  kind: words(BRIEF_FACT_KINDS),
  // Periods instead of from and to are counted together.
  filter: Type.Object({
    projectId: Type.Optional(Type.String()),
    ...Instants,
    sentiment: Type.Optional(Sentiment),
    platform: Type.Optional(Source),
    story: Type.Optional(Type.String()),
    author: Type.Optional(Type.String()),
    q: Type.Optional(Type.String()),
    periods: Type.Optional(Type.Array(Type.Object({ from: Timestamp, to: Timestamp }))),
  }),
  collected_until: Timestamp,
  value: Type.Number(),
  // Opens the dashboard on these mentions.
  url: nullable(Type.String()),
  // The parameters with which `GET /api/mentions/search` counts the same; null where it takes several requests.
  query: nullable(Type.String()),
})
export const WireBriefPreview = Type.Object({
  title: Type.String(),
  blocks: Type.Array(Block),
  links: Type.Array(Link),
  data: Type.Object({
    day: Type.String({ format: 'date' }),
    due_at: Timestamp,
    late: Type.Boolean(),
    from: Timestamp,
    to: Timestamp,
    facts: Type.Array(WireBriefFact),
  }),
})
export const WireNewSinceSeen = Type.Object({
  // When this person last looked; null when they never did, and the last day is shown.
  since: nullable(Timestamp),
  ...WireRangeExplanation.properties,
})
export const WireSeenProject = Type.Object({
  keyword_id: Type.String(),
  seen_at: Timestamp,
  // When this person looked before; null the first time.
  previous: nullable(Timestamp),
})

export type WireBrief = Static<typeof WireBrief>
export type WireBriefPreview = Static<typeof WireBriefPreview>
export type WireSeenProject = Static<typeof WireSeenProject>
export type WireNewSinceSeen = Static<typeof WireNewSinceSeen>
