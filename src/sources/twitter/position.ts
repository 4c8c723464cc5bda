import { asRecord, asText } from '../http/json.ts'

// The reading position of one query. X returns the newest posts first, so older posts are complete only once the whole walk
// down to `sinceId` is done; until then the walk itself is the position, and a killed run resumes from it.
export interface Position {
  // Everything up to this id has been read.
  readonly sinceId: string | null
  // When the query was last read completely.
  readonly polledAt: string | null
  readonly walk: Walk | null
}

export interface Walk {
  readonly nextToken: string
  // The newest id of the walk's first page, which becomes `sinceId` when the walk is done.
  readonly newestId: string | null
  // A token is valid only for the window that it was issued for.
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
