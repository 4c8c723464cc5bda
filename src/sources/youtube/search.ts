import type { Post } from '../../domain/post.ts'
import { type ApiReply, addressOf, requestApi } from '../http/api-request.ts'
import { readPositions, writePositions } from '../query-position.ts'
import { type Fetch, type SearchRequest, type SearchSource, SourceError, type SourceEvent } from '../source.ts'
import { readFailure, reasonsOf } from './failure.ts'
import { type HandleCache, openHandleCache } from './handles.ts'
import { type Position, readPosition, START } from './position.ts'
import { compileQuery, type YoutubeQuery } from './query.ts'
import { quotaDay, quotaResetAt, type SearchLedger } from './quota.ts'
import { readComments, readHandles, readSearch, readVideos, type SearchPage } from './reply.ts'

export interface YoutubeSettings {
  readonly key: string
  // https://youtube.googleapis.com, a gateway, or a test server.
  readonly baseUrl: string
  // Whether comments of the videos found are read as well, with one cheap request per video.
  readonly comments: boolean
  readonly ledger: SearchLedger
  readonly fetch: Fetch
  readonly now: () => Date
}

const PAGE_VIDEOS_MAX = 50
// YouTube ends a result at about 500 videos.
const WALK_PAGES_MAX = 10
const COMMENTED_VIDEOS_MAX = 20
// Videos appear in searches with a delay, so the window overlaps the previous one.
const OVERLAP_MS = 10 * 60 * 1000

export function openYoutube(settings: YoutubeSettings): SearchSource {
  const handles = openHandleCache(settings.now)
  return {
    name: 'youtube',
    platform: 'youtube',
    search: (request, signal) => search({ settings, handles, request, signal }),
  }
}

interface SearchContext {
  readonly settings: YoutubeSettings
  readonly handles: HandleCache
  readonly request: SearchRequest
  readonly signal: AbortSignal
}

// Reads one page per query and run: with a hundred searches a day for the whole key, no project may use more.
async function* search(context: SearchContext): AsyncGenerator<SourceEvent> {
  const { request } = context
  const { queries, notices } = compileQuery(request.keyword, request.exclusions)
  yield* notices
  const known = readPositions(request.cursor, readPosition)
  const positions = new Map(queries.map(({ q }) => [q, known.get(q) ?? START]))
  let left = request.budget
  for (const query of queries) {
    if (left <= 0) return yield { type: 'notice', code: 'budget_spent', detail: 'the account has no quota left' }
    const position = positions.get(query.q) ?? START
    const window = windowOf(context, position)
    if (window.after >= window.before) continue
    const { page, walked } = await searchPage(context, query.q, position, window)
    for await (const event of readFound(context, query, page.videoIds)) {
      if (event.type === 'post') left--
      yield event
    }
    const next = nextPosition(walked, window, page)
    if (next.walk === null && page.nextPageToken !== null && page.videoIds.length > 0) {
      yield { type: 'notice', code: 'window_truncated', detail: 'YouTube returns no more results for this search' }
    }
    yield { type: 'cursor', cursor: writePositions(positions.set(query.q, next)) }
  }
}

interface Window {
  readonly after: string
  readonly before: string
}

function windowOf({ settings, request }: SearchContext, position: Position): Window {
  if (position.walk !== null) return position.walk
  const newest = position.newestAt === null ? 0 : Date.parse(position.newestAt) - OVERLAP_MS
  return {
    after: toSeconds(Math.max(request.since.getTime(), newest)),
    before: toSeconds(Math.min(request.until.getTime(), settings.now().getTime())),
  }
}

function toSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

// Takes a search from the ledger and requests the next page, or the first one when the walk cannot be continued.
async function searchPage(context: SearchContext, q: string, position: Position, window: Window) {
  const reply = await requestSearch(context, q, window, position.walk?.pageToken)
  if (reply.status === 200) return { page: readSearch(reply.json), walked: position }
  if (position.walk === null || !reasonsOf(reply.json).includes('invalidPageToken')) throw failure(context, reply)
  const restarted = await requestSearch(context, q, window, undefined)
  if (restarted.status !== 200) throw failure(context, restarted)
  return { page: readSearch(restarted.json), walked: { ...position, walk: null } }
}

async function requestSearch(
  context: SearchContext,
  q: string,
  window: Window,
  pageToken: string | undefined,
): Promise<ApiReply> {
  const now = context.settings.now()
  if (!(await context.settings.ledger.spend(quotaDay(now)))) {
    throw new SourceError('quota', "Today's search quota of the YouTube key is used up.", {
      retryAt: quotaResetAt(now),
    })
  }
  return requestYoutube(context, 'search', {
    part: 'snippet',
    type: 'video',
    order: 'date',
    maxResults: PAGE_VIDEOS_MAX,
    q,
    publishedAfter: window.after,
    publishedBefore: window.before,
    regionCode: 'ID',
    relevanceLanguage: 'id',
    pageToken,
  })
}

