import type { MentionFilter } from '../../domain/filter.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { ID_BYTES, idAt, idBytes, isUuid } from '../ids.ts'
import { keyResolver, readAliases, type StoryAliases } from '../search/aliases.ts'
import { storyKey } from '../search/columns.ts'
import { capacityFor, KeyNumbers } from '../search/key-numbers.ts'
import { countSelected, type Selected, selectParts } from '../search/select.ts'
import { inTurns } from '../search/turns.ts'
import { NOTHING, sql } from '../sql.ts'
import { STORIES } from './counts.ts'
import { readMentions, type StoredMention } from './rows.ts'

export interface SearchPage {
  readonly mentions: readonly StoredMention[]
  // The cursor of the next page; null at the end.
  readonly next: string | null
  // Mentions that pass; in ranked order, their stories.
  readonly total: number
}

export interface SearchOptions {
  readonly order: 'newest' | 'ranked'
  readonly cursor: string | null
  readonly limit: number
}

// Reads a page from a cursor, newest or highest ranked first. Ranked, a story is listed when one of its mentions passes, and shown by
// the earliest that does. `db` must be a transaction with one snapshot (`selectParts`).
export async function searchMentions(
  db: Db,
  projectId: string,
  filter: MentionFilter,
  { order, cursor, limit }: SearchOptions,
): Promise<SearchPage> {
  const selected = await selectParts(db, projectId, filter)
  const below = cursor !== null && isUuid(cursor) ? cursor.toLowerCase() : null
  if (order === 'newest') return newestPage(db, projectId, selected, below, limit)
  return rankedPage(db, projectId, selected, { below, limit, aliases: await readAliases(db, projectId) })
}

async function newestPage(
  db: Db,
  projectId: string,
  selected: readonly Selected[],
  below: string | null,
  limit: number,
): Promise<SearchPage> {
  let ids: string[] = []
  // One more than the page, to know whether there is another page.
  const wanted = limit + 1
  for (const { part, hits } of selected.toSorted((a, b) => (a.part.newest < b.part.newest ? 1 : -1))) {
    if (ids.length === wanted && part.newest < (ids.at(-1) as string)) break
    const own = await part.ids()
    let end = hits.length
    if (below !== null) end = hitsBelow(own, hits, below)
    for (let at = end - 1; at >= Math.max(0, end - wanted); at--) ids.push(idAt(own, hits[at] as number))
    ids = ids.sort((a, b) => (a < b ? 1 : -1)).slice(0, wanted)
  }
  const page = ids.slice(0, limit)
  return {
    mentions: await readMentions(db, projectId, page),
    next: ids.length > limit ? (page.at(-1) ?? null) : null,
    total: countSelected(selected),
  }
}

// How many hits have an id below this one.
function hitsBelow(ids: Buffer, hits: Uint32Array, below: string): number {
  const bound = idBytes(below)
  let low = 0
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = (hits[middle] as number) * ID_BYTES
    if (ids.compare(bound, 0, ID_BYTES, start, start + ID_BYTES) < 0) low = middle + 1
    else high = middle
  }
  return low
}

interface RankedChoice {
  readonly below: string | null
  readonly limit: number
  readonly aliases: StoryAliases
}

interface RankedKey {
  readonly rankId: string
  readonly key: number
}

// Processor microseconds of reading a story in the order of ranks, and of looking up the rank of one: the cheaper way is taken.
const WALK_US = 14
const SORT_US = 6

