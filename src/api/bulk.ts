import { Type } from 'typebox'
import { BULK_BATCH, BULK_MAX, type BulkAction, type BulkChange, UNDO_DAYS } from '../domain/bulk.ts'
import type { Owner } from '../domain/owner.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import { addAudit } from '../store/accounts/audit.ts'
import type { Db } from '../store/db.ts'
import { ID_BYTES, idBytes, isUuid } from '../store/ids.ts'
import {
  addBulkChange,
  findBulkChange,
  queueBulkChange,
  runBulkChange,
  selectPacked,
  startUndo,
} from '../store/mentions/bulk.ts'
import { hasRoomForTag } from '../store/mentions/tags.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { readFilter, readTag } from './filter.ts'
import { routesOf } from './route.ts'
import { tooManyTags } from './tags.ts'
import { MentionBulkBody, WireBulkChange } from './wire/desk.ts'

const params = Type.Object({ id: Type.String() })
// A change of one batch is made at once: its batch, and what finishes it.
const STEPS_AT_ONCE = 2

// One change of everything that a filter selects.
export function addBulkRoutes(app: App, deps: ApiDeps): void {
  addStartRoutes(app, deps)
  addFollowRoutes(app, deps)
}

function addStartRoutes(app: App, deps: ApiDeps): void {
  const { pool, settings } = deps
  const { user } = routesOf(pool, 'Mentions')
  app.post(
    '/api/mentions/bulk',
    user({
      id: 'changeMentions',
      summary: 'Tag, untag, correct or hide everything that a filter selects',
      description: `Up to ${BULK_BATCH} mentions are changed before the response; more in the background, with their progress at /api/bulk/{id}. The total is exact at the time of the request. Can be undone for ${UNDO_DAYS} days.`,
      class: 'long',
      body: MentionBulkBody,
      response: { 200: WireBulkChange },
      errors: [404],
    }),
    async (request) => {
      const { keywordId, filter, ids, change } = request.body
      if ((filter === undefined) === (ids === undefined))
        throw new Refusal('invalid', 'Send either filter or ids: an empty filter selects everything.', [
          'nothingSelected',
        ])
      const action = readAction(change)
      const wanted = filter === undefined ? undefined : readFilter(filter, settings.timeZone)
      const owner = ownerOf(request)
      const project = await findProject(pool, owner, keywordId)
      if (project === null) throw notFound('project', keywordId, 'keywordId')
      const packed = wanted === undefined ? packIds(ids ?? []) : await selectPacked(pool, project.id, wanted)
      const total = packed.length / ID_BYTES
      if (total > BULK_MAX)
        throw new Refusal('invalid', `filter: it selects ${total} mentions; one change may have at most ${BULK_MAX}.`, [
          'bulkTooMany',
          total,
          BULK_MAX,
        ])
      const by = actorOf(request)
      const id = await pool.begin(async (tx) => {
        if (action.kind === 'tag' && !(await hasRoomForTag(tx, project.id, action.tag))) throw tooManyTags()
        const added = await addBulkChange(tx, { projectId: project.id, by, action }, packed)
        const detail = { projectId: project.id, total, change, ...(filter === undefined ? { ids } : { filter }) }
        await addAudit(tx, { accountId: by.id, action: 'mentions.bulk', subject: added, detail })
        await queueLarge(tx, { projectId: project.id, id: added, total })
        return added
      })
      return goOn(deps, owner, { projectId: project.id, id, total })
    },
  )
}

function addFollowRoutes(app: App, deps: ApiDeps): void {
  const { pool } = deps
  const { user } = routesOf(pool, 'Mentions')
  app.get(
    '/api/bulk/:id',
    user({
      id: 'getMentionsChange',
      summary: 'How far a change of many mentions is',
      description: 'Its state and how many mentions are done.',
      params,
      response: { 200: WireBulkChange },
      errors: [404],
    }),
    async (request) => toWireBulk(await findOwn(pool, ownerOf(request), request.params.id)),
  )

  app.post(
    '/api/bulk/:id/undo',
    user({
      id: 'undoMentionsChange',
      summary: 'Undo a change of many mentions',
      description:
        'Each mention that it changed, and that is still as it left it, becomes what it was. A change that is not done stops. Again: nothing.',
      class: 'long',
      params,
      response: { 200: WireBulkChange },
      errors: [404],
    }),
    async (request) => {
      const owner = ownerOf(request)
      const bulk = await findOwn(pool, owner, request.params.id)
      const accountId = actorOf(request).id
      await pool.begin(async (tx) => {
        if (!(await startUndo(tx, bulk))) return
        const detail = { projectId: bulk.projectId, total: bulk.total }
        await addAudit(tx, { accountId, action: 'mentions.bulk.undo', subject: bulk.id, detail })
        await queueLarge(tx, bulk)
      })
      return goOn(deps, owner, bulk)
    },
  )
}

type Sized = Pick<BulkChange, 'projectId' | 'id' | 'total'>

async function queueLarge(tx: Db, bulk: Sized): Promise<void> {
  if (bulk.total > BULK_BATCH) await queueBulkChange(tx, bulk)
}

async function goOn({ pool, storyRules }: ApiDeps, owner: Owner, bulk: Sized): Promise<WireBulkChange> {
  if (bulk.total <= BULK_BATCH) await runBulkChange(pool, bulk, storyRules, { stepsMax: STEPS_AT_ONCE })
  return toWireBulk(await findOwn(pool, owner, bulk.id))
}

function readAction({ tag, untag, sentimen }: MentionBulkBody['change']): BulkAction {
  if (tag !== undefined) return { kind: 'tag', tag: readTag('change.tag', tag) }
  if (untag !== undefined) return { kind: 'untag', tag: readTag('change.untag', untag) }
  return sentimen === undefined ? { kind: 'hide' } : { kind: 'sentiment', sentiment: sentimen }
}

// Each once. Those of other projects are not changed, like those that do not exist.
function packIds(ids: readonly string[]): Buffer {
  for (const id of ids)
    if (!isUuid(id)) throw new Refusal('invalid', `ids: "${id}" is not the id of a mention.`, ['invalid', 'ids'])
  return Buffer.concat([...new Set(ids.map((id) => id.toLowerCase()))].map(idBytes))
}

async function findOwn(db: Db, owner: Owner, id: string): Promise<BulkChange> {
  const bulk = await findBulkChange(db, owner, id)
  if (bulk === null) throw notFound('change of mentions', id)
  return bulk
}

const DAY_MS = 86_400_000

function toWireBulk(bulk: BulkChange): WireBulkChange {
  const { action, createdAt } = bulk
  return {
    id: bulk.id,
    keyword_id: bulk.projectId,
    change: toWireAction(action),
    by: bulk.by.name,
    state: bulk.state,
    total: bulk.total,
    done: bulk.done,
    changed: bulk.changed,
    created_at: createdAt.toISOString(),
    finished_at: bulk.finishedAt?.toISOString() ?? null,
    undo_until: new Date(createdAt.getTime() + UNDO_DAYS * DAY_MS).toISOString(),
  }
}

function toWireAction(action: BulkAction): WireBulkChange['change'] {
  switch (action.kind) {
    case 'tag':
      return { tag: action.tag }
    case 'untag':
      return { untag: action.tag }
    case 'sentiment':
      return { sentimen: action.sentiment }
    case 'hide':
      return { hidden: true }
  }
}
