import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { WireAlert, type WireBacktest } from '../../api/wire/alert.ts'
import { Count, nullable, Timestamp, words } from '../../api/wire/fields.ts'
import type { WireMentionSearch } from '../../api/wire/mention.ts'
import { RULE_KINDS } from '../../domain/alert.ts'
import { pageAt } from '../../domain/dashboard-link.ts'
import { isPlatform } from '../../domain/platform.ts'
import { Refusal } from '../../domain/problem.ts'
import { mapSome } from '../api.ts'
import { type Filter, FilterInput, linkTo, Period, ProjectId, SENTIMENT_VALUES, toQuery } from '../filter.ts'
import { LIST_TEXT_MAX } from '../mention.ts'
import { cut, cutName, Quoted, quoted } from '../quoted.ts'
import { type Context, defineTool } from '../tool.ts'

const INCIDENTS_MAX = 10
const IDS_MAX = 3
const CONFIRM_MINUTES = 60
const MINUTE_MS = 60_000
const SPIKE_MINUTES = 120

const RULES = `An object with kind and the fields of its kind.
spike {sensitivity: low | medium | high, min?}: more mentions than the project's history makes likely.
volume {count, minutes}: so many mentions in so many minutes (1 to 1440).
negative {share: 0.01 to 0.99, minutes, min}: the share of negative mentions is larger, for sure.
story {authors?, copies?, minutes}: one story reaches so many independent authors or copies.
mention {everyMinutes}: any new mention, in one message per interval.
silence {hours: 1 to 168, source?}: a source brings nothing any more.
quota {below?, days?}: the quota is low or will not last.`

const { sentiment, sources, language, relevance, entity, author, tag, q } = FilterInput

const Input = Type.Object(
  {
    project_id: ProjectId,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    rule: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: RULES,
      required: ['kind'],
      properties: { kind: words(RULE_KINDS) },
    }),
    filter: Type.Optional(
      Type.Object({ sentiment, sources, language, relevance, entity, author, tag, q }, { additionalProperties: false }),
    ),
    channels: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20, description: 'Ids of channels, beside the inbox' }),
    ),
    cooldown_minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_080 })),
    ...Period,
    confirm: Type.Optional(
      Type.String({ maxLength: 200, description: 'The confirm of the call before, after the person agreed' }),
    ),
  },
  { additionalProperties: false },
)
type Input = Static<typeof Input>

const Incident = Type.Object({
  opened_at: Timestamp,
  closed_at: nullable(Timestamp),
  peak: Count,
  expected: nullable(Type.Number()),
  seen: Count,
  ids: Type.Array(Type.String(), { description: 'The newest mentions of it' }),
  link: Type.String({ description: 'Opens the dashboard on that time' }),
  quoted: Quoted({ subject: Type.String(), largest_story: Type.String() }),
})

export const createAlert = defineTool({
  name: 'create_alert',
  title: 'Make a rule',
  description: `Makes a rule that reports when something happens in a project, in two calls. The first call, without confirm, changes nothing: it returns the incidents that the rule would have opened in the last 90 days (or from..to) and a confirm. Show them to the person. If they agree, call again with the same arguments and confirm, within ${CONFIRM_MINUTES} minutes: that creates the rule.`,
  scope: 'write',
  changes: { destructive: false, idempotent: false },
  input: Input,
  output: Type.Object({
    status: words(['back_tested', 'created'] as const),
    backtest: nullable(
      Type.Object({
        count: Type.Integer({ minimum: 0, description: 'Incidents that the rule would have opened' }),
        incidents: Type.Array(Incident, { description: 'Newest first' }),
        left_out: Count,
      }),
    ),
    confirm: nullable(Type.String()),
    alert: nullable(Type.Object({ ...WireAlert.properties, link: Type.String() })),
  }),
  async run(input, context) {
    if (input.confirm === undefined) {
      const backtest = await runBacktest(input, context)
      return { status: 'back_tested' as const, backtest, confirm: sign(input, context), alert: null }
    }
    if (!isConfirmed(input.confirm, input, context))
      throw new Refusal(
        'invalid',
        'confirm does not belong to this rule, or is too old. Call without confirm for a back-test of exactly this rule.',
        ['misused'],
      )
    const alert = await context.api.send<WireAlert>('POST', '/api/alerts', alertOf(input))
    const link = pageAt(context.publicUrl, `projects/${alert.keywordId}/alerts/${alert.id}`)
    return { status: 'created' as const, backtest: null, confirm: null, alert: { ...alert, link } }
  },
})

