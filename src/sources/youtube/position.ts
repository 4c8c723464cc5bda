import { asInstant, asRecord, asText } from '../http/json.ts'

// The reading position of one query. The number of searches per day is small, so a long result is read one page per run.
export interface Position {
  // Publication time of the newest video in the last completed walk.
  readonly newestAt: string | null
  readonly walk: Walk | null
}

export interface Walk {
  readonly pageToken: string
  readonly newestAt: string | null
  // A page token is valid only for the window that it was issued for.
  readonly after: string
  readonly before: string
  readonly pages: number
}

export const START: Position = { newestAt: null, walk: null }

export function readPosition(position: Readonly<Record<string, unknown>>): Position {
  const { pageToken, newestAt, after, before, pages } = asRecord(position.walk)
  const token = asText(pageToken)
  const complete =
    token !== null && asInstant(after) !== null && asInstant(before) !== null && typeof pages === 'number'
  return {
    newestAt: readTime(position.newestAt),
    walk: complete
      ? { pageToken: token, newestAt: readTime(newestAt), after: String(after), before: String(before), pages }
      : null,
  }
}

function readTime(value: unknown): string | null {
  return asInstant(value)?.toISOString() ?? null
}
