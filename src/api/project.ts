import { Type } from 'typebox'
import type { Owner } from '../domain/owner.ts'
import type { Platform } from '../domain/platform.ts'
import { notFound } from '../domain/problem.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { addEvent } from '../store/accounts/events.ts'
import { coalesce } from '../store/coalesce.ts'
import { newId } from '../store/ids.ts'
import { countMentions } from '../store/mentions/mentions.ts'
import { addProject, listProjects, type ProjectList, removeProject, setListening } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf, actorOf, ownerOf } from './bearer.ts'
import { toWireProject } from './convert.ts'
import { clampPaging, PageQuery, pageOf } from './paging.ts'
import { ProjectBody, readProject, trimProject } from './project-input.ts'
import { routesOf } from './route.ts'
import { Source, WireConfirmation } from './wire/fields.ts'
import { WireMentionCount, WireProject, WireProjectCreated, WireProjectPage } from './wire/project.ts'

const ListenBody = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  islisten: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
})
const Id = Type.String({ minLength: 1 })

export function addProjectRoutes(app: App, deps: ApiDeps): void {
  addReadingRoutes(app, deps)
  addChangeRoutes(app, deps)
}

function addReadingRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Project')
  const list = coalesce((keys) =>
    listProjects(
      pool,
      keys.map((key) => JSON.parse(key) as ProjectList),
    ),
  )
  // A client that shows a list of projects requests the counts of all of them at the same time.
  const count = coalesce((keys) => countMentions(pool, keys.map(readCountKey)))

  app.get(
    '/api/project',
    {
      ...user({
        id: 'listProjects',
        summary: 'List my projects',
        description: 'In pages, newest first. Values of page and limit outside the range are moved into it.',
        querystring: Type.Object(PageQuery),
        response: { 200: WireProjectPage },
      }),
      preValidation: clampPaging,
    },
    async (request) => {
      const { page, limit } = request.query
      const { total, projects } = await list(JSON.stringify({ owner: ownerOf(request), page, limit }))
      return pageOf(projects.map(toWireProject), total, request.query)
    },
  )

  app.get(
    '/api/project/content-count',
    user({
      id: 'countMentions',
      summary: 'Count what was collected',
      description: 'The number of mentions of one project, of all sources or of one.',
      querystring: Type.Object({ id: Id, sosmedId: Type.Optional(Source) }),
      response: { 200: WireMentionCount },
      errors: [404],
    }),
    async (request) => {
      const { id, sosmedId } = request.query
      const total = await count(JSON.stringify([ownerOf(request), id, sosmedId]))
      if (total === null) throw notFound('project', id)
      return { data: total }
    },
  )
}

function addChangeRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Project')

  app.post(
    '/api/project',
    {
      ...user({
        id: 'createProject',
        summary: 'Create a project',
        description: 'An auto project is collected on schedule between its dates.',
        body: ProjectBody,
        response: { 201: WireProjectCreated },
      }),
      preValidation: trimProject,
    },
    async (request, reply) => {
      const account = accountOf(request)
      const fields = readProject(request.body, settings.timeZone)
      const id = newId()
      const audit = { accountId: account.id, action: 'project.create', subject: id, detail: { name: fields.name } }
      // Sent together: none of the three depends on another.
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
    user({
      id: 'removeProject',
      summary: 'Delete a project and everything of it',
      description: 'Its mentions, summaries, rules and audits are removed with it.',
      querystring: Type.Object({ id: Id }),
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const account = actorOf(request)
      const { id } = request.query
      const removed = await pool.begin(async (tx) => {
        if (!(await removeProject(tx, ownerOf(request), id))) return false
        await addAudit(tx, { accountId: account.id, action: 'project.delete', subject: id })
        await addEvent(tx, account.id, 'project', { projectId: id, change: 'deleted' })
        return true
      })
      if (!removed) throw notFound('project', id)
      return { message: 'The project is deleted.' }
    },
  )

  app.patch(
    '/api/project/listen-status',
    user({
      id: 'setListening',
      summary: 'Start or stop listening',
      description: 'A project that does not listen is collected only on request.',
      scope: 'collect',
      body: ListenBody,
      response: { 200: WireProject },
      errors: [404],
    }),
    async (request) => {
      const { id, islisten } = request.body
      const project = await pool.begin(async (tx) => {
        const changed = await setListening(tx, ownerOf(request), id, islisten === 1)
        if (changed === null) return null
        const { ownerId, listening } = changed
        await addAudit(tx, { accountId: ownerId, action: 'project.listen', subject: id, detail: { listening } })
        await addEvent(tx, ownerId, 'project', { projectId: id, change: 'updated' })
        return changed
      })
      if (project === null) throw notFound('project', id)
      return toWireProject(project)
    },
  )
}

function readCountKey(key: string) {
  const [ownerId, id, source] = JSON.parse(key) as [Owner, string, Platform | null]
  return { project: { ownerId, id }, filter: { platforms: source === null ? undefined : [source] } }
}
