import { asCount, asRecord, asText } from './http/json.ts'
import type { SearchRequest, SourceEvent } from './source.ts'
import { fingerprint } from './web-query.ts'

// Where a search of several queries stands: which of them comes next, and up to when the last complete run has read.
export interface Place {
  readonly question: string
  readonly part: number
  readonly readUpTo: Date | null
}

// A cursor of another expression says nothing about this one: an edited project starts from the beginning.
export function readQueryCursor(request: SearchRequest): Place {
  const question = fingerprint(request.keyword, request.exclusions)
  const cursor = asRecord(request.cursor)
  if (cursor.question !== question) return { question, part: 0, readUpTo: null }
  const readUpTo = new Date(asText(cursor.readUpTo) ?? Number.NaN)
  return { question, part: asCount(cursor.part), readUpTo: Number.isNaN(readUpTo.getTime()) ? null : readUpTo }
}

// The cursor after the query number `place.part` of `parts`; the last one completes the run that began at `startedAt`.
export function cursorAfter(place: Place, part: number, parts: number, startedAt: Date): SourceEvent {
  const done = part + 1 >= parts
  const readUpTo = (done ? startedAt : place.readUpTo)?.toISOString() ?? null
  return { type: 'cursor', cursor: { question: place.question, part: done ? 0 : part + 1, readUpTo } }
}
