import { FEED_BYTES_MAX } from '../feeds/reply.ts'
import { addressOf } from '../http/api-request.ts'
import { openPace } from '../http/pace.ts'
import { failureOf } from '../http/status.ts'
import { cursorAfter, type QueryCursor, readQueryCursor } from '../query-cursor.ts'
import { type Fetch, type SearchRequest, type SearchSource, SourceError, type SourceEvent } from '../source.ts'
import { compileGoogleNews } from './query.ts'
import { GOOGLE_ITEMS_MAX, readGoogleNews } from './reply.ts'

export interface GoogleNewsOptions {
  readonly fetch: Fetch
  readonly baseUrl?: string
  readonly spacingMs?: number
  readonly now?: () => Date
}

const BASE_URL = 'https://news.google.com'
const SPACING_MS = 60_000
const OVERLAP_MS = 2 * 86_400_000
const BUSY_MS = 15 * 60_000

// Searches Google News. It returns at most a hundred results by relevance and has no paging, so each run requests only what is
// new since the last one, with two days of overlap for articles that were indexed late.
export function openGoogleNews(options: GoogleNewsOptions): SearchSource {
  const now = options.now ?? (() => new Date())
  const spacingMs = options.spacingMs ?? SPACING_MS
  const pace = openPace({ service: 'Google News', spacingMs, waitMaxMs: Math.min(spacingMs, 2_000), now })
  return {
    name: 'google-news',
    platform: 'news',
    async *search(request, signal): AsyncGenerator<SourceEvent> {
      const startedAt = now()
      const cursor = readQueryCursor(request)
      const since = sinceOf(request, cursor)
      const until = request.until < startedAt ? request.until : null
      const { queries, notices } = compileGoogleNews(request.keyword, request.exclusions, { since, until })
      yield* notices
      let yielded = 0
      for (let part = cursor.part; part < queries.length; part++) {
        if (yielded >= request.budget) {
          yield { type: 'notice', code: 'budget_spent', detail: 'The rest will be requested in the next run.' }
          return
        }
        await pace.take(signal)
        const posts = await requestPosts(options, queries[part] ?? '', now(), signal)
        if (posts.length >= GOOGLE_ITEMS_MAX) {
          yield {
            type: 'notice',
            code: 'window_truncated',
            detail: 'Google News returns only the 100 most relevant results.',
          }
        }
        for (const post of posts) {
          if (post.publishedAt < request.since || post.publishedAt >= request.until) continue
          yielded++
          yield { type: 'post', post }
        }
        yield cursorAfter(cursor, part, queries.length, startedAt)
      }
    },
  }
}

async function requestPosts(options: GoogleNewsOptions, query: string, now: Date, signal: AbortSignal) {
  const params = { q: query, hl: 'id', gl: 'ID', ceid: 'ID:id' }
  const url = addressOf(options.baseUrl ?? BASE_URL, 'rss/search', params)
  const headers = { accept: 'application/rss+xml, application/xml;q=0.9, */*;q=0.5' }
  const reply = await options.fetch(url, { headers, signal, bytesMax: FEED_BYTES_MAX, trusted: true })
  // Google rejects too frequent requests with 503 and a web page, without a Retry-After header.
  if (reply.status === 503 && !reply.headers.has('retry-after')) {
    const retryAt = new Date(now.getTime() + BUSY_MS)
    throw new SourceError('rate_limited', 'Google News returned 503.', { status: 503, retryAt })
  }
  const failure = failureOf(reply, now)
  if (failure !== null) throw failure
  return readGoogleNews({
    bytes: reply.bytes,
    contentType: reply.headers.get('content-type'),
    url: reply.url,
    label: null,
    now,
  })
}

function sinceOf(request: SearchRequest, { readUpTo }: QueryCursor): Date {
  const readMs = readUpTo === null ? 0 : readUpTo.getTime() - OVERLAP_MS
  return new Date(Math.max(request.since.getTime(), readMs))
}