// The rule as the API takes it: what is signed, and what is created.
function alertOf({ project_id, name, rule, filter = {}, channels = [], cooldown_minutes }: Input) {
  return {
    keywordId: project_id,
    name,
    rule,
    filter: filterBody(filter),
    channels,
    ...(cooldown_minutes === undefined ? {} : { cooldownMinutes: cooldown_minutes }),
  }
}

function filterBody({ sentiment: name, sources: chosen, ...same }: Filter) {
  return {
    ...same,
    ...(name === undefined ? {} : { sentimen: SENTIMENT_VALUES[name] }),
    ...(chosen === undefined ? {} : { sosmedId: chosen.join(',') }),
  }
}

async function runBacktest(input: Input, context: Context) {
  const { keywordId, rule, filter, cooldownMinutes } = alertOf(input)
  const body = { keywordId, rule, filter, cooldownMinutes, from: input.from, to: input.to }
  const { incidents, count } = await context.api.send<WireBacktest>('POST', '/api/alerts/backtest', body)
  const shown = await mapSome(incidents.slice(0, INCIDENTS_MAX), (incident) => showIncident(incident, input, context))
  return { count, incidents: shown, left_out: count - shown.length }
}

async function showIncident(incident: WireBacktest['incidents'][number], input: Input, context: Context) {
  const { opened_at, closed_at, peak, expected, seen, story, subject } = incident
  // What opened it was published before: in the minutes of the rule, or in the two hours that a spike is made of.
  const minutes = Number(input.rule.minutes ?? input.rule.everyMinutes ?? SPIKE_MINUTES)
  const from = new Date(Date.parse(opened_at) - minutes * MINUTE_MS).toISOString()
  const filter = {
    ...input.filter,
    ...subjectFilter(String(input.rule.kind), subject),
    from,
    to: closed_at ?? context.now.toISOString(),
  }
  const query = { keywordId: input.project_id, ...toQuery(filter), limit: IDS_MAX }
  const { data } = await context.api.get<WireMentionSearch>('/api/mentions/search', query)
  const link = linkTo(context, input.project_id, filter)
  const ids = data.map(({ id }) => id)
  const about = { subject: cutName(subject), largest_story: cut(story ?? '', LIST_TEXT_MAX).text }
  return { opened_at, closed_at, peak, expected, seen, ids, link, quoted: quoted(about) }
}

// What an incident of the rule is about: a story, or a source that became silent.
function subjectFilter(kind: string, subject: string): Filter {
  if (kind === 'story') return { story: subject }
  return kind === 'silence' && isPlatform(subject) ? { sources: [subject] } : {}
}

// Signed with the key of the caller: it fits this account, this key and exactly this rule, in every process of the service, and
// nothing has to be stored.
function sign(input: Input, context: Context): string {
  const expires = Math.floor(context.now.getTime() / MINUTE_MS) + CONFIRM_MINUTES
  return `${expires}.${macOf(expires, input, context)}`
}

function isConfirmed(confirm: string, input: Input, context: Context): boolean {
  const [, minute, mac] = /^(\d{1,12})\.([\w-]{43})$/.exec(confirm) ?? []
  if (minute === undefined || mac === undefined || Number(minute) * MINUTE_MS < context.now.getTime()) return false
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(Number(minute), input, context)))
}

function macOf(expires: number, input: Input, { secret }: Context): string {
  const signed = canonical([expires, alertOf(input)])
  return createHmac('sha256', secret).update(signed).digest('base64url')
}

// JSON that does not depend on the order of fields.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
