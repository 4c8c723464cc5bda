import { asRecord, asText } from '../http/json.ts'

// The reading position of one query. A query covers at most thirty days, so a window is read in chunks, oldest first.
export interface Position {
  // The last UTC day (YYYYMMDD) of the last chunk that was read completely.
  readonly through: string | null
  readonly walk: Walk | null
}

export interface Walk {
  readonly start: string
  readonly end: string
  readonly cursor: number
  readonly searchId: string
}

export const START: Position = { through: null, walk: null }

const DAY = /^\d{8}$/

export function readPosition(position: Readonly<Record<string, unknown>>): Position {
  const { start, end, cursor, searchId } = asRecord(position.walk)
  const id = asText(searchId)
  const from = readDay(start)
  const to = readDay(end)
  const complete = id !== null && from !== null && to !== null && typeof cursor === 'number'
  return { through: readDay(position.through), walk: complete ? { start: from, end: to, cursor, searchId: id } : null }
}

function readDay(value: unknown): string | null {
  return typeof value === 'string' && DAY.test(value) ? value : null
}

const DAY_MS = 24 * 60 * 60 * 1000
// Videos and their counters appear with a delay.
const REREAD_DAYS = 3
// A query may span thirty days, including the first and the last.
const CHUNK_DAYS = 30

export interface Chunk {
  readonly start: string
  readonly end: string
}

// The next chunk after a position, within the days of `since` and `until` (exclusive). Null when there is none.
export function chunkAfter(through: string | null, window: { since: Date; until: Date; now: Date }): Chunk | null {
  const first = startOfDay(window.since)
  const last = startOfDay(new Date(Math.min(window.until.getTime() - 1, window.now.getTime())))
  const start = through === null ? first : Math.max(first, readUtc(through) + DAY_MS)
  if (start > last) return null
  return { start: toDay(start), end: toDay(Math.min(start + (CHUNK_DAYS - 1) * DAY_MS, last)) }
}

// Where a run begins: a few days before the position, to read videos and counters that appeared late.
export function stepBack(through: string | null, now: Date): string | null {
  if (through === null) return null
  const day = Math.min(readUtc(through), startOfDay(now))
  return toDay(day - REREAD_DAYS * DAY_MS)
}

export function dayBefore(day: string): string {
  return toDay(readUtc(day) - DAY_MS)
}

function startOfDay(date: Date): number {
  return Math.floor(date.getTime() / DAY_MS) * DAY_MS
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')
}

function readUtc(day: string): number {
  return Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)
}
