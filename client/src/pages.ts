import type { Schemas } from './calls.ts'

interface Page {
  readonly data: readonly unknown[]
  readonly next?: string | null
  readonly page?: number
  readonly totalPages?: number
}

type Query = Readonly<Record<string, unknown>>
type Read<P> = (query: Query) => Promise<P>

/** All pages of a list from the given query on, by cursor where the list has one, otherwise by number. */
export async function* readPages<P extends Page>(read: Read<P>, first: Query): AsyncGenerator<P> {
  for (let query: Query | null = first; query !== null; ) {
    const page: P = await read(query)
    yield page
    query = nextQuery(query, page)
  }
}

function nextQuery(query: Query, { next, page, totalPages }: Page): Query | null {
  if (next !== undefined) return next === null ? null : { ...query, cursor: next }
  if (page === undefined || totalPages === undefined || page >= totalPages) return null
  return { ...query, page: page + 1 }
}

export type Change = Schemas['ChangeLog']['data'][number]

/** The changes after a number, in commit order, until there are none at present. */
export async function* readChanges(
  read: (since: number) => Promise<Schemas['ChangeLog']>,
  since: number,
): AsyncGenerator<Change> {
  for (let after = since; ; ) {
    const { data, next, more } = await read(after)
    yield* data
    if (!more) return
    after = next
  }
}
