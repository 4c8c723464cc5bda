import type { MentionFilter } from '../../domain/filter.ts'
import type { Db, TransactionMode } from '../db.ts'
import { ID_BYTES, idAt } from '../ids.ts'
import { countSelected, selectParts } from '../search/select.ts'
import { inTurns } from '../search/turns.ts'

// Selecting takes several statements, which must see the same mentions.
export const SNAPSHOT: TransactionMode = 'isolation level repeatable read read only'

interface Source {
  readonly hits: Uint32Array
  readonly ids: Buffer
}

export interface SelectedIds {
  readonly total: number
  // The newest first.
  pages(size: number): Generator<string[]>
}

// The ids of the mentions that pass a filter. They are kept as the index stores them until their page is read.
export async function selectPages(db: Db, projectId: string, filter: MentionFilter): Promise<SelectedIds> {
  const selected = await selectParts(db, projectId, filter)
  const sources = await Promise.all(selected.map(async ({ part, hits }) => ({ hits, ids: await part.ids() })))
  return {
    total: countSelected(selected),
    pages: (size) => pagesOf(sources, size),
  }
}

function* pagesOf(sources: readonly Source[], size: number): Generator<string[]> {
  let page: string[] = []
  for (const { source, next } of newestFirst(sources)) {
    page.push(idAt(source.ids, source.hits[next] as number))
    if (page.length < size) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

interface Open {
  readonly source: Source
  // The position in `hits`.
  next: number
}

// The hits of all sources by their ids. Parts of imported mentions overlap in time, others do not, so one of them is the first for long.
function* newestFirst(sources: readonly Source[]): Generator<Open> {
  const open = sources
    .filter(({ hits }) => hits.length > 0)
    .map((source): Open => ({ source, next: source.hits.length - 1 }))
    .sort((a, b) => compareNext(b, a))
  for (let first = open.shift(); first !== undefined; first = open.shift()) {
    const [second] = open
    do {
      yield first
      first.next--
    } while (first.next >= 0 && (second === undefined || compareNext(first, second) > 0))
    if (first.next >= 0) open.splice(placeOf(first, open), 0, first)
  }
}

// Where a source belongs among others, the newest first.
function placeOf(one: Open, others: readonly Open[]): number {
  let low = 0
  let high = others.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareNext(others[middle] as Open, one) > 0) low = middle + 1
    else high = middle
  }
  return low
}

function compareNext(a: Open, b: Open): number {
  const [x, y] = [startOfNext(a), startOfNext(b)]
  return a.source.ids.compare(b.source.ids, y, y + ID_BYTES, x, x + ID_BYTES)
}

function startOfNext({ source, next }: Open): number {
  return (source.hits[next] as number) * ID_BYTES
}

// The ids of the mentions that pass a filter, oldest first.
export async function selectIds(db: Db, projectId: string, filter: MentionFilter): Promise<string[]> {
  const ids: string[] = []
  for (const { part, hits } of await selectParts(db, projectId, filter)) {
    const own = await part.ids()
    for await (const some of inTurns(hits)) for (const ordinal of some) ids.push(idAt(own, ordinal))
  }
  return ids.sort()
}
