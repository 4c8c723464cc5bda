import { asCount, asRecord, asText } from './http/json.ts'
import type { SearchRequest, SourceEvent } from './source.ts'
import { fingerprintOf } from './web-query.ts'

// The position of a search that consists of several queries: the next query, and the time up to which the last complete run
// has read.
export interface QueryCursor {
  // Identifies the expression that the cursor belongs to.
  readonly fingerprint: string
  readonly part: number
  readonly readUpTo: Date | null
}

// The cursor of another expression is of no use for this one: an edited project starts from the beginning.
export function readQueryCursor(request: SearchRequest): QueryCursor {
  const fingerprint = fingerprintOf(request.keyword, request.exclusions)
  const stored = asRecord(request.cursor)
  // Stored cursors hold the fingerprint as `question`.
  if (stored.question !== fingerprint) return { fingerprint, part: 0, readUpTo: null }
  const readUpTo = new Date(asText(stored.readUpTo) ?? Number.NaN)
  return { fingerprint, part: asCount(stored.part), readUpTo: Number.isNaN(readUpTo.getTime()) ? null : readUpTo }
}

// The cursor after query number `part` of `parts`. The last query completes the run that began at `startedAt`.
export function cursorAfter(cursor: QueryCursor, part: number, parts: number, startedAt: Date): SourceEvent {
  const done = part + 1 >= parts
  const readUpTo = (done ? startedAt : cursor.readUpTo)?.toISOString() ?? null
  return { type: 'cursor', cursor: { question: cursor.fingerprint, part: done ? 0 : part + 1, readUpTo } }
}
