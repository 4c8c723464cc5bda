import type { Account } from '../../domain/account.ts'
import { BULK_BATCH, type BulkAction, type BulkChange, UNDO_DAYS } from '../../domain/bulk.ts'
import type { MentionFilter } from '../../domain/filter.ts'
import { PRIORITIES, TASKS } from '../../domain/job.ts'
import type { Owner } from '../../domain/owner.ts'
import { addEvent } from '../accounts/events.ts'
import { plainArray, plainArrays } from '../arrays.ts'
import type { Db, Pool } from '../db.ts'
import { ID_BYTES, idAt, isUuid, newId } from '../ids.ts'
import { addJob } from '../jobs/jobs.ts'
import { listProjectIds } from '../owned.ts'
import { lockProject } from '../search/seal.ts'
import { selectParts } from '../search/select.ts'
import { inTurns } from '../search/turns.ts'
import { json, sql } from '../sql.ts'
import { applyAction, undoAction } from './bulk-action.ts'
import { SNAPSHOT } from './selection.ts'
import type { StoryRules } from './stories.ts'

// One change of everything that a filter selects, a batch per transaction: collecting and reading continue in between. Batches are
// stored, so that any process can go on, and several at once do no harm.

export interface NewBulkChange {
  readonly projectId: string
  readonly by: Pick<Account, 'id' | 'name'>
  readonly action: BulkAction
}

// The ids of the mentions that pass a filter, sixteen bytes each: a million of them as texts would take a hundred megabytes.
export async function selectPacked(pool: Pool, projectId: string, filter: MentionFilter): Promise<Buffer> {
  return pool.begin(async (tx) => {
    const parts: Buffer[] = []
    for (const { part, hits } of await selectParts(tx, projectId, filter)) {
      const ids = await part.ids()
      for await (const some of inTurns(hits)) {
        const own = Buffer.allocUnsafe(some.length * ID_BYTES)
        for (let at = 0; at < some.length; at++) {
          const start = (some[at] as number) * ID_BYTES
          ids.copy(own, at * ID_BYTES, start, start + ID_BYTES)
        }
        parts.push(own)
      }
    }
    return Buffer.concat(parts)
  }, SNAPSHOT)
}

const BATCHES_PER_STATEMENT = 20

// Stores what is to be changed; nothing is changed yet.
export async function addBulkChange(tx: Db, { projectId, by, action }: NewBulkChange, ids: Buffer): Promise<string> {
  const id = newId()
  const total = ids.length / ID_BYTES
  await tx`
    insert into bulk_change (project_id, id, account_id, account_name, change, total)
    values (${projectId}, ${id}, ${by.id}, ${by.name}, ${json(action)}, ${total})`
  const step = BATCHES_PER_STATEMENT * BULK_BATCH
  for (let from = 0; from < total; from += step) {
    const batches: string[][] = []
    for (let start = from; start < Math.min(from + step, total); start += BULK_BATCH) {
      const length = Math.min(BULK_BATCH, total - start)
      batches.push(Array.from({ length }, (_, index) => idAt(ids, start + index)))
    }
    await tx`
      insert into bulk_batch (project_id, bulk_id, number, ids)
      select ${projectId}::uuid, ${id}::uuid, ${from / BULK_BATCH}::int + position, ids::uuid[]
        from unnest(${plainArrays(batches)}::text[]) with ordinality as t(ids, position)`
  }
  return id
}

// A change of one of the owner's projects.
export async function findBulkChange(db: Db, owner: Owner, id: string): Promise<BulkChange | null> {
  if (!isUuid(id)) return null
  const [change] = await db<BulkRow>`
    select ${COLUMNS} from bulk_change where project_id = any(${await listProjectIds(db, owner)}::uuid[]) and id = ${id}`
  return change === undefined ? null : toBulk(change)
}

// False when the change is undone already, or being undone. What is not done yet will not be.
export async function startUndo(tx: Db, { projectId, id }: Pick<BulkChange, 'projectId' | 'id'>): Promise<boolean> {
  if (!(await lockProject(tx, projectId))) return false
  const started = await tx`
    update bulk_change set state = 'undoing', done = 0, changed = 0, finished_at = null
     where project_id = ${projectId} and id = ${id} and state in ('running', 'done')`
  return started.count === 1
}