async function rankedPage(
  db: Db,
  projectId: string,
  selected: readonly Selected[],
  choice: RankedChoice,
): Promise<SearchPage> {
  const resolve = keyResolver(choice.aliases)
  const [row] = await db<{ total: number }>`
    select total from mention_count where project_id = ${projectId} and list = ${STORIES} and span = 0 and start = 0`
  const known = row?.total ?? 0
  const stories = await numberStories(selected, resolve, Math.min(known, countSelected(selected)))
  const all = Math.max(known, stories.size)
  const wanted = choice.limit + 1
  const walks = ((wanted * all) / Math.max(stories.size, 1)) * WALK_US < stories.size * SORT_US
  const ranked = walks
    ? await walkRanks(db, projectId, stories, choice.below, wanted)
    : await sortRanks(db, projectId, selected, choice, wanted)
  const page = ranked.slice(0, choice.limit)
  const earliest = await earliestOf(selected, new Set(page.map(({ key }) => key)), resolve)
  return {
    mentions: await readMentions(
      db,
      projectId,
      page.map(({ key }) => earliest.get(key) ?? ''),
    ),
    next: ranked.length > choice.limit ? (page.at(-1)?.rankId ?? null) : null,
    total: stories.size,
  }
}

async function numberStories(
  selected: readonly Selected[],
  resolve: (key: number) => number,
  about: number,
): Promise<KeyNumbers> {
  const stories = new KeyNumbers(capacityFor(about))
  for (const { part, hits } of selected) {
    const { keyOf } = await part.stories()
    for await (const some of inTurns(hits)) for (const ordinal of some) stories.add(resolve(keyOf(ordinal)))
  }
  return stories
}

// The earliest selected mention of each of these stories.
export async function earliestOf(
  selected: readonly Selected[],
  wanted: ReadonlySet<number>,
  resolve: (key: number) => number,
): Promise<Map<number, string>> {
  const earliest = new Map<number, string>()
  for (const { part, hits } of selected) {
    const { keyOf } = await part.stories()
    const ids = await part.ids()
    for await (const some of inTurns(hits)) {
      for (const ordinal of some) {
        const key = resolve(keyOf(ordinal))
        if (!wanted.has(key)) continue
        const id = idAt(ids, ordinal)
        const known = earliest.get(key)
        if (known === undefined || id < known) earliest.set(key, id)
      }
    }
  }
  return earliest
}

const WALK_BATCH = 500

async function walkRanks(
  db: Db,
  projectId: string,
  stories: KeyNumbers,
  below: string | null,
  wanted: number,
): Promise<RankedKey[]> {
  const found: RankedKey[] = []
  let cursor = below
  for (;;) {
    const rows: { id: string; rankId: string }[] = await db<{ id: string; rankId: string }>`
      select id, rank_id as "rankId" from story
       where project_id = ${projectId} and merged_into is null
         ${cursor === null ? NOTHING : sql`and rank_id < ${cursor}::uuid`}
       order by rank_id desc limit ${WALK_BATCH}`
    for (const { id, rankId } of rows) {
      const key = storyKey(id)
      if (stories.numberOf(key) >= 0) found.push({ rankId, key })
      if (found.length === wanted) return found
    }
    if (rows.length < WALK_BATCH) return found
    cursor = rows.at(-1)?.rankId ?? null
  }
}

const SORT_BATCH = 5_000

async function sortRanks(
  db: Db,
  projectId: string,
  selected: readonly Selected[],
  { below, aliases }: RankedChoice,
  wanted: number,
): Promise<RankedKey[]> {
  const ids = new Set<string>()
  for (const { part, hits } of selected) {
    const { idOf } = await part.stories()
    for await (const some of inTurns(hits)) {
      for (const ordinal of some) {
        const id = idOf(ordinal)
        ids.add(aliases.get(id) ?? id)
      }
    }
  }
  const all = [...ids]
  let best: RankedKey[] = []
  for (let from = 0; from < all.length; from += SORT_BATCH) {
    const rows = await db<{ id: string; rankId: string }>`
      select id, rank_id as "rankId" from story
       where project_id = ${projectId} and id = any(${plainArray(all.slice(from, from + SORT_BATCH))}::uuid[])
         ${below === null ? NOTHING : sql`and rank_id < ${below}::uuid`}`
    best.push(...rows.map(({ id, rankId }) => ({ rankId, key: storyKey(id) })))
    best = best.sort((a, b) => (a.rankId < b.rankId ? 1 : -1)).slice(0, wanted)
  }
  return best
}
