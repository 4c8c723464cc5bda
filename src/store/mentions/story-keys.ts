import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { ID_BYTES, idAt, newId } from '../ids.ts'
import { openCache } from '../search/cache.ts'
import {
  buildFilter,
  buildRun,
  FENCE,
  fenceOf,
  findInRun,
  type KeyedStory,
  type KeyRun,
  mayContain,
  mergeRuns,
  numbersInSlice,
  RUN_STORIES_MAX,
  type RunFilter,
  toBytes,
  toEntries,
} from './key-run.ts'

// Which stories have a key, so that near-duplicates are found: each batch adds a run (key-run.ts), and when so many of the newest runs
// are no larger than the next one, they become one.
const MERGED_AT_ONCE = 8
// Of a run with more stories, this process keeps only the filter, and reads what may be found.
const WHOLE_STORIES_MAX = 2 ** 15
// Runs never change, so this process keeps those it has read or written.
const CACHE_BYTES_MAX = 64 * 2 ** 20
const cache = openCache<KeyRun | RunFilter>(CACHE_BYTES_MAX)

export interface StoredRun {
  // Ascends in the order in which the stories were stored.
  readonly number: number
  readonly version: string
  readonly stories: number
}

// The caller holds the project's row lock.
export async function addStoryKeys(tx: Db, projectId: string, stories: readonly KeyedStory[]): Promise<void> {
  const keyed = stories.filter(({ keys }) => keys.length > 0)
  if (keyed.length === 0) return
  const stored = await listRuns(tx, projectId)
  let run = buildRun(keyed)
  for (let next = chooseMerged(stored, run.size); next.length > 0; next = chooseMerged(stored, run.size)) {
    run = mergeRuns([...(await readWhole(tx, projectId, next)), run])
    stored.splice(-next.length)
    await deleteRuns(
      tx,
      projectId,
      next.map(({ number }) => number),
    )
  }
  await writeRun(tx, projectId, (stored.at(-1)?.number ?? 0) + 1, run)
}

// The newest runs that are not larger than the one that is added, if there are enough of them.
function chooseMerged(stored: readonly StoredRun[], added: number): readonly StoredRun[] {
  let first = stored.length
  for (let total = added; first > 0; first--) {
    const { stories } = stored[first - 1] as StoredRun
    total += stories
    if (levelOf(stories) > levelOf(added) || total > RUN_STORIES_MAX) break
  }
  return stored.length - first + 1 < MERGED_AT_ONCE ? [] : stored.slice(first)
}

function levelOf(stories: number): number {
  return Math.floor(Math.log2(stories) / Math.log2(MERGED_AT_ONCE))
}

export async function writeRun(tx: Db, projectId: string, number: number, run: KeyRun): Promise<void> {
  const version = newId()
  const filter = run.size > WHOLE_STORIES_MAX ? buildFilter(run) : null
  await tx`
    insert into story_key_run (project_id, number, version, stories, entries, ids, filter, fences)
    values (${projectId}, ${number}, ${version}, ${run.size}, ${toBytes(run.entries)}, ${run.ids},
            ${filter === null ? null : toBytes(filter.bits)}, ${filter === null ? null : toBytes(filter.fences)})`
  keep(version, filter ?? run)
}

export async function deleteRuns(tx: Db, projectId: string, numbers: readonly number[]): Promise<void> {
  await tx`delete from story_key_run where project_id = ${projectId} and number = any(${plainArray(numbers)}::bigint[])`
}

function keep(version: string, value: KeyRun | RunFilter): void {
  const bytes =
    'ids' in value ? value.entries.byteLength + value.ids.length : value.bits.byteLength + value.fences.byteLength
  cache.set(version, value, bytes + 200)
}

export async function listRuns(db: Db, projectId: string): Promise<StoredRun[]> {
  return db<StoredRun>`
    select number, version, stories from story_key_run where project_id = ${projectId} order by number`
}

// Whole runs, in the given order.
export async function readWhole(db: Db, projectId: string, runs: readonly StoredRun[]): Promise<KeyRun[]> {
  const known = new Map<number, KeyRun>()
  for (const { number, version } of runs) {
    const value = cache.get(version)
    if (value !== undefined && 'ids' in value) known.set(number, value)
  }
  const missing = runs.filter(({ number }) => !known.has(number))
  const rows =
    missing.length === 0
      ? []
      : await db<StoredRun & { entries: Buffer; ids: Buffer }>`
          select number, version, stories, entries, ids from story_key_run
           where project_id = ${projectId} and number = any(${plainArray(missing.map(({ number }) => number))}::bigint[])`
  for (const { number, version, stories, entries, ids } of rows) {
    const run = { size: stories, entries: toEntries(entries), ids }
    known.set(number, run)
    if (stories <= WHOLE_STORIES_MAX) keep(version, run)
  }
  return runs.flatMap(({ number }) => known.get(number) ?? [])
}

