import { asRecord, asText } from '../http/json.ts'

// Where the reading of one query stands. X answers newest first, so what is older than a page is only safe once the
// whole walk down to `sinceId` is done; until then the walk itself is the place, and a killed run goes on from it.
export interface Place {
  // Everything up to this id has been seen.
  readonly sinceId: string | null
  // When the query was last read to its end.
  readonly polledAt: string | null
  readonly walk: Walk | null
}

export interface Walk {
  readonly nextToken: string
  // The newest id of the walk's first page: the next `sinceId`, when the walk is done.
  readonly newestId: string | null
  // A token is only good for the window that it was given for.
  readonly startTime: string | null
  readonly endTime: string | null
}

export const NO_PLACE: Place = { sinceId: null, polledAt: null, walk: null }

// A place belongs to the query that made it: an edited expression starts from the beginning of its window.
export function readPlaces(cursor: unknown): ReadonlyMap<string, Place> {
  const places = asRecord(asRecord(cursor).places)
  return new Map(Object.entries(places).map(([query, place]) => [query, readPlace(asRecord(place))]))
}

function readPlace(place: Readonly<Record<string, unknown>>): Place {
  const walk = asRecord(place.walk)
  const nextToken = asText(walk.nextToken)
  return {
    sinceId: asText(place.sinceId),
    polledAt: asText(place.polledAt),
    walk:
      nextToken === null
        ? null
        : {
            nextToken,
            newestId: asText(walk.newestId),
            startTime: asText(walk.startTime),
            endTime: asText(walk.endTime),
          },
  }
}

export function writePlaces(places: ReadonlyMap<string, Place>): unknown {
  return { places: Object.fromEntries(places) }
}
