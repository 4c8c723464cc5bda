import { Type } from 'typebox'
import { notFound, Refusal } from '../domain/problem.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { findProject } from '../store/projects/projects.ts'
import {
  addView,
  changeView,
  findView,
  listViews,
  removeView,
  type SavedView,
  type ViewFields,
} from '../store/projects/views.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { readFilter } from './filter.ts'
import { routesOf } from './route.ts'
import { ViewBody, ViewPatch, WireView as ViewSchema, type WireView, WireViews } from './wire/desk.ts'
import { WireConfirmation } from './wire/fields.ts'

// Of one project.
const VIEWS_MAX = 200
// Of all projects.
const LISTED_MAX = 1_000

const params = Type.Object({ id: Type.String() })

// A filter, a range and an order under a name: private to the person, or of the project.
export function addViewRoutes(app: App, deps: ApiDeps): void {
  addListRoutes(app, deps)
  addChangeRoutes(app, deps)
}

function addListRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Views')

  app.get(
    '/api/views',
    user({
      id: 'listViews',
      summary: 'The saved views, by name',
      description: 'Those that the caller saved, and those of the project. Without `keywordId`, of all projects.',
      querystring: Type.Object({ keywordId: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })) }),
      response: { 200: WireViews },
      errors: [404],
    }),
    async (request) => {
      const owner = ownerOf(request)
      const { keywordId } = request.query
      const project = keywordId === undefined ? null : await findProject(pool, owner, keywordId)
      if (keywordId !== undefined && project === null) throw notFound('project', keywordId, 'keywordId')
      const accountId = actorOf(request).id
      const views = await listViews(pool, owner, project?.id ?? null, LISTED_MAX)
      return { data: views.map((view) => toWireView(view, accountId)) }
    },
  )

  app.post(
    '/api/views',
    user({
      id: 'addView',
      summary: 'Save a view',
      description: 'A filter, a range and an order under a name. A period moves on with time; bounds stay.',
      body: ViewBody,
      response: { 201: ViewSchema },
      errors: [404],
    }),
    async (request, reply) => {
      const { keywordId, name, filter = {}, range = {}, order = 'newest', shared = false } = request.body
      const owner = ownerOf(request)
      const accountId = actorOf(request).id
      const project = await findProject(pool, owner, keywordId)
      if (project === null) throw notFound('project', keywordId, 'keywordId')
      const fields = readView({ name, filter, range, order, shared }, settings.timeZone)
      const view = await pool.begin(async (tx) => {
        const added = await addView(tx, owner, project.id, fields, VIEWS_MAX)
        if (added !== null)
          await addAudit(tx, { accountId, action: 'view.add', subject: added.id, detail: { projectId: project.id } })
        return added
      })
      if (view === null)
        throw new Refusal('invalid', `A project has at most ${VIEWS_MAX} views.`, ['tooManyOf', VIEWS_MAX])
      reply.code(201)
      return toWireView(view, accountId)
    },
  )
}

function addChangeRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Views')

  app.patch(
    '/api/views/:id',
    user({
      id: 'changeView',
      summary: 'Rename or change a view',
      description: 'What is not sent stays. A view of the project can be changed by everyone who reaches it.',
      params,
      body: ViewPatch,
      response: { 200: ViewSchema },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      const owner = ownerOf(request)
      const accountId = actorOf(request).id
      const changed = await pool.begin(async (tx) => {
        const before = await findView(tx, owner, id)
        if (before === null) return null
        const { name, filter, range, order, shared } = { ...before, ...request.body }
        const fields = readView({ name, filter, range, order, shared }, settings.timeZone)
        const { projectId } = before
        await addAudit(tx, { accountId, action: 'view.change', subject: id, detail: { projectId } })
        return changeView(tx, owner, id, fields)
      })
      if (changed === null) throw notFound('view', id)
      return toWireView(changed, accountId)
    },
  )

  app.delete(
    '/api/views/:id',
    user({
      id: 'removeView',
      summary: 'Delete a view',
      description: 'The mentions it selects are not touched.',
      params,
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      const removed = await pool.begin(async (tx) => {
        if (!(await removeView(tx, ownerOf(request), id))) return false
        await addAudit(tx, { accountId: actorOf(request).id, action: 'view.remove', subject: id })
        return true
      })
      if (!removed) throw notFound('view', id)
      return { message: 'The view is deleted.' }
    },
  )
}

// Checks that the view can be opened, and stores it as it was sent.
function readView(view: ViewFields, timeZone: string): ViewFields {
  const { period, from, to } = view.range as WireView['range']
  if (period !== undefined && (from !== undefined || to !== undefined))
    throw new Refusal('invalid', 'range must have either period, or from and to.', ['required', 'range'])
  readFilter({ ...view.filter, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }, timeZone)
  return { ...view, name: view.name.trim() }
}

function toWireView(view: SavedView, accountId: string): WireView {
  return {
    id: view.id,
    keyword_id: view.projectId,
    name: view.name,
    filter: view.filter,
    range: view.range,
    order: view.order,
    shared: view.shared,
    own: view.accountId === accountId,
    by: view.by,
    created_at: view.createdAt.toISOString(),
    updated_at: view.updatedAt.toISOString(),
  }
}
