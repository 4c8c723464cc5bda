import { asInstant, asRecord, asText } from '../http/json.ts'

// Where the reading of one search stands. A day has few searches, so a long result is read one page a run.
export interface Place {
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

export const NO_PLACE: Place = { newestAt: null, walk: null }

export function readPlaces(cursor: unknown): ReadonlyMap<string, Place> {
  const places = asRecord(asRecord(cursor).places)
  return new Map(Object.entries(places).map(([q, place]) => [q, readPlace(asRecord(place))]))
}

function readPlace(place: Readonly<Record<string, unknown>>): Place {
  const { pageToken, newestAt, after, before, pages } = asRecord(place.walk)
  const token = asText(pageToken)
  const whole = token !== null && asInstant(after) !== null && asInstant(before) !== null && typeof pages === 'number'
  return {
    newestAt: readTime(place.newestAt),
    walk: whole
      ? { pageToken: token, newestAt: readTime(newestAt), after: String(after), before: String(before), pages }
      : null,
  }
}

function readTime(value: unknown): string | null {
  return asInstant(value)?.toISOString() ?? null
}

export function writePlaces(places: ReadonlyMap<string, Place>): unknown {
  return { places: Object.fromEntries(places) }
}
