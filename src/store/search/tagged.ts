import { setImmediate } from 'node:timers/promises'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { ID_BYTES, idAt, idBytes } from '../ids.ts'
import { NOTHING, sql } from '../sql.ts'
import { openCache } from './cache.ts'
import { NONE, type Ordinals } from './ordinals.ts'
import { loadIds, type Segment } from './segments.ts'

// What tags are on, by position. Unlike words, tags change at any time, so they are not in the postings of a segment: they are read from
// their table, and this process keeps the positions in a segment until the tag's version changes.

const CACHE_BYTES_MAX = 32 * 2 ** 20
const cache = openCache<Ordinals>(CACHE_BYTES_MAX)
const READ_MAX = 65_536

export type Tagged = (segment: string, tag: string) => Ordinals

// The mentions of segments that have one of these tags. Those that were removed may be among them: their cells say so.
export async function loadTagged(
  db: Db,
  projectId: string,
  segments: readonly Segment[],
  tags: readonly string[],
): Promise<Tagged> {
  const found = new Map<string, Ordinals>()
  if (tags.length === 0 || segments.length === 0) return () => NONE
  const versions = await db<{ name: string; version: string }>`
    select name, version from tag where project_id = ${projectId} and name = any(${tags as string[]}::text[])`
  for (const { name, version } of versions) {
    const keyOf = (segment: Segment) => `${segment.segment} ${version} ${name}`
    const missing = segments.filter((segment) => cache.get(keyOf(segment)) === undefined)
    const ids = missing.length === 0 ? Buffer.alloc(0) : await readTagged(db, projectId, name, boundsOf(missing))
    for (const segment of segments) {
      const known = cache.get(keyOf(segment))
      const ordinals = known ?? (await positionsOf(await loadIds(db, projectId, segment), ids))
      if (known === undefined) cache.set(keyOf(segment), ordinals, 200 + ordinals.length * 4)
      found.set(`${segment.segment} ${name}`, ordinals)
    }
  }
  return (segment, tag) => found.get(`${segment} ${tag}`) ?? NONE
}

// Which of these mentions have which of these tags.
export async function readTagsOf(
  db: Db,
  projectId: string,
  ids: readonly string[],
  tags: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const tagged = new Map<string, Set<string>>(tags.map((tag) => [tag, new Set()]))
  if (tags.length === 0) return tagged
  const rows = await db<{ tag: string; id: string }>`
    select tag, id from mention_tag
     where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[]) and tag = any(${tags as string[]}::text[])`
  for (const { tag, id } of rows) tagged.get(tag)?.add(id)
  return tagged
}

interface Bounds {
  readonly oldest: string
  readonly newest: string
}

function boundsOf(segments: readonly Segment[]): Bounds {
  return {
    oldest: segments.reduce((least, { oldest }) => (oldest < least ? oldest : least), segments[0]?.oldest ?? ''),
    newest: segments.reduce((most, { newest }) => (newest > most ? newest : most), ''),
  }
}

// Sixteen bytes each, ascending. A tag may be on millions.
async function readTagged(db: Db, projectId: string, tag: string, { oldest, newest }: Bounds): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let after: string | null = null; ; ) {
    const [row]: { ids: Buffer | null }[] = await db<{ ids: Buffer | null }>`
      select string_agg(uuid_send(id), ''::bytea order by id) as ids from (
        select id from mention_tag
         where project_id = ${projectId} and tag = ${tag} and id <= ${newest}::uuid
           ${after === null ? sql`and id >= ${oldest}::uuid` : NOTHING} ${after === null ? NOTHING : sql`and id > ${after}::uuid`}
         order by id limit ${READ_MAX}) t`
    const ids = row?.ids ?? null
    if (ids === null) break
    parts.push(ids)
    const length = ids.length / ID_BYTES
    if (length < READ_MAX) break
    after = idAt(ids, length - 1)
  }
  return Buffer.concat(parts)
}

// The positions in `ids` of those that are `wanted`; both ascend. The next one is looked for in steps that double, so that neither many
// nor few of them cost more than they must.
async function positionsOf(ids: Buffer, wanted: Buffer): Promise<Ordinals> {
  const size = ids.length / ID_BYTES
  const first = size === 0 ? 0 : countBelow(wanted, idAt(ids, 0))
  const found: number[] = []
  let low = 0
  for (let at = first; at < wanted.length / ID_BYTES && low < size; at++) {
    if ((at - first) % READ_MAX === READ_MAX - 1) await setImmediate()
    const order = (ordinal: number) =>
      ids.compare(wanted, at * ID_BYTES, (at + 1) * ID_BYTES, ordinal * ID_BYTES, (ordinal + 1) * ID_BYTES)
    let high = low
    for (let step = 1; high < size && order(high) < 0; step *= 2) {
      low = high + 1
      high += step
    }
    high = Math.min(high, size)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (order(middle) < 0) low = middle + 1
      else high = middle
    }
    if (low < size && order(low) === 0) found.push(low++)
  }
  return Uint32Array.from(found)
}

function countBelow(ids: Buffer, id: string): number {
  const bound = idBytes(id)
  let low = 0
  let high = ids.length / ID_BYTES
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids.compare(bound, 0, ID_BYTES, middle * ID_BYTES, (middle + 1) * ID_BYTES) < 0) low = middle + 1
    else high = middle
  }
  return low
}
