import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { CATEGORIES } from '../domain/category.ts'
import { readDay } from '../domain/day.ts'
import { Problem } from '../domain/problem.ts'
import { PROJECT_KINDS } from '../domain/project.ts'
import { KeywordError, parseKeyword } from '../match/parse.ts'
import { addAudit } from '../store/audit.ts'
import { addEvent } from '../store/events.ts'
import { gather } from '../store/gather.ts'
import { newId } from '../store/ids.ts'
import { countMentions } from '../store/mentions.ts'
import {
  addProject,
  listProjects,
  type NewProject,
  type ProjectList,
  removeProject,
  setListening,
} from '../store/projects.ts'
import { answers } from './answers.ts'
import { accountOf, authenticate, isOwn } from './bearer.ts'
import { toWireProject } from './convert.ts'
import { addInsights } from './insights.ts'
import { mendPaging, PageQuery, pageOf } from './paging.ts'
import type { ApiParts, App } from './server.ts'
import { Source, WireCount, WireMessage, WireProject, WireProjectCreated, WireProjectPage } from './wire.ts'

const ProjectBody = Type.Object({
  group: Type.String({ minLength: 2, maxLength: 100 }),
  keyword: Type.String({ minLength: 2, maxLength: 255 }),
  categoryId: Type.Unsafe<(typeof CATEGORIES)[number]>({ type: 'string', enum: [...CATEGORIES] }),
  startDate: Type.String({ description: 'YYYY-MM-DD, or an ISO 8601 date-time' }),
  endDate: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  type: Type.Unsafe<(typeof PROJECT_KINDS)[number]>({ type: 'string', enum: [...PROJECT_KINDS] }),
  exclude: Type.Optional(Type.String({ maxLength: 1_000 })),
})
const tags = ['Project']
const security = [{ bearer: [] }]

export function addProjects(app: App, parts: ApiParts): void {
  const { pool, settings } = parts
  const onRequest = authenticate(pool)
  const list = gather((keys) =>
    listProjects(
      pool,
      keys.map((key) => JSON.parse(key) as ProjectList),
    ),
  )
  // A list of projects asks for the counts of all of them at the same time.
  const count = gather((keys) => countMentions(pool, keys.map(readCounting)))

  app.get(
    '/api/project',
    {
      onRequest,
      preValidation: mendPaging,
      schema: {
        tags,
        security,
        summary: 'List my projects',
        querystring: Type.Object(PageQuery),
        response: answers({ 200: WireProjectPage }, 400, 401),
      },
    },
    async (request) => {
      const { page, limit } = request.query
      const { total, projects } = await list(JSON.stringify({ ownerId: accountOf(request).id, page, limit }))
      return pageOf(projects.map(toWireProject), total, request.query)
    },
  )

  app.post(
    '/api/project',
    {
      onRequest,
      preValidation: trimProject,
      schema: {
        tags,
        security,
        summary: 'Create a project',
        body: ProjectBody,
        response: answers({ 201: WireProjectCreated }, 400, 401, 403, 413, 415),
      },
    },
    async (request, reply) => {
      const fields = readProject(request.body, settings.timeZone)
      const account = accountOf(request)
      const id = newId()
      const audit = { accountId: account.id, action: 'project.create', subject: id, detail: { name: fields.name } }
      // None waits for another: they are one round trip.
      const [project] = await pool.begin((tx) =>
        Promise.all([
          addProject(tx, account.id, fields, id),
          addAudit(tx, audit),
          addEvent(tx, account.id, 'project', { projectId: id, change: 'created' }),
        ]),
      )
      return reply.code(201).send({ message: 'The project is created.', data: toWireProject(project) })
    },
  )

  app.delete(
    '/api/project',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Delete a project and everything of it',
        querystring: Type.Object({ id: Type.String({ minLength: 1 }) }),
        response: answers({ 200: WireMessage }, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const account = accountOf(request)
      const { id } = request.query
      const removed = await pool.begin(async (tx) => {
        if (!(await removeProject(tx, account.id, id))) return false
        await addAudit(tx, { accountId: account.id, action: 'project.delete', subject: id })
        await addEvent(tx, account.id, 'project', { projectId: id, change: 'deleted' })
        return true
      })
      if (!removed) throw new Problem('not-found', `No project has the id "${id}".`)
      return { message: 'The project is deleted.' }
    },
  )

  app.get(
    '/api/project/content-count',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Count what was collected',
        querystring: Type.Object({ id: Type.String({ minLength: 1 }), sosmedId: Type.Optional(Source) }),
        response: answers({ 200: WireCount }, 400, 401, 404),
      },
    },
    async (request) => {
      const { id, sosmedId } = request.query
      const counted = await count(JSON.stringify([id, sosmedId]))
      if (counted === null || !isOwn(request, counted.project))
        throw new Problem('not-found', `No project has the id "${id}".`)
      return { data: counted.total }
    },
  )

  app.patch(
    '/api/project/listen-status',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Start or stop listening',
        body: Type.Object({
          id: Type.String({ minLength: 1, maxLength: 100 }),
          islisten: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
        }),
        response: answers({ 200: WireProject }, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const account = accountOf(request)
      const { id, islisten } = request.body
      const project = await pool.begin(async (tx) => {
        const changed = await setListening(tx, account.id, id, islisten === 1)
        if (changed === null) return null
        await addAudit(tx, {
          accountId: account.id,
          action: 'project.listen',
          subject: id,
          detail: { listening: changed.listening },
        })
        await addEvent(tx, account.id, 'project', { projectId: id, change: 'updated' })
        return changed
      })
      if (project === null) throw new Problem('not-found', `No project has the id "${id}".`)
      return toWireProject(project)
    },
  )

  addInsights(app, parts)
}

function readCounting(key: string) {
  const [projectId, source] = JSON.parse(key) as [string, Type.Static<typeof Source> | null]
  return { projectId, filter: { platforms: source === null ? undefined : [source] } }
}

// Lengths are those of the trimmed text, so trimming comes before validation.
async function trimProject(request: FastifyRequest): Promise<void> {
  const body = request.body as Record<string, unknown> | null
  if (typeof body !== 'object' || body === null) return
  for (const field of ['group', 'keyword', 'exclude']) {
    const value = body[field]
    if (typeof value === 'string') body[field] = value.trim()
  }
}

function readProject(body: Type.Static<typeof ProjectBody>, timeZone: string): NewProject {
  const startDay = readDay(body.startDate, timeZone)
  if (startDay === null)
    throw new Problem('invalid', 'startDate must be a real day as YYYY-MM-DD, or an ISO 8601 date-time.')
  const endDay = body.endDate == null ? null : readDay(body.endDate, timeZone)
  if (body.endDate != null && endDay === null) {
    throw new Problem('invalid', 'endDate must be a real day as YYYY-MM-DD, an ISO 8601 date-time, or null.')
  }
  if (endDay !== null && endDay < startDay) throw new Problem('invalid', 'endDate must not be before startDate.')
  try {
    parseKeyword(body.keyword)
  } catch (error) {
    if (error instanceof KeywordError) throw new Problem('invalid', `keyword: ${error.message}`)
    throw error
  }
  return {
    name: body.group,
    keyword: body.keyword,
    exclude: body.exclude ?? '',
    category: body.categoryId,
    kind: body.type,
    startDay,
    endDay,
  }
}
