import { Type } from 'typebox'
import { differenceOf, LABELS_MIN } from '../analyse/estimate.ts'
import type { MentionFilter } from '../domain/filter.ts'
import { relevanceOf } from '../domain/mention.ts'
import type { Owner } from '../domain/owner.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { estimateSentiment, estimateWith } from '../evaluate/audit-estimate.ts'
import { addAudit as logAction } from '../store/accounts/audit.ts'
import { addAudit, extendAudit, findAudit, listAudits, type StoredAudit } from '../store/audits/audits.ts'
import { type DrawnMention, isDrawn, putLabel, readDrawn, removeLabel } from '../store/audits/sample.ts'
import type { Db, Pool } from '../store/db.ts'
import { isUuid } from '../store/ids.ts'
import { readMentions } from '../store/mentions/rows.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { toWireEnriched } from './convert.ts'
import { FilterQuery, readFilter } from './filter.ts'
import { readRange, splitPeriods } from './range.ts'
import { routesOf } from './route.ts'
import {
  WireAudit as AuditSchema,
  type WireAudit,
  WireAuditCards,
  WireAudits,
  WireSentimentChange,
} from './wire/audit.ts'
import { Sentiment } from './wire/fields.ts'

const SIZE_MAX = 400
// After extensions.
const EXTENDED_MAX = 2_000
const AUDITS_MAX = 50

const KeywordId = Type.String({ minLength: 1, maxLength: 500 })
const params = Type.Object({ id: Type.String() })
const MentionFilterBody = Type.Object(
  { ...FilterQuery, author: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
  { additionalProperties: false },
)

export function addAuditRoutes(app: App, deps: ApiDeps): void {
  addDrawingRoutes(app, deps)
  addLabelRoutes(app, deps)
  addReadingRoutes(app, deps)
  addComparisonRoutes(app, deps)
}

function addDrawingRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Audits')

  app.post(
    '/api/audits',
    user({
      id: 'startAudit',
      summary: 'Draw mentions at random, to be labelled',
      description:
        'Draws a random sample of the filtered mentions, from which the true sentiment shares are estimated.',
      class: 'long',
      body: Type.Object({
        keywordId: KeywordId,
        filter: Type.Optional(MentionFilterBody),
        size: Type.Integer({ minimum: LABELS_MIN, maximum: SIZE_MAX }),
      }),
      response: { 201: WireAuditCards },
      errors: [404],
    }),
    async (request, reply) => {
      const { keywordId, filter: given = {}, size } = request.body
      const account = actorOf(request)
      const project = await findOwnProject(pool, ownerOf(request), keywordId)
      const filter = readFilter(given, settings.timeZone)
      const audit = await pool.begin(async (tx) => {
        const draft = { projectId: project.id, filter, by: account.id }
        const added = await addAudit(tx, draft, { size, sizeMin: LABELS_MIN })
        if (added === null) return null
        await logAction(tx, { accountId: account.id, action: 'audit.create', subject: added.id, detail: { size } })
        return added
      })
      if (audit === null)
        throw new Refusal('invalid', `filter: fewer than ${LABELS_MIN} mentions pass it, too few for an audit.`, [
          'auditTooFew',
          LABELS_MIN,
        ])
      reply.code(201)
      return toWireCardsInSnapshot(pool, audit, project, account.id)
    },
  )

  app.post(
    '/api/audits/:id/extend',
    user({
      id: 'extendAudit',
      summary: 'Draw more mentions in the same order',
      description: 'Adds cards to an audit until it has the requested size.',
      class: 'long',
      params,
      body: Type.Object({ size: Type.Integer({ minimum: LABELS_MIN, maximum: EXTENDED_MAX }) }),
      response: { 200: WireAuditCards },
      errors: [404],
    }),
    async (request) => {
      const account = actorOf(request)
      const owner = ownerOf(request)
      const audit = await findOwnAudit(pool, owner, request.params.id)
      const { size } = request.body
      const project = await findOwnProject(pool, owner, audit.projectId)
      const extended = await pool.begin(async (tx) => {
        if (!(await extendAudit(tx, audit, size))) return false
        await logAction(tx, { accountId: account.id, action: 'audit.extend', subject: audit.id, detail: { size } })
        return true
      })
      if (!extended)
        throw new Refusal(
          'invalid',
          'size must be above the number of mentions that are drawn, and the filter must have more.',
          ['auditNoMore'],
        )
      return toWireCardsInSnapshot(pool, await findOwnAudit(pool, owner, audit.id), project, account.id)
    },
  )
}

function addLabelRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Audits')

  app.put(
    '/api/audits/:id/labels',
    user({
      id: 'labelMention',
      summary: 'Label a drawn mention; again changes the label',
      description: 'Records what a person reads in a drawn mention. The mention itself is not changed.',
      class: 'long',
      params,
      body: Type.Object({ mentionId: Type.String({ minLength: 1, maxLength: 500 }), sentimen: Sentiment }),
      response: { 200: AuditSchema },
      errors: [404],
    }),
    async (request) => {
      const { mentionId, sentimen: sentiment } = request.body
      const accountId = actorOf(request).id
      const audit = await findOwnAudit(pool, ownerOf(request), request.params.id)
      if (!isUuid(mentionId) || !(await pool.begin((tx) => isDrawn(tx, audit, mentionId), SNAPSHOT)))
        throw new Refusal('not-found', `mentionId: "${mentionId}" is not one of the mentions drawn for this audit.`, [
          'gone',
        ])
      await putLabel(pool, audit, { mentionId, accountId, sentiment })
      return pool.begin((tx) => toWireAudit(tx, audit), SNAPSHOT)
    },
  )

  app.delete(
    '/api/audits/:id/labels/:mentionId',
    user({
      id: 'removeLabel',
      summary: 'Take back a label',
      description: 'The card counts as not labelled again.',
      class: 'long',
      params: Type.Object({ id: Type.String(), mentionId: Type.String() }),
      response: { 200: AuditSchema },
      errors: [404],
    }),
    async (request) => {
      const { id, mentionId } = request.params
      const accountId = actorOf(request).id
      const audit = await findOwnAudit(pool, ownerOf(request), id)
      if (!isUuid(mentionId) || !(await removeLabel(pool, audit, { mentionId, accountId })))
        throw new Refusal('not-found', `mentionId: you have not labelled "${mentionId}" in this audit.`, ['gone'])
      return pool.begin((tx) => toWireAudit(tx, audit), SNAPSHOT)
    },
  )
}

function addReadingRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Audits')

  app.get(
    '/api/audits',
    user({
      id: 'listAudits',
      summary: 'The audits of a project, newest first',
      description: 'Each audit with its progress and its estimate.',
      class: 'long',
      querystring: Type.Object({ keywordId: KeywordId }),
      response: { 200: WireAudits },
      errors: [404],
    }),
    async (request) => {
      const project = await findOwnProject(pool, ownerOf(request), request.query.keywordId)
      const data: WireAudit[] = []
      for (const audit of await listAudits(pool, project.id, AUDITS_MAX))
        data.push(await pool.begin((tx) => toWireAudit(tx, audit), SNAPSHOT))
      return { data }
    },
  )

  app.get(
    '/api/audits/:id',
    user({
      id: 'getAudit',
      summary: 'One audit with the drawn mentions',
      description: 'The audit with its estimate and all cards, labelled or not.',
      class: 'long',
      params,
      response: { 200: WireAuditCards },
      errors: [404],
    }),
    async (request) => {
      const accountId = actorOf(request).id
      const audit = await findOwnAudit(pool, ownerOf(request), request.params.id)
      const project = await findOwnProject(pool, ownerOf(request), audit.projectId)
      return toWireCardsInSnapshot(pool, audit, project, accountId)
    },
  )
}

function addComparisonRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Audits')

  app.get(
    '/api/audits/change',
    user({
      id: 'compareAudits',
      summary: 'How the sentiment changed between two audited periods',
      description: 'The difference between the estimates of two periods, with its interval.',
      class: 'long',
      querystring: Type.Object({
        keywordId: KeywordId,
        periods: Type.String({
          description: 'Two periods',
          examples: ['2026-05-01..2026-05-31,2026-06-01..2026-06-30'],
        }),
      }),
      response: { 200: WireSentimentChange },
      errors: [404],
    }),
    async (request) => {
      const { keywordId, periods } = request.query
      const ranges = readPeriods(periods, settings.timeZone)
      const project = await findOwnProject(pool, ownerOf(request), keywordId)
      const found = await pool.begin(
        (tx) => Promise.all(ranges.map((range) => estimateSentiment(tx, project.id, range))),
        SNAPSHOT,
      )
      const [before, after] = found.map(({ sentiment_estimate }) => sentiment_estimate)
      return {
        periods: ranges.map(({ from, to }, at) => ({
          from: from.toISOString(),
          to: to.toISOString(),
          ...(found[at] as (typeof found)[number]),
        })),
        difference:
          before == null || after == null
            ? null
            : {
                negative: differenceOf(before.negative, after.negative),
                neutral: differenceOf(before.neutral, after.neutral),
                positive: differenceOf(before.positive, after.positive),
              },
      }
    },
  )
}

// The interval of a difference holds only for samples that share no mention.
function readPeriods(text: string, timeZone: string) {
  const ranges = splitPeriods(text).map((period) => readRange(period, timeZone, new Date()))
  const [first, second] = ranges
  if (first === undefined || second === undefined || ranges.length > 2)
    throw new Refusal('invalid', 'periods must be two ranges, from..to,from..to.', ['periodsOverlap'])
  if (first.from < second.to && second.from < first.to)
    throw new Refusal('invalid', 'periods must not overlap.', ['periodsOverlap'])
  return [first, second]
}

async function findOwnProject(pool: Pool, owner: Owner, id: string): Promise<Project> {
  const project = await findProject(pool, owner, id)
  if (project === null) throw notFound('project', id, 'keywordId')
  return project
}

async function findOwnAudit(pool: Pool, owner: Owner, id: string): Promise<StoredAudit> {
  const audit = await findAudit(pool, owner, id)
  if (audit === null) throw notFound('audit', id)
  return audit
}

async function toWireAudit(db: Db, audit: StoredAudit, drawn?: readonly DrawnMention[]): Promise<WireAudit> {
  const mentions = drawn ?? (await readDrawn(db, audit))
  const estimate = await estimateWith(db, audit, mentions)
  return {
    id: audit.id,
    keyword_id: audit.projectId,
    filter: toWireFilter(audit.filter),
    size: mentions.length,
    labelled: mentions.filter(({ labels }) => labels.size > 0).length,
    estimate,
    estimate_reason: estimate === null ? 'too_few' : null,
    created_at: audit.createdAt.toISOString(),
  }
}

function toWireCardsInSnapshot(pool: Pool, audit: StoredAudit, project: Project, accountId: string) {
  return pool.begin((tx) => toWireCards(tx, audit, project, accountId), SNAPSHOT)
}

async function toWireCards(db: Db, audit: StoredAudit, project: Project, accountId: string) {
  const drawn = await readDrawn(db, audit)
  const mentions = await readMentions(
    db,
    project.id,
    drawn.map(({ id }) => id),
  )
  const labels = new Map(drawn.map((mention) => [mention.id, mention.labels.get(accountId) ?? null]))
  const cards = mentions.map((mention) => ({
    ...toWireEnriched(mention, project),
    label: labels.get(mention.id) ?? null,
  }))
  return { ...(await toWireAudit(db, audit, drawn)), cards }
}

function toWireFilter({
  from,
  to,
  sentiment,
  platforms,
  language,
  passing,
  entity,
  author,
  story,
  tag,
  text,
}: MentionFilter): WireAudit['filter'] {
  return {
    ...(from === undefined ? {} : { from: from.toISOString() }),
    ...(to === undefined ? {} : { to: to.toISOString() }),
    ...(sentiment === undefined ? {} : { sentimen: sentiment }),
    ...(platforms === undefined ? {} : { sosmedId: platforms.join(',') }),
    ...(language === undefined ? {} : { language }),
    ...(passing === undefined ? {} : { relevance: relevanceOf({ passing }) }),
    ...(entity === undefined ? {} : { entity }),
    ...(author === undefined ? {} : { author }),
    ...(story === undefined ? {} : { story }),
    ...(tag === undefined ? {} : { tag }),
    ...(text === undefined ? {} : { q: text.q }),
  }
}
