import { Type } from 'typebox'
import { ALERTS_MAX, type Alert } from '../domain/alert.ts'
import type { Owner } from '../domain/owner.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { backtest } from '../evaluate/backtest.ts'
import type { Db } from '../store/db.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { findProject } from '../store/projects/projects.ts'
import { addAlert, changeAlert, listAlerts, lockAlert, removeAlert } from '../store/watching/alerts.ts'
import { checkChannels, readAlertFilter, readQuiet, readRule, toWireFilter } from './alert-input.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { readRange } from './range.ts'
import { routesOf } from './route.ts'
import { AlertBody, AlertPatch, BacktestBody, WireAlert, WireAlerts, WireBacktest } from './wire/alert.ts'
import { WireConfirmation } from './wire/fields.ts'

const COOLDOWN_MINUTES = 60
const BACKTEST_DAYS = 90
const BACKTEST_DAYS_MAX = 400
const params = Type.Object({ id: Type.String() })

export function addAlertRoutes(app: App, deps: ApiDeps): void {
  addOwnRoutes(app, deps)
  addChangeRoutes(app, deps)
}

function addOwnRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Alerts')
  const { timeZone } = settings

  app.post(
    '/api/alerts',
    user({
      id: 'addAlert',
      summary: 'Add a rule to a project',
      description: 'The rule watches the project from now on and opens incidents.',
      body: AlertBody,
      response: { 201: WireAlert },
      errors: [404],
    }),
    async (request, reply) => {
      const { keywordId, cooldownMinutes = COOLDOWN_MINUTES, enabled = true, name, ...body } = request.body
      const accountId = actorOf(request).id
      const rule = readRule(body.rule)
      const filter = readAlertFilter(body.filter, timeZone)
      const quiet = readQuiet(body.quiet)
      const alert = await pool.begin(async (tx) => {
        const project = await projectOf(tx, ownerOf(request), keywordId)
        const channels = await checkChannels(tx, accountId, body.channels)
        const fields = { name, rule, filter, quiet, cooldownMinutes, enabled, channels }
        return addAlert(tx, { projectId: project.id, accountId, fields })
      })
      if (alert === null)
        throw new Refusal('invalid', `keywordId: a project has at most ${ALERTS_MAX} rules.`, ['tooManyOf', ALERTS_MAX])
      return reply.code(201).send(toWireAlert(alert))
    },
  )

  app.get(
    '/api/alerts',
    user({
      id: 'listAlerts',
      summary: 'List my rules',
      description: 'The rules of one project or of all my projects.',
      querystring: Type.Object({ keywordId: Type.Optional(Type.String({ minLength: 1 })) }),
      response: { 200: WireAlerts },
    }),
    async (request) => {
      const alerts = await listAlerts(pool, ownerOf(request), request.query.keywordId ?? null)
      return { data: alerts.map(toWireAlert) }
    },
  )
}

function addChangeRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Alerts')
  const { timeZone } = settings

  app.patch(
    '/api/alerts/:id',
    user({
      id: 'changeAlert',
      summary: 'Change a rule',
      description: 'Changes only the fields that are sent.',
      params,
      body: AlertPatch,
      response: { 200: WireAlert },
      errors: [404],
    }),
    async (request) => {
      const { rule, filter, quiet, channels, ...plain } = request.body
      const accountId = actorOf(request).id
      const changed = await pool.begin(async (tx) => {
        const alert = await lockAlert(tx, ownerOf(request), request.params.id)
        if (alert === null) return null
        return changeAlert(tx, alert, {
          ...alert,
          ...plain,
          ...(rule === undefined ? {} : { rule: readRule(rule) }),
          ...(filter === undefined ? {} : { filter: readAlertFilter(filter, timeZone) }),
          ...(quiet === undefined ? {} : { quiet: readQuiet(quiet) }),
          ...(channels === undefined ? {} : { channels: await checkChannels(tx, accountId, channels) }),
        })
      })
      if (changed === null) throw notFound('rule', request.params.id)
      return toWireAlert(changed)
    },
  )

  app.delete(
    '/api/alerts/:id',
    user({
      id: 'removeAlert',
      summary: 'Remove a rule and its incidents',
      description: 'The incidents that the rule opened are removed with it.',
      params,
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      const removed = await removeAlert(pool, ownerOf(request), id)
      if (!removed) throw notFound('rule', id)
      return { message: 'The rule is removed.' }
    },
  )
}

export function addBacktestRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Alerts')
  const { timeZone, requestSeconds } = settings
  app.post(
    '/api/alerts/backtest',
    user({
      id: 'backtestAlert',
      summary: 'List the incidents that a rule would have opened',
      description: 'Applies a rule to the stored mentions of a past range. Nothing is stored and nothing is sent.',
      class: 'long',
      scope: 'read',
      body: BacktestBody,
      response: { 200: WireBacktest },
      errors: [404],
    }),
    async (request) => {
      const { keywordId, cooldownMinutes = COOLDOWN_MINUTES, ...body } = request.body
      const accountId = actorOf(request).id
      const input = {
        accountId,
        rule: readRule(body.rule),
        filter: readAlertFilter(body.filter, timeZone),
        timeZone,
        requestSeconds,
      }
      const range = { ...readBacktestRange(body, timeZone, new Date()), cooldownMinutes }
      const project = await projectOf(pool, ownerOf(request), keywordId)
      const { incidents, count } = await pool.begin(
        (tx) => backtest(tx, { ...input, projectId: project.id }, range),
        SNAPSHOT,
      )
      return {
        count,
        incidents: incidents.map(({ found, seen, story }) => ({
          opened_at: new Date(found.openedAt).toISOString(),
          closed_at: found.closedAt === null ? null : new Date(found.closedAt).toISOString(),
          peak: found.peak,
          expected: found.expected?.mean ?? null,
          seen,
          story,
          subject: found.subject,
        })),
      }
    },
  )
}

async function projectOf(db: Db, owner: Owner, id: string): Promise<Project> {
  const project = await findProject(db, owner, id)
  if (project === null) throw notFound('project', id, 'keywordId')
  return project
}

// The last 90 days unless the body says otherwise; never the future.
function readBacktestRange(body: { from?: string; to?: string }, timeZone: string, now: Date) {
  const start = new Date(now.getTime() - BACKTEST_DAYS * 86_400_000).toISOString()
  const range = readRange({ from: body.from ?? start, to: body.to ?? now.toISOString() }, timeZone, now)
  if (range.to.getTime() - range.from.getTime() > BACKTEST_DAYS_MAX * 86_400_000)
    throw new Refusal('invalid', `from and to must be at most ${BACKTEST_DAYS_MAX} days apart.`, [
      'rangeTooLong',
      BACKTEST_DAYS_MAX,
    ])
  if (range.from >= now) throw new Refusal('invalid', 'from must be in the past.', ['inThePast'])
  return { from: range.from, to: range.to > now ? now : range.to }
}

function toWireAlert(alert: Alert): WireAlert {
  const { id, projectId, name, rule, filter, channels, quiet, cooldownMinutes, enabled, createdAt } = alert
  return {
    id,
    keywordId: projectId,
    name,
    rule: rule as WireAlert['rule'],
    filter: toWireFilter(filter),
    channels: [...channels],
    quiet,
    cooldownMinutes,
    enabled,
    created_at: createdAt.toISOString(),
  }
}
