import { type ApiReply, addressOf, requestApi } from '../http/api-request.ts'
import { readPositions, writePositions } from '../query-position.ts'
import { type Fetch, type SearchRequest, type SearchSource, SourceError, type SourceEvent } from '../source.ts'
import { isSpent, readFailure, readReset, rejectedParameters } from './failure.ts'
import { type Position, readPosition, START, type Walk } from './position.ts'
import { compileQuery } from './query.ts'
import { laterId, readPage } from './reply.ts'

// Two names for the same fields are live. Unknown parameters are refused, so exactly one is sent; both are read.
export const X_DIALECTS = ['tweet', 'post'] as const
export type XDialect = (typeof X_DIALECTS)[number]

export interface TwitterSettings {
  readonly token: string
  // https://api.x.com, a gateway, or a test server.
  readonly baseUrl: string
  readonly dialect: XDialect
  readonly fetch: Fetch
  readonly now: () => Date
}

// Pages of one run, shared by its queries.
export const PAGES_MAX = 20
// Every query can recover from a refused id and a refused token and still read a page.
const QUERY_PAGES_MIN = 3
const PAGE_POSTS_MAX = 100
// Fewer is answered with 400.
const PAGE_POSTS_MIN = 10
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

// What X complains about when a walk is too old to go on.
const WALK_PARAMETERS = ['next_token', 'pagination_token', 'start_time', 'end_time']

const FIELDS: Readonly<Record<XDialect, Readonly<Record<string, string>>>> = {
  tweet: {
    'tweet.fields': 'author_id,created_at,lang,public_metrics,entities,note_tweet,referenced_tweets,conversation_id',
  },
  post: { 'post.fields': 'created_at,lang,public_metrics,entities,note_post,conversation_id' },
}

export function openTwitter(settings: TwitterSettings): SearchSource {
  return {
    name: 'twitter',
    platform: 'twitter',
    search: (request, signal) => search(settings, request, signal),
  }
}

async function* search(
  settings: TwitterSettings,
  request: SearchRequest,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent> {
  const { queries, notices } = compileQuery(request.keyword, request.exclusions)
  yield* notices
  const known = readPositions(request.cursor, readPosition)
  const positions = new Map(queries.map((query) => [query, known.get(query) ?? START]))
  const run: Run = { settings, request, signal, left: request.budget }
  const pagesMax = Math.max(QUERY_PAGES_MIN, Math.floor(PAGES_MAX / queries.length))
  for (const query of queries) {
    for await (const event of readQuery(run, query, positions.get(query) ?? START, pagesMax)) {
      if (event.type !== 'position') yield event
      else yield { type: 'cursor', cursor: writePositions(positions.set(query, event.position)) }
    }
  }
}

interface Run {
  readonly settings: TwitterSettings
  readonly request: SearchRequest
  readonly signal: AbortSignal
  // Posts that the account can still pay for. Every post read costs the operator money as well.
  left: number
}

type Step = Exclude<SourceEvent, { type: 'cursor' }> | { readonly type: 'position'; readonly position: Position }

// Goes on with a walk that was cut short, then walks from the newest post down to what is known already.
async function* readQuery(run: Run, query: string, start: Position, pagesMax: number): AsyncGenerator<Step> {
  let position = start
  let fresh = position.walk === null
  let window = windowOf(run, position)
  if (window.truncated) yield truncated('the project begins before what recent search reaches back to')
  for (let pages = 0; pages < pagesMax; pages++) {
    if (run.left <= 0) return yield { type: 'notice', code: 'budget_spent', detail: 'the account has no quota left' }
    if (window.empty) return
    const answer = await askPage(run, query, position, window)
    const rejected = answer.status === 400 ? rejectedParameters(answer.json) : new Set<string>()
    if (rejected.has('since_id') && position.sinceId !== null) {
      // Without this a project that slept for a week would be refused for ever.
      position = { ...position, sinceId: null, walk: null }
      window = windowOf(run, position)
      yield truncated('what was read last is older than recent search reaches back to')
      continue
    }
    if (position.walk !== null && WALK_PARAMETERS.some((name) => rejected.has(name))) {
      // The walk cannot be continued: its token or its window is too old. It starts again from the top: read twice, but
      // nothing is lost that X still has.
      position = { ...position, walk: null }
      window = windowOf(run, position)
      if (window.truncated) yield truncated('the rest of an earlier run is older than recent search reaches back to')
      continue
    }
    if (answer.status !== 200) throw readFailure(answer, run.settings.token, run.settings.now())
    const page = readPage(answer.json)
    for (const post of page.posts) yield { type: 'post', post }
    if (page.broken > 0) yield { type: 'notice', code: 'partial_page', detail: `${page.broken} posts were unreadable` }
    run.left -= page.posts.length
    const newestId = position.walk?.newestId ?? page.newestId
    if (page.nextToken !== null) {
      const { startTime, endTime } = window
      position = { ...position, walk: { nextToken: page.nextToken, newestId, startTime, endTime } }
      yield { type: 'position', position }
    } else {
      const polledAt = run.settings.now().toISOString()
      position = { sinceId: laterId(position.sinceId, newestId), polledAt, walk: null }
      yield { type: 'position', position }
      if (fresh) return
      fresh = true
      window = windowOf(run, position)
    }
    if (isSpent(answer.headers)) throw spent(answer, run.settings.now())
  }
}

interface Window extends Pick<Walk, 'startTime' | 'endTime'> {
  readonly empty: boolean
  readonly truncated: boolean
}

// `since_id` and `start_time` exclude each other: the id is exact, the time is for the first reading.
function windowOf({ settings, request }: Run, position: Position): Window {
  if (position.walk !== null) return { ...position.walk, empty: false, truncated: false }
  const now = settings.now().getTime()
  const reach = now - WEEK_MS + MINUTE_MS
  const start = Math.max(request.since.getTime(), reach)
  const end = request.until.getTime()
  const wanted = position.polledAt === null ? request.since.getTime() : Date.parse(position.polledAt)
  return {
    startTime: position.sinceId === null ? toSeconds(start) : null,
    // Without an end X takes half a minute ago; one in the future would be refused.
    endTime: end < now - MINUTE_MS ? toSeconds(end) : null,
    empty: end <= start,
    truncated: position.sinceId === null && Math.max(wanted, request.since.getTime()) < reach,
  }
}

function toSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

function askPage(run: Run, query: string, position: Position, window: Window): Promise<ApiReply> {
  const { settings, signal } = run
  const url = addressOf(settings.baseUrl, '2/tweets/search/recent', {
    query,
    max_results: Math.min(Math.max(run.left, PAGE_POSTS_MIN), PAGE_POSTS_MAX),
    since_id: position.sinceId,
    start_time: window.startTime,
    end_time: window.endTime,
    next_token: position.walk?.nextToken,
    sort_order: 'recency',
    expansions: 'author_id',
    'user.fields': 'id,name,username',
    ...FIELDS[settings.dialect],
  })
  return requestApi(settings.fetch, url, { headers: { authorization: `Bearer ${settings.token}` }, signal })
}

function truncated(detail: string): Step {
  return { type: 'notice', code: 'window_truncated', detail }
}

function spent(answer: ApiReply, now: Date): SourceError {
  const retryAt = readReset(answer.headers, now) ?? new Date(now.getTime() + 15 * MINUTE_MS)
  return new SourceError('rate_limited', "X's window of requests is used up.", { retryAt, status: answer.status })
}