// Goes on with a change or with undoing it, for at most so many batches. True when nothing is left to do.
export async function runBulkChange(
  pool: Pool,
  change: Pick<BulkChange, 'projectId' | 'id'>,
  storyRules: StoryRules,
  { stepsMax, signal }: { readonly stepsMax: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  for (let steps = 0; steps < stepsMax; steps++) {
    signal?.throwIfAborted()
    if (await pool.begin((tx) => runBatch(tx, change, storyRules))) return true
  }
  return false
}

async function runBatch(
  tx: Db,
  { projectId, id }: Pick<BulkChange, 'projectId' | 'id'>,
  storyRules: StoryRules,
): Promise<boolean> {
  if (!(await lockProject(tx, projectId))) return true
  const [row] = await tx<BulkRow>`select ${COLUMNS} from bulk_change where project_id = ${projectId} and id = ${id}`
  if (row === undefined || row.state === 'done' || row.state === 'undone') return true
  const bulk = toBulk(row)
  const undoing = row.state === 'undoing'
  const [batch] = await tx<Batch>`
    select number, ids, changed, changed_at as "changedAt", before from bulk_batch
     where project_id = ${projectId} and bulk_id = ${id}
       and ${undoing ? sql`changed is not null and not undone` : sql`changed is null`}
     order by number limit 1`
  if (batch === undefined) {
    await finish(tx, bulk)
    return true
  }
  const changed = undoing ? await undoBatch(tx, bulk, batch, storyRules) : await doBatch(tx, bulk, batch, storyRules)
  const [after] = await tx<{ done: number }>`
    update bulk_change set done = done + ${batch.ids.length}, changed = changed + ${changed}
     where project_id = ${projectId} and id = ${id} returning done`
  if (after?.done !== bulk.total) return false
  await finish(tx, bulk)
  return true
}

interface Batch {
  readonly number: number
  readonly ids: readonly string[]
  // Null until it is done.
  readonly changed: readonly string[] | null
  readonly changedAt: Date | null
  readonly before: unknown
}

async function doBatch(tx: Db, bulk: BulkChange, { number, ids }: Batch, storyRules: StoryRules): Promise<number> {
  const at = new Date()
  const { changed, before } = await applyAction(tx, bulk, { ids, at }, storyRules)
  await tx`
    update bulk_batch set changed = ${plainArray(changed)}::uuid[], changed_at = ${at},
           before = ${before === null ? null : json(before)}
     where project_id = ${bulk.projectId} and bulk_id = ${bulk.id} and number = ${number}`
  return changed.length
}

async function undoBatch(tx: Db, bulk: BulkChange, batch: Batch, storyRules: StoryRules): Promise<number> {
  const { changed, changedAt, before } = batch
  await tx`
    update bulk_batch set undone = true
     where project_id = ${bulk.projectId} and bulk_id = ${bulk.id} and number = ${batch.number}`
  if (changed === null || changedAt === null) return 0
  return undoAction(tx, bulk, { ids: changed, at: changedAt, before }, storyRules)
}

async function finish(tx: Db, { projectId, id, by }: BulkChange): Promise<void> {
  await tx`
    update bulk_change set state = case when state = 'undoing' then 'undone' else 'done' end, finished_at = now()
     where project_id = ${projectId} and id = ${id}`
  await addEvent(tx, by.id, 'project', { projectId, change: 'updated' })
}

export async function queueBulkChange(db: Db, { projectId, id }: Pick<BulkChange, 'projectId' | 'id'>): Promise<void> {
  await addJob(db, {
    task: TASKS.changeMentions,
    key: id,
    payload: { projectId },
    priority: PRIORITIES.shared,
  })
}

// Changes that a worker has to go on with.
export async function listUnfinished(db: Db, limit: number): Promise<Pick<BulkChange, 'projectId' | 'id'>[]> {
  return db`
    select project_id as "projectId", id from bulk_change where state in ('running', 'undoing') order by created_at limit ${limit}`
}

// Deletes what can no longer be undone.
export async function trimBulkChanges(db: Db): Promise<void> {
  const isOld = sql`c.state in ('done', 'undone') and c.created_at < now() - make_interval(days => ${UNDO_DAYS})`
  await db`
    delete from bulk_batch b using bulk_change c where b.project_id = c.project_id and b.bulk_id = c.id and ${isOld}`
  await db`delete from bulk_change c where ${isOld}`
}

interface BulkRow extends Omit<BulkChange, 'by'> {
  readonly accountId: string
  readonly accountName: string
}

const COLUMNS = sql`project_id as "projectId", id, account_id as "accountId", account_name as "accountName", change as action, total,
    done, changed, state, created_at as "createdAt", finished_at as "finishedAt"`

function toBulk({ accountId, accountName, ...rest }: BulkRow): BulkChange {
  return { ...rest, by: { id: accountId, name: accountName } }
}
