import type { MentionFilter } from '../../domain/filter.ts'
import type { Db, TransactionMode } from '../db.ts'
import { ID_BYTES, idAt } from '../ids.ts'
import { readAliases } from '../search/aliases.ts'
import { type NumberedAuthors, numbersOf } from '../search/project-numbers.ts'
import { countSelected, selectParts } from '../search/select.ts'
import { inTurns } from '../search/turns.ts'

// Selecting takes several statements, which must see the same mentions.
export const SNAPSHOT: TransactionMode = 'isolation level repeatable read read only'

export interface SelectedMention {
  readonly id: string
  readonly cell: number
  // Equal for mentions of the same author.
  readonly author: number
  readonly storyId: string
}

const BATCH = 1_000

// Exactly the mentions that pass a filter, oldest first, in batches. `db` must be a transaction with one snapshot.
export async function* selectMentions(
  db: Db,
  projectId: string,
  filter: MentionFilter,
): AsyncGenerator<SelectedMention[]> {
  const selected = await selectParts(db, projectId, filter)
  const aliases = await readAliases(db, projectId)
  const numbers = numbersOf(projectId)
  const sources = await Promise.all(
    selected.map(async ({ part, hits }) => ({ cells: part.cells, hits, ids: await part.ids(), part, next: 0 })),
  )
  const columns = new Map<
    (typeof sources)[number],
    { authors: NumberedAuthors; storyOf: (ordinal: number) => string }
  >()
  let batch: SelectedMention[] = []
  for (;;) {
    const source = firstOf(sources)
    if (source === null) break
    let own = columns.get(source)
    if (own === undefined) {
      const stories = await source.part.stories()
      own = { authors: await source.part.authors(numbers), storyOf: stories.idOf }
      columns.set(source, own)
    }
    const ordinal = source.hits[source.next++] as number
    const storyId = own.storyOf(ordinal)
    batch.push({
      id: idAt(source.ids, ordinal),
      cell: source.cells[ordinal] as number,
      author: own.authors.numbers[own.authors.codes[ordinal] as number] as number,
      storyId: aliases.get(storyId) ?? storyId,
    })
    if (batch.length === BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

interface Source {
  readonly hits: Uint32Array
  readonly ids: Buffer
  readonly next: number
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

function* pagesOf(sources: readonly Omit<Source, 'next'>[], size: number): Generator<string[]> {
  let open = sources.map((source) => ({ ...source, next: source.hits.length - 1 }))
  let page: string[] = []
  while (open.length > 0) {
    // Most parts do not overlap in time, so one of them has the newest ids for long.
    const [newest, second] = open.sort((a, b) => compareNext(b, a)) as [(typeof open)[number], (typeof open)[number]?]
    do {
      page.push(idAt(newest.ids, newest.hits[newest.next--] as number))
      if (page.length === size) {
        yield page
        page = []
      }
    } while (newest.next >= 0 && (second === undefined || compareNext(newest, second) > 0))
    open = open.filter(({ next }) => next >= 0)
  }
  if (page.length > 0) yield page
}

// The source whose next id is the smallest; null when all are exhausted.
function firstOf<T extends Source>(sources: readonly T[]): T | null {
  let first: T | null = null
  for (const source of sources) {
    if (source.next >= source.hits.length) continue
    if (first === null || compareNext(source, first) < 0) first = source
  }
  return first
}

function compareNext(a: Source, b: Source): number {
  const [x, y] = [(a.hits[a.next] as number) * ID_BYTES, (b.hits[b.next] as number) * ID_BYTES]
  return a.ids.compare(b.ids, y, y + ID_BYTES, x, x + ID_BYTES)
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
