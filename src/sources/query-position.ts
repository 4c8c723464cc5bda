import { asRecord } from './http/json.ts'

// The cursor of a source that sends several queries for one expression: one position per query, keyed by the query's text. A
// position belongs to the query that produced it, so an edited expression starts from the beginning of its window.
export function readPositions<P>(
  cursor: unknown,
  read: (position: Readonly<Record<string, unknown>>) => P,
): ReadonlyMap<string, P> {
  const { positions, places } = asRecord(cursor)
  // Cursors stored by an earlier version use the key `places`.
  const byQuery = Object.entries(asRecord(positions ?? places))
  return new Map(byQuery.map(([query, position]) => [query, read(asRecord(position))]))
}

export function writePositions(positions: ReadonlyMap<string, unknown>): { readonly positions: object } {
  return { positions: Object.fromEntries(positions) }
}
