import { log } from '../../log.ts'
import { plainArray } from '../arrays.ts'
import type { Db, Pool } from '../db.ts'
import { idAt, millisAt } from '../ids.ts'
import { lockProject } from '../search/seal.ts'
import { buildRun, type KeyedStory, keysByNumber } from './key-run.ts'
import { addStoryKeys, deleteRuns, listRuns, readWhole, writeRun } from './story-keys.ts'

// What keeps the runs of keys true to `story.keys`, from which they are built.
const READ_MAX = 2 ** 15
const CHECK_MAX = 1_000

// Builds the runs of projects that have none. Called after migrating, before anything is stored.
export async function buildMissingKeys(pool: Pool): Promise<void> {
  const projects = await pool<{ id: string }>`select id from project where removed_at is null`
  const rows = await pool<{ id: string }>`select project_id as id from story_key_run group by project_id`
  const built = new Set(rows.map(({ id }) => id))
  let missing = 0
  for (const { id } of projects) {
    if (built.has(id)) continue
    const [story] = await pool`select id from story where project_id = ${id} and keys <> '{}' limit 1`
    if (story === undefined) continue
    await pool.begin(async (tx) => ((await lockProject(tx, id)) ? rebuildStoryKeys(tx, id) : null))
    missing++
  }
  if (missing > 0) log.info({ projects: missing }, 'built the lists by which near-duplicates are found')
}

// The caller holds the project's row lock.
export async function rebuildStoryKeys(tx: Db, projectId: string): Promise<void> {
  await tx`delete from story_key_run where project_id = ${projectId}`
  for await (const stories of readKeyed(tx, projectId)) await addStoryKeys(tx, projectId, stories)
}

async function* readKeyed(db: Db, projectId: string): AsyncGenerator<readonly KeyedStory[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db<{ id: string; keys: number[] }>`
      select id, keys from story where project_id = ${projectId} and id > ${after} order by id limit ${READ_MAX}`
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? after
  }
}

// Stories that are not found under all of their keys, and how many keys they have.
export async function findMissingKeys(
  db: Db,
  projectId: string,
): Promise<{ readonly id: string; readonly keys: number }[]> {
  const complete = new Set<string>()
  for (const stored of await listRuns(db, projectId)) {
    const [run] = await readWhole(db, projectId, [stored])
    if (run === undefined) continue
    const found = keysByNumber(run).map((keys, number) => ({ id: idAt(run.ids, number), keys }))
    for (let from = 0; from < found.length; from += CHECK_MAX) {
      const slice = found.slice(from, from + CHECK_MAX)
      const ids = slice.map(({ id }) => id)
      const rows = await db<{ id: string; keys: number[] }>`
        select id, keys from story where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[])`
      const wanted = new Map(rows.map((row) => [row.id, row.keys]))
      for (const { id, keys } of slice) if (wanted.get(id)?.every((key) => keys.includes(key))) complete.add(id)
    }
  }
  const missing: { id: string; keys: number }[] = []
  for await (const stories of readKeyed(db, projectId)) {
    for (const { id, keys } of stories)
      if (keys.length > 0 && !complete.has(id)) missing.push({ id, keys: keys.length })
  }
  return missing
}

// After the mentions before an instant were removed: drops the stories that are gone from runs that are mostly of that time. Elsewhere
// they stay until their run is of that time too; what is found is looked up in `story`, so they are not a fault.
export async function trimStoryKeys(tx: Db, projectId: string, beforeMs: number): Promise<void> {
  for (const stored of await listRuns(tx, projectId)) {
    const { number, stories } = stored
    const [row] = await tx<{ ids: Buffer }>`
      select ids from story_key_run where project_id = ${projectId} and number = ${number}`
    const ids = row?.ids ?? Buffer.alloc(0)
    let old = 0
    for (let at = 0; at < stories; at++) if (millisAt(ids, at) < beforeMs) old++
    if (old * 2 < stories) continue
    const [run] = await readWhole(tx, projectId, [stored])
    if (run === undefined) continue
    const all = keysByNumber(run).map((keys, at) => ({ id: idAt(ids, at), keys }))
    const kept: KeyedStory[] = []
    for (let from = 0; from < all.length; from += CHECK_MAX) {
      const slice = all.slice(from, from + CHECK_MAX)
      const present = await tx<{ id: string }>`
        select id from story where project_id = ${projectId} and id = any(${plainArray(slice.map(({ id }) => id))}::uuid[])`
      const known = new Set(present.map(({ id }) => id))
      kept.push(...slice.filter(({ id }) => known.has(id)))
    }
    if (kept.length === all.length) continue
    await deleteRuns(tx, projectId, [number])
    if (kept.length > 0) await writeRun(tx, projectId, number, buildRun(kept))
  }
}
