import { addressOf } from '../http/api-request.ts'
import { openPace } from '../http/pace.ts'
import { failureOf } from '../http/status.ts'
import { cursorAfter, type QueryCursor, readQueryCursor } from '../query-cursor.ts'
import type { Fetch, SearchRequest, SearchSource, SourceEvent } from '../source.ts'
import { compileGdelt } from './query.ts'
import { GDELT_DAYS } from './reach.ts'
import { GDELT_RECORDS_MAX, type GdeltPage, readGdelt } from './reply.ts'

export interface GdeltOptions {
  readonly fetch: Fetch
  readonly baseUrl?: string
  // GDELT's name of a language (`indonesian`), or null for all.
  readonly language?: string | null
  readonly spacingMs?: number
  readonly now?: () => Date
}

const BASE_URL = 'https://api.gdeltproject.org'
const SPACING_MS = 5_000
const WAIT_MAX_MS = 10_000
const WINDOW_MS = GDELT_DAYS * 86_400_000
const OVERLAP_MS = 3 * 3_600_000
const BYTES_MAX = 5 * 1024 * 1024
// GDELT has no paging: a full page is followed by a request that ends at its oldest article, at most this many times.
const SLICES_MAX = 8

export function openGdelt(options: GdeltOptions): SearchSource {
  const now = options.now ?? (() => new Date())
  const spacingMs = options.spacingMs ?? SPACING_MS
  const pace = openPace({ service: 'GDELT', spacingMs, waitMaxMs: WAIT_MAX_MS, now })
  const language = options.language === undefined ? 'indonesian' : options.language
  return {
    name: 'gdelt',
    platform: 'news',
    async *search(request, signal): AsyncGenerator<SourceEvent> {
      const startedAt = now()
      const cursor = readQueryCursor(request)
      const { queries, notices } = compileGdelt(request.keyword, request.exclusions, language)
      yield* notices
      const from = fromOf(request, cursor, startedAt)
      const until = request.until < startedAt ? request.until : startedAt
      if (from >= until) return
      const window: Window = { from, until, budget: request.budget }
      for (let part = cursor.part; part < queries.length; part++) {
        const query = queries[part] ?? ''
        const budgetSpent = yield* readSlices(window, (end) =>
          requestPage(options, pace, { query, from, end, now, signal }),
        )
        if (budgetSpent) return
        yield cursorAfter(cursor, part, queries.length, startedAt)
      }
    },
  }
}

interface Window {
  readonly from: Date
  readonly until: Date
  readonly budget: number
}

// Reads newest first, backwards through the window, until a page is not full. Returns true when the budget ran out; the cursor
// then stays unchanged, so that the rest is not lost.
async function* readSlices(
  window: Window,
  request: (end: Date) => Promise<GdeltPage>,
): AsyncGenerator<SourceEvent, boolean> {
  let end = window.until
  let yielded = 0
  for (let slice = 0; slice < SLICES_MAX; slice++) {
    const page = await request(end)
    for (const post of page.posts) {
      if (post.publishedAt < window.from || post.publishedAt >= window.until) continue
      yielded++
      yield { type: 'post', post }
    }
    if (page.total < GDELT_RECORDS_MAX || page.oldest === null) return false
    // The resolution is one second: a second with more articles than fit on a page cannot be split further.
    end = page.oldest < end ? page.oldest : new Date(end.getTime() - 1_000)
    if (end <= window.from) return false
    if (yielded >= window.budget) {
      yield { type: 'notice', code: 'budget_spent', detail: 'The rest will be requested in the next run.' }
      return true
    }
  }
  const detail = `Articles before ${end.toISOString()} were not requested.`
  yield { type: 'notice', code: 'window_truncated', detail, before: end }
  return false
}

interface PageRequest {
  readonly query: string
  readonly from: Date
  readonly end: Date
  readonly now: () => Date
  readonly signal: AbortSignal
}

async function requestPage(
  options: GdeltOptions,
  pace: { take(signal: AbortSignal): Promise<void> },
  { query, from, end, now, signal }: PageRequest,
): Promise<GdeltPage> {
  await pace.take(signal)
  const url = addressOf(options.baseUrl ?? BASE_URL, 'api/v2/doc/doc', {
    query,
    mode: 'artlist',
    format: 'json',
    maxrecords: GDELT_RECORDS_MAX,
    sort: 'datedesc',
    startdatetime: stamp(from),
    enddatetime: stamp(end),
  })
  const reply = await options.fetch(url, { signal, bytesMax: BYTES_MAX, trusted: true })
  const failure = failureOf(reply, now())
  if (failure !== null) throw failure
  return readGdelt(reply.bytes, now())
}

function stamp(instant: Date): string {
  return instant.toISOString().replace(/\D/g, '').slice(0, 14)
}

// A run begins where the last one ended, with an overlap for articles that GDELT saw late.
function fromOf(request: SearchRequest, { readUpTo }: QueryCursor, now: Date): Date {
  const readMs = readUpTo === null ? 0 : readUpTo.getTime() - OVERLAP_MS
  return new Date(Math.max(request.since.getTime(), now.getTime() - WINDOW_MS, readMs))
}
