import { asRecord } from './http/json.ts'

// The cursor of a source that asks several queries for one expression: a position for each query, under the query's own text. A
// position belongs to the query that made it, so an edited expression starts from the beginning of its window.
export function readPositions<P>(
  cursor: unknown,
  read: (position: Readonly<Record<string, unknown>>) => P,
): ReadonlyMap<string, P> {
  const { positions, places } = asRecord(cursor)
  // Cursors that an earlier version stored have another name for it.
  const byQuery = Object.entries(asRecord(positions ?? places))
  return new Map(byQuery.map(([query, position]) => [query, read(asRecord(position))]))
}

export function writePositions(positions: ReadonlyMap<string, unknown>): unknown {
  return { positions: Object.fromEntries(positions) }
}
