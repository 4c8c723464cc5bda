import type { Keyword } from '../../src/domain/keyword.ts'
import type { Post } from '../../src/domain/post.ts'
import { openFetch } from '../../src/sources/http/fetch.ts'
import type { Fetch, NoticeCode, SearchRequest, SearchSource, SourceEvent } from '../../src/sources/source.ts'
import { SourceError } from '../../src/sources/source.ts'

// Drives a connector against a test server and collects what it yields.

// The real fetch, with a deadline that is short enough for tests.
export const localFetch: Fetch = openFetch({
  userAgent: 'pantau-test',
  allowPrivate: false,
  hostSpacingMs: 0,
  deadlineMs: 3_000,
})

// `banjir and garut or gempa bumi`, for tests that do not need the real parser.
export function keywordOf(expression: string): Keyword {
  return { alternatives: expression.split(' or ').map((group) => group.split(' and ').map((term) => term.trim())) }
}

export interface Driven {
  readonly events: readonly SourceEvent[]
  readonly posts: readonly Post[]
  readonly ids: readonly string[]
  readonly notices: readonly NoticeCode[]
  // The last cursor, or the given one if none was yielded.
  readonly cursor: unknown
  readonly error: SourceError | null
}

// Runs one search to its end or its failure. With `stopAfter` the run stops after that many events, like a killed worker: what was
// yielded after the last cursor is lost.
export async function drive(
  source: SearchSource,
  request: Pick<SearchRequest, 'keyword' | 'since' | 'until'> & Partial<SearchRequest>,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<Driven> {
  const events: SourceEvent[] = []
  let error: SourceError | null = null
  try {
    const signal = AbortSignal.timeout(20_000)
    const whole = { exclusions: [], budget: 10_000, cursor: null, ...request }
    for await (const event of source.search(whole, signal)) {
      // Cursors go through JSON, as they do in the database.
      events.push(structuredClone(event))
      if (events.length >= stopAfter) break
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceError)) throw thrown
    error = thrown
  }
  const posts = events.flatMap((event) => (event.type === 'post' ? [event.post] : []))
  const cursors = events.flatMap((event) => (event.type === 'cursor' ? [event.cursor] : []))
  return {
    events,
    posts,
    ids: posts.map(({ platformId }) => platformId),
    notices: events.flatMap((event) => (event.type === 'notice' ? [event.code] : [])),
    cursor: cursors.length === 0 ? (request.cursor ?? null) : JSON.parse(JSON.stringify(cursors.at(-1))),
    error,
  }
}

// The posts that a killed run would have stored: those before the last cursor.
export function storedBefore(events: readonly SourceEvent[]): string[] {
  const last = events.findLastIndex(({ type }) => type === 'cursor')
  return events.slice(0, last + 1).flatMap((event) => (event.type === 'post' ? [event.post.platformId] : []))
}
