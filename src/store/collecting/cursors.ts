import type { Db } from '../db.ts'
import { json } from '../sql.ts'

// Where a search source goes on for a project; null at first.
export async function findCursor(db: Db, projectId: string, source: string): Promise<unknown> {
  const [row] = await db`select cursor from source_cursor where project_id = ${projectId} and source = ${source}`
  return row?.cursor ?? null
}

// In the transaction of the mentions that were read before it.
export async function saveCursor(tx: Db, projectId: string, source: string, cursor: unknown): Promise<void> {
  await tx`
    insert into source_cursor (project_id, source, cursor) values (${projectId}, ${source}, ${json(cursor)})
    on conflict (project_id, source) do update set cursor = excluded.cursor, updated_at = now()`
}

// A run ended although a source wants to be asked again later: the schedule comes back for it.
export async function deferSearch(tx: Db, projectId: string, source: string, at: Date): Promise<void> {
  await tx`
    insert into source_cursor (project_id, source, deferred_until) values (${projectId}, ${source}, ${at})
    on conflict (project_id, source) do update set deferred_until = excluded.deferred_until`
}

export interface DeferredSearch {
  readonly projectId: string
  readonly ownerId: string
  readonly sources: readonly string[]
}

// Projects whose time has come, each once. Nothing is owed to them any more: queue them in the same transaction.
export async function takeDeferred(tx: Db, limit: number): Promise<DeferredSearch[]> {
  return tx<DeferredSearch>`
    with due as (
      select project_id, source from source_cursor where deferred_until <= now() order by deferred_until limit ${limit} for update skip locked),
    paid as (
      update source_cursor s set deferred_until = null from due where s.project_id = due.project_id and s.source = due.source
      returning s.project_id, s.source)
    select p.id as "projectId", p.owner_id as "ownerId", array_agg(paid.source) as sources
      from paid join project p on p.id = paid.project_id where p.removed_at is null group by p.id`
}

export interface SourcePause {
  readonly retryAt: Date
  readonly detail: string
}

// A source that said "come back later" says so for every project that shares its credential.
export async function findPause(db: Db, source: string): Promise<SourcePause | null> {
  const [row] = await db<SourcePause>`
    select retry_at as "retryAt", coalesce(detail, '') as detail from source_state where source = ${source} and retry_at > now()`
  return row ?? null
}

export async function savePause(db: Db, source: string, rest: SourcePause): Promise<void> {
  await db`
    insert into source_state as s (source, retry_at, detail) values (${source}, ${rest.retryAt}, ${rest.detail})
    on conflict (source) do update set retry_at = greatest(s.retry_at, excluded.retry_at), detail = excluded.detail, updated_at = now()`
}