// The latest stories that were stored with each key, at most `perKey` of each. Some may be gone.
export async function findByKeys(
  db: Db,
  projectId: string,
  keys: readonly number[],
  perKey: number,
): Promise<Map<number, string[]>> {
  const search = new Search(keys, perKey)
  const runs = await listRuns(db, projectId)
  const whole = runs.filter(({ stories }) => stories <= WHOLE_STORIES_MAX)
  for (const run of (await readWhole(db, projectId, whole)).reverse()) search.inRun(run)
  const large = runs.filter(({ stories }) => stories > WHOLE_STORIES_MAX).reverse()
  if (large.length > 0) await searchLarge(db, projectId, large, search)
  return search.found
}

class Search {
  readonly #perKey: number
  // Keys, unsigned and ascending, of which more stories are wanted.
  #open: number[]
  // By signed key.
  readonly found = new Map<number, string[]>()

  constructor(keys: readonly number[], perKey: number) {
    this.#perKey = perKey
    this.#open = [...Uint32Array.from(new Set(keys)).sort()]
  }

  get open(): readonly number[] {
    return this.#open
  }

  inRun(run: KeyRun): void {
    let closed = false
    findInRun(run, this.#open, (key, id) => {
      const more = this.add(key, id)
      closed ||= !more
      return more
    })
    if (closed) this.#open = this.#open.filter((key) => (this.found.get(key | 0)?.length ?? 0) < this.#perKey)
  }

  // False when no more stories of the key are wanted. A story that was deleted and stored again is in several runs.
  add(key: number, id: string): boolean {
    const known = this.found.get(key | 0)
    if (known === undefined) this.found.set(key | 0, [id])
    else if (known.length < this.#perKey && !known.includes(id)) known.push(id)
    return (known?.length ?? 1) < this.#perKey
  }
}

interface Probe {
  readonly key: number
  readonly run: number
  // Where the slice that has the last entries of the key begins, so that `perKey` of them are in it.
  readonly start: number
  readonly slice: string
}

// Reads only the slices in which a key may be, then the ids of what is in them.
async function searchLarge(db: Db, projectId: string, runs: readonly StoredRun[], search: Search): Promise<void> {
  const filters = await readFilters(db, projectId, runs)
  const probes: Probe[] = []
  for (const { number: run } of runs) {
    const filter = filters.get(run)
    if (filter === undefined) continue
    for (const key of search.open) {
      if (!mayContain(filter, key)) continue
      const start = Math.max(0, fenceOf(filter, key) * FENCE - OVERLAP)
      probes.push({ key, run, start, slice: `${run} ${start}` })
    }
  }
  if (probes.length === 0) return
  const slices = await readSlices(db, projectId, probes)
  const hits = probes.flatMap(({ key, run, slice }) => {
    const entries = slices.get(slice)
    if (entries === undefined) return []
    return numbersInSlice(entries, key).map((number) => ({ key, run, number }))
  })
  if (hits.length === 0) return
  const rows = await db<{ position: number; id: Buffer }>`
    select w.position, substr(r.ids, w.number * ${ID_BYTES}::int + 1, ${ID_BYTES}::int) as id
      from unnest(${plainArray(hits.map(({ run }) => run))}::bigint[], ${plainArray(hits.map(({ number }) => number))}::integer[])
           with ordinality as w(run, number, position)
      join story_key_run r on r.project_id = ${projectId} and r.number = w.run
     order by w.position`
  for (const { position, id } of rows) search.add(hits[position - 1]?.key ?? 0, idAt(id, 0))
}

// A slice begins so many entries before its fence.
const OVERLAP = 16
const ENTRY_BYTES = 8

async function readSlices(db: Db, projectId: string, probes: readonly Probe[]): Promise<Map<string, Float64Array>> {
  const wanted = [...new Map(probes.map((probe) => [probe.slice, probe])).values()]
  const rows = await db<{ position: number; data: Buffer }>`
    select w.position, substr(r.entries, w.start * ${ENTRY_BYTES}::int + 1, ${(FENCE + OVERLAP) * ENTRY_BYTES}::int) as data
      from unnest(${plainArray(wanted.map(({ run }) => run))}::bigint[], ${plainArray(wanted.map(({ start }) => start))}::integer[])
           with ordinality as w(run, start, position)
      join story_key_run r on r.project_id = ${projectId} and r.number = w.run`
  return new Map(rows.map(({ position, data }) => [wanted[position - 1]?.slice ?? '', toEntries(data)]))
}

async function readFilters(db: Db, projectId: string, runs: readonly StoredRun[]): Promise<Map<number, RunFilter>> {
  const filters = new Map<number, RunFilter>()
  for (const { number, version } of runs) {
    const value = cache.get(version)
    if (value !== undefined && 'bits' in value) filters.set(number, value)
  }
  const missing = runs.filter(({ number }) => !filters.has(number)).map(({ number }) => number)
  if (missing.length === 0) return filters
  const rows = await db<StoredRun & { filter: Buffer; fences: Buffer }>`
    select number, version, filter, fences from story_key_run
     where project_id = ${projectId} and number = any(${plainArray(missing)}::bigint[])`
  for (const { number, version, filter, fences } of rows) {
    const value = { bits: toWords(filter), fences: toWords(fences) }
    filters.set(number, value)
    keep(version, value)
  }
  return filters
}

function toWords(bytes: Buffer): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer)
}
