import { asInstant, asRecord, asText } from '../http/json.ts'

// Where the reading of one search stands. A day has few searches, so a long result is read one page a run.
export interface Position {
  // When the newest video of the last finished walk was published.
  readonly newestAt: string | null
  readonly walk: Walk | null
}

export interface Walk {
  readonly pageToken: string
  readonly newestAt: string | null
  // A page token is only good for the window that it was given for.
  readonly after: string
  readonly before: string
  readonly pages: number
}

export const START: Position = { newestAt: null, walk: null }

export function readPosition(position: Readonly<Record<string, unknown>>): Position {
  const { pageToken, newestAt, after, before, pages } = asRecord(position.walk)
  const token = asText(pageToken)
  const whole = token !== null && asInstant(after) !== null && asInstant(before) !== null && typeof pages === 'number'
  return {
    newestAt: readTime(position.newestAt),
    walk: whole
      ? { pageToken: token, newestAt: readTime(newestAt), after: String(after), before: String(before), pages }
      : null,
  }
}

function readTime(value: unknown): string | null {
  return asInstant(value)?.toISOString() ?? null
}
