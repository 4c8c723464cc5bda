import { asRecord, asText } from '../http/json.ts'

// Where the reading of one query stands. X answers newest first, so what is older than a page is only safe once the
// whole walk down to `sinceId` is done; until then the walk itself is the position, and a killed run goes on from it.
export interface Position {
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

export const START: Position = { sinceId: null, polledAt: null, walk: null }

export function readPosition(position: Readonly<Record<string, unknown>>): Position {
  const walk = asRecord(position.walk)
  const nextToken = asText(walk.nextToken)
  return {
    sinceId: asText(position.sinceId),
    polledAt: asText(position.polledAt),
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
