import { Type } from 'typebox'
import { TASKS } from '../domain/job.ts'
import type { Owner } from '../domain/owner.ts'
import { notFound } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { compileRule } from '../match/still-matches.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { addEvent } from '../store/accounts/events.ts'
import type { Db, Pool } from '../store/db.ts'
import { addJob } from '../store/jobs/jobs.ts'
import { compareMentions, countUnmatched, dropUnmatched, listUnmatched } from '../store/mentions/unmatched.ts'
import { listEdits, saveEdit } from '../store/projects/edits.ts'
import { findProject, lockProject, type NewProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { toWireEnriched, toWireProject } from './convert.ts'
import { CursorQuery } from './paging.ts'
import { ProjectBody, readProject, trimProject } from './project-input.ts'
import { routesOf } from './route.ts'
import { WireDroppedMentions, WireEditedProject, WireProjectEdits, WireUnmatchedMentions } from './wire/edit.ts'
import { words } from './wire/fields.ts'

const EDITS_MAX = 200
// Of up to 20,000 mentions the response has the exact number; the rest of a larger project is compared by a job.
const COMPARE_STEPS_MAX = 20
const DROP_STEPS_MAX = 10
const Id = Type.String({ minLength: 1 })

const EditBody = Type.Object(
  {
    ...Type.Partial(ProjectBody).properties,
    fromArchive: Type.Optional(
      Type.Boolean({ description: 'Read the archive again: what the new expression finds in it is charged' }),
    ),
  },
  { minProperties: 1, additionalProperties: false },
)

export function addProjectEditRoutes(app: App, deps: ApiDeps): void {
  addEditRoutes(app, deps)
  addUnmatchedRoutes(app, deps)
}

function addEditRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Project')

  app.patch(
    '/api/project',
    {
      ...user({
        id: 'editProject',
        summary: 'Edit a project; its mentions stay, and those that no longer match are marked',
        description: 'Changes only the fields that are sent.',
        class: 'long',
        querystring: Type.Object({ id: Id }),
        body: EditBody,
        response: { 200: WireEditedProject },
        errors: [404],
      }),
      preValidation: trimProject,
    },
    async (request) => {
      const { id } = request.query
      const { fromArchive = false, ...fields } = request.body
      const account = actorOf(request)
      const project = await pool.begin(async (tx) => {
        const before = await lockProject(tx, ownerOf(request), id)
        if (before === null) throw notFound('project', id)
        const after = readProject({ ...bodyOf(before), ...fields }, settings.timeZone)
        return editProject(tx, before, after, { by: account.id, fromArchive })
      })
      const compile = compileRule(settings.timeZone)
      await compareMentions(pool, project.id, compile, { stepsMax: COMPARE_STEPS_MAX })
      return { ...toWireProject(project), ...(await readCompared(pool, project.id)) }
    },
  )

  app.get(
    '/api/project/edits',
    user({
      id: 'listEdits',
      summary: 'What a project was before each edit, newest first',
      description: 'Each edit with the earlier values and the person who made it.',
      querystring: Type.Object({ id: Id }),
      response: { 200: WireProjectEdits },
      errors: [404],
    }),
    async (request) => {
      const project = await requireProject(pool, ownerOf(request), request.query.id)
      const edits = await listEdits(pool, project.id, EDITS_MAX)
      return {
        data: edits.map(({ at, by, before, after }) => ({
          at: at.toISOString(),
          by,
          before: toWireState(before),
          after: toWireState(after),
        })),
        ...(await readCompared(pool, project.id)),
      }
    },
  )
}

function addUnmatchedRoutes(app: App, { pool, storyRules }: ApiDeps): void {
  const { user } = routesOf(pool, 'Project')

  app.get(
    '/api/project/unmatched',
    user({
      id: 'listUnmatched',
      summary: 'The mentions that an edited project no longer matches, newest first',
      description: 'How many there are, and the mentions, read on with a cursor.',
      querystring: Type.Object({ id: Id, ...CursorQuery }),
      response: { 200: WireUnmatchedMentions },
      errors: [404],
    }),
    async (request) => {
      const { id, cursor, limit } = request.query
      const project = await requireProject(pool, ownerOf(request), id)
      const found = await listUnmatched(pool, project.id, { before: cursor ?? null, limit })
      return {
        data: found.map((mention) => toWireEnriched(mention, project)),
        next: found.length === limit ? (found.at(-1)?.id ?? null) : null,
        ...(await countUnmatched(pool, project.id)),
      }
    },
  )

  app.post(
    '/api/project/unmatched',
    user({
      id: 'dropUnmatched',
      summary: 'Hide or delete the mentions that an edited project no longer matches',
      description: 'Works on a limited number at once; `left` is how many remain.',
      class: 'long',
      body: Type.Object({ id: Id, action: words(['hide', 'delete'] as const) }),
      response: { 200: WireDroppedMentions },
      errors: [404],
    }),
    async (request) => {
      const { id, action } = request.body
      const account = actorOf(request)
      const project = await requireProject(pool, ownerOf(request), id)
      let changed = 0
      for (let steps = 0, dropped = 1; steps < DROP_STEPS_MAX && dropped > 0; steps++) {
        dropped = await pool.begin(async (tx) => {
          const count = await dropUnmatched(tx, { projectId: project.id, by: account.id, action }, storyRules)
          const detail = { action, mentions: count }
          if (count > 0) await addAudit(tx, { accountId: account.id, action: 'project.unmatched', subject: id, detail })
          if (count > 0) await addEvent(tx, account.id, 'project', { projectId: project.id, change: 'updated' })
          return count
        })
        changed += dropped
      }
      return { changed, left: (await countUnmatched(pool, project.id)).total }
    },
  )
}

async function editProject(
  tx: Db,
  before: Project,
  after: NewProject,
  options: { readonly by: string; readonly fromArchive: boolean },
): Promise<Project> {
  const edited = await saveEdit(tx, before, after, options)
  const { by: accountId, fromArchive } = options
  // The line of the audit log keeps the earlier expression.
  const detail = { before: edited.before, after, fromArchive }
  await addAudit(tx, { accountId, action: 'project.edit', subject: before.id, detail })
  await addEvent(tx, accountId, 'project', { projectId: before.id, change: 'updated' })
  if (edited.compares) await addJob(tx, { task: TASKS.compareMentions, key: before.id, projectId: before.id })
  return edited.project
}

async function readCompared(db: Db, projectId: string) {
  const { total, checking } = await countUnmatched(db, projectId)
  return { no_longer_matching: total, checking }
}

function bodyOf(project: Project): Type.Static<typeof ProjectBody> {
  return {
    group: project.name,
    keyword: project.keyword,
    exclude: project.exclude,
    categoryId: project.category,
    startDate: project.startDay,
    endDate: project.endDay,
    type: project.kind,
  }
}

function toWireState({ name, keyword, exclude, category, kind, startDay, endDay }: NewProject) {
  return { group: name, keyword, exclude, categoryid: category, start_date: startDay, end_date: endDay, type: kind }
}

async function requireProject(pool: Pool, owner: Owner, id: string): Promise<Project> {
  const project = await findProject(pool, owner, id)
  if (project === null) throw notFound('project', id)
  return project
}
