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
  // Whether comments of found videos are read as well; one cheap request for each video.
  readonly comments: boolean
  readonly ledger: SearchLedger
  readonly fetch: Fetch
  readonly now: () => Date
}

const PAGE_VIDEOS_MAX = 50
// YouTube itself ends a result at about 500 videos.
const WALK_PAGES_MAX = 10
const COMMENTED_VIDEOS_MAX = 20
// Videos show up in searches late, so the window overlaps what was read.
const OVERLAP_MS = 10 * 60 * 1000

export function openYoutube(settings: YoutubeSettings): SearchSource {
  const handles = openHandleCache(settings.now)
  return {
    name: 'youtube',
    platform: 'youtube',
    search: (request, signal) => search({ settings, handles, request, signal }),
  }
}

interface Run {
  readonly settings: YoutubeSettings
  readonly handles: HandleCache
  readonly request: SearchRequest
  readonly signal: AbortSignal
}

// One page of each search a run: with a hundred searches a day for the whole key, nobody may take more.
async function* search(run: Run): AsyncGenerator<SourceEvent> {
  const { request } = run
  const { queries, notices } = compileQuery(request.keyword, request.exclusions)
  yield* notices
  const known = readPositions(request.cursor, readPosition)
  const positions = new Map(queries.map(({ q }) => [q, known.get(q) ?? START]))
  let left = request.budget
  for (const query of queries) {
    if (left <= 0) return yield { type: 'notice', code: 'budget_spent', detail: 'the account has no quota left' }
    const position = positions.get(query.q) ?? START
    const window = windowOf(run, position)
    if (window.after >= window.before) continue
    const { page, walked } = await searchPage(run, query.q, position, window)
    for await (const event of readFound(run, query, page.videoIds)) {
      if (event.type === 'post') left--
      yield event
    }
    const next = nextPlace(walked, window, page)
    if (next.walk === null && page.nextPageToken !== null && page.videoIds.length > 0) {
      yield { type: 'notice', code: 'window_truncated', detail: 'YouTube shows no more of this search' }
    }
    yield { type: 'cursor', cursor: writePositions(positions.set(query.q, next)) }
  }
}

interface Window {
  readonly after: string
  readonly before: string
}

function windowOf({ settings, request }: Run, position: Position): Window {
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

// Takes a search from the ledger and asks for the next page, or for the first one when the walk cannot be continued.
async function searchPage(run: Run, q: string, position: Position, window: Window) {
  const answer = await askSearch(run, q, window, position.walk?.pageToken)
  if (answer.status === 200) return { page: readSearch(answer.json), walked: position }
  if (position.walk === null || !reasonsOf(answer.json).includes('invalidPageToken')) throw failure(run, answer)
  const again = await askSearch(run, q, window, undefined)
  if (again.status !== 200) throw failure(run, again)
  return { page: readSearch(again.json), walked: { ...position, walk: null } }
}

async function askSearch(run: Run, q: string, window: Window, pageToken: string | undefined): Promise<ApiReply> {
  const now = run.settings.now()
  if (!(await run.settings.ledger.spend(quotaDay(now)))) {
    throw new SourceError('quota', "Today's searches of the YouTube key are used up.", { retryAt: quotaResetAt(now) })
  }
  return askYoutube(run, 'search', {
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

function nextPlace(position: Position, window: Window, page: SearchPage): Position {
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

// The videos of a page with their full text and counters, then what is said below them.
async function* readFound(run: Run, query: YoutubeQuery, ids: readonly string[]): AsyncGenerator<SourceEvent> {
  if (ids.length === 0) return
  const answer = await askYoutube(run, 'videos', { part: 'snippet,statistics', id: ids.join(',') })
  if (answer.status !== 200) throw failure(run, answer)
  const { posts, broken, commented } = readVideos(answer.json)
  if (broken > 0) yield { type: 'notice', code: 'partial_page', detail: `${broken} videos were unreadable` }
  yield* learnHandles(run, posts)
  for (const post of posts) yield { type: 'post', post: withHandle(run.handles, post) }
  if (!run.settings.comments) return
  for (const videoId of commented.slice(0, COMMENTED_VIDEOS_MAX)) {
    const answer = await askThreads(run, query, videoId)
    if (answer instanceof SourceError) {
      yield { type: 'notice', code: 'subsource_failed', detail: `comments of ${videoId}: ${answer.message}` }
      if (answer.code !== 'forbidden' && answer.code !== 'bad_request') return
      continue
    }
    const threads = readComments(answer)
    if (threads.broken > 0) {
      yield { type: 'notice', code: 'partial_page', detail: `${threads.broken} comments were unreadable` }
    }
    for (const post of threads.posts) yield { type: 'post', post }
  }
}

async function* learnHandles(run: Run, posts: readonly Post[]): AsyncGenerator<SourceEvent> {
  const unknown = new Set(posts.map(({ author }) => author.id).filter((id) => run.handles.get(id) === undefined))
  if (unknown.size === 0) return
  const params = { part: 'snippet', id: [...unknown].join(','), maxResults: PAGE_VIDEOS_MAX }
  const answer = await askExtra(run, 'channels', params)
  if (answer instanceof SourceError) {
    return yield { type: 'notice', code: 'subsource_failed', detail: `handles: ${answer.message}` }
  }
  for (const [id, handle] of readHandles(answer)) run.handles.set(id, handle)
}

function withHandle(handles: HandleCache, post: Post): Post {
  const username = handles.get(post.author.id)
  return username === undefined ? post : { ...post, author: { ...post.author, username } }
}

// A video whose owner switched comments off answers 403, which says nothing about the next video.
function askThreads(run: Run, query: YoutubeQuery, videoId: string): Promise<unknown> {
  return askExtra(run, 'commentThreads', {
    part: 'snippet',
    videoId,
    textFormat: 'plainText',
    order: 'time',
    maxResults: 100,
    searchTerms: query.commentTerm,
  })
}

// What comes on top of a search that was paid for: when it fails, the videos are still worth having, so the failure is
// returned and not thrown.
async function askExtra(run: Run, path: string, params: Parameters<typeof addressOf>[2]): Promise<unknown> {
  try {
    const answer = await askYoutube(run, path, params)
    return answer.status === 200 ? answer.json : failure(run, answer)
  } catch (error) {
    if (error instanceof SourceError && !run.signal.aborted) return error
    throw error
  }
}

function askYoutube(run: Run, path: string, params: Parameters<typeof addressOf>[2]): Promise<ApiReply> {
  const { settings, signal } = run
  // The key travels in a header, so that no proxy writes it into a log.
  const headers = { 'x-goog-api-key': settings.key }
  return requestApi(settings.fetch, addressOf(settings.baseUrl, `youtube/v3/${path}`, params), { headers, signal })
}

function failure({ settings }: Run, answer: ApiReply): SourceError {
  return readFailure(answer, settings.key, settings.now())
}
