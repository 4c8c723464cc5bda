import type { Db } from '../db.ts'
import { json } from '../sql.ts'

// Where a search source continues for a project; null at first.
export async function findCursor(db: Db, projectId: string, source: string): Promise<unknown> {
  const [row] = await db`select cursor from source_cursor where project_id = ${projectId} and source = ${source}`
  return row?.cursor ?? null
}

// Must run in the transaction that stores the mentions read up to this cursor.
export async function saveCursor(tx: Db, projectId: string, source: string, cursor: unknown): Promise<void> {
  await tx`
    insert into source_cursor (project_id, source, cursor) values (${projectId}, ${source}, ${json(cursor)})
    on conflict (project_id, source) do update set cursor = excluded.cursor, updated_at = now()`
}

// Records that a source must be queried again later although the run has ended: the schedule queues it then.
export async function deferSearch(
  tx: Db,
  projectId: string,
  source: string,
  deferral: { readonly until: Date; readonly requested: boolean },
): Promise<void> {
  const { until, requested } = deferral
  await tx`
    insert into source_cursor (project_id, source, deferred_until, deferred_requested)
    values (${projectId}, ${source}, ${until}, ${requested})
    on conflict (project_id, source) do update
       set deferred_until = excluded.deferred_until, deferred_requested = excluded.deferred_requested`
}

export interface DeferredSearch {
  readonly projectId: string
  readonly ownerId: string
  readonly sources: readonly string[]
  // Whether a person requested a run that one of them belongs to.
  readonly requested: boolean
}

// The projects with deferred searches that are due, each once. The deferral is cleared: queue them in the same transaction.
export async function takeDeferred(tx: Db, limit: number): Promise<DeferredSearch[]> {
  return tx<DeferredSearch>`
    with due as (
      select project_id, source from source_cursor where deferred_until <= now() order by deferred_until limit ${limit} for update skip locked),
    taken as (
      update source_cursor s set deferred_until = null from due where s.project_id = due.project_id and s.source = due.source
      returning s.project_id, s.source, s.deferred_requested)
    select p.id as "projectId", p.owner_id as "ownerId", array_agg(taken.source) as sources, bool_or(taken.deferred_requested) as requested
      from taken join project p on p.id = taken.project_id where p.removed_at is null group by p.id`
}

export interface SourcePause {
  readonly retryAt: Date
  readonly detail: string
}

// A pause that a source requests applies to every project that shares its credential.
export async function findPause(db: Db, source: string): Promise<SourcePause | null> {
  const [row] = await db<SourcePause>`
    select retry_at as "retryAt", coalesce(detail, '') as detail from source_state where source = ${source} and retry_at > now()`
  return row ?? null
}

export async function savePause(db: Db, source: string, pause: SourcePause): Promise<void> {
  await db`
    insert into source_state as s (source, retry_at, detail) values (${source}, ${pause.retryAt}, ${pause.detail})
    on conflict (source) do update set retry_at = greatest(s.retry_at, excluded.retry_at), detail = excluded.detail, updated_at = now()`
}