function nextPosition(position: Position, window: Window, page: SearchPage): Position {
  const newestAt = position.walk?.newestAt ?? page.newestAt?.toISOString() ?? null
  const pages = (position.walk?.pages ?? 0) + 1
  if (page.nextPageToken === null || page.videoIds.length === 0 || pages >= WALK_PAGES_MAX) {
    return { newestAt: laterOf(position.newestAt, newestAt), walk: null }
  }
  const { after, before } = window
  return { newestAt: position.newestAt, walk: { pageToken: page.nextPageToken, newestAt, after, before, pages } }
}

function laterOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

// Yields the videos of a page with their full text and counters, then their comments.
async function* readFound(
  context: SearchContext,
  query: YoutubeQuery,
  ids: readonly string[],
): AsyncGenerator<SourceEvent> {
  if (ids.length === 0) return
  const reply = await requestYoutube(context, 'videos', { part: 'snippet,statistics', id: ids.join(',') })
  if (reply.status !== 200) throw failure(context, reply)
  const { posts, broken, commented } = readVideos(reply.json)
  if (broken > 0) yield { type: 'notice', code: 'partial_page', detail: `${broken} videos were unreadable` }
  yield* fetchHandles(context, posts)
  for (const post of posts) yield { type: 'post', post: withHandle(context.handles, post) }
  if (!context.settings.comments) return
  for (const videoId of commented.slice(0, COMMENTED_VIDEOS_MAX)) {
    const result = await requestComments(context, query, videoId)
    if (result instanceof SourceError) {
      yield { type: 'notice', code: 'subsource_failed', detail: `comments of ${videoId}: ${result.message}` }
      if (result.code !== 'forbidden' && result.code !== 'bad_request') return
      continue
    }
    const comments = readOptional(result, readComments)
    if (comments instanceof SourceError) {
      yield { type: 'notice', code: 'subsource_failed', detail: `comments of ${videoId}: ${comments.message}` }
      continue
    }
    if (comments.broken > 0) {
      yield { type: 'notice', code: 'partial_page', detail: `${comments.broken} comments were unreadable` }
    }
    for (const post of comments.posts) yield { type: 'post', post }
  }
}

async function* fetchHandles(context: SearchContext, posts: readonly Post[]): AsyncGenerator<SourceEvent> {
  const unknown = new Set(posts.map(({ author }) => author.id).filter((id) => context.handles.get(id) === undefined))
  if (unknown.size === 0) return
  const params = { part: 'snippet', id: [...unknown].join(','), maxResults: PAGE_VIDEOS_MAX }
  const result = await requestOptional(context, 'channels', params)
  if (result instanceof SourceError) {
    return yield { type: 'notice', code: 'subsource_failed', detail: `handles: ${result.message}` }
  }
  const handles = readOptional(result, readHandles)
  if (handles instanceof SourceError) {
    return yield { type: 'notice', code: 'subsource_failed', detail: `handles: ${handles.message}` }
  }
  for (const [id, handle] of handles) context.handles.set(id, handle)
}

function withHandle(handles: HandleCache, post: Post): Post {
  const username = handles.get(post.author.id)
  return username === undefined ? post : { ...post, author: { ...post.author, username } }
}

// A video with comments disabled returns 403, which says nothing about the next video.
function requestComments(context: SearchContext, query: YoutubeQuery, videoId: string): Promise<unknown> {
  return requestOptional(context, 'commentThreads', {
    part: 'snippet',
    videoId,
    textFormat: 'plainText',
    order: 'time',
    maxResults: 100,
    searchTerms: query.commentTerm,
  })
}

// Requests additions to a search that has already used quota. The videos are worth keeping without them, so a failure is
// returned and not thrown.
async function requestOptional(
  context: SearchContext,
  path: string,
  params: Parameters<typeof addressOf>[2],
): Promise<unknown> {
  try {
    const reply = await requestYoutube(context, path, params)
    return reply.status === 200 ? reply.json : failure(context, reply)
  } catch (error) {
    if (error instanceof SourceError && !context.signal.aborted) return error
    throw error
  }
}

// A reply that cannot be read is a failure like any other: it must not end the run before the cursor, which would repeat the search.
function readOptional<T>(json: unknown, read: (json: unknown) => T): T | SourceError {
  try {
    return read(json)
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
}

function requestYoutube(
  context: SearchContext,
  path: string,
  params: Parameters<typeof addressOf>[2],
): Promise<ApiReply> {
  const { settings, signal } = context
  // The key is sent in a header, so that no proxy logs it.
  const headers = { 'x-goog-api-key': settings.key }
  return requestApi(settings.fetch, addressOf(settings.baseUrl, `youtube/v3/${path}`, params), { headers, signal })
}

function failure({ settings }: SearchContext, reply: ApiReply): SourceError {
  return readFailure(reply, settings.key, settings.now())
}
