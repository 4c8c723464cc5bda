import { type ApiReply, addressOf, requestApi } from '../http/api-request.ts'
import { asRecord } from '../http/json.ts'
import { readPositions, writePositions } from '../query-position.ts'
import { type Fetch, type SearchRequest, type SearchSource, SourceError, type SourceEvent } from '../source.ts'
import { isWindowUsedUp, readFailure, readReset, rejectedParameters } from './failure.ts'
import { type Position, readPosition, START, type Walk } from './position.ts'
import { compileQuery } from './query.ts'
import { RECENT_DAYS } from './reach.ts'
import { laterId, readPage } from './reply.ts'

// X accepts two names for the same fields. Unknown parameters are refused, so exactly one is sent; both are read.
export const X_DIALECTS = ['tweet', 'post'] as const
export type XDialect = (typeof X_DIALECTS)[number]

export interface TwitterSettings {
  readonly token: string
  // https://api.x.com, a gateway, or a test server.
  readonly baseUrl: string
  // Tried first; the other one is used when X does not know it.
  readonly dialect: XDialect
  readonly fetch: Fetch
  readonly now: () => Date
}

// Pages per search, shared by its queries.
export const PAGES_MAX = 20
// Enough for a query to recover from a refused id and a refused token and still read a page.
const QUERY_PAGES_MIN = 3
const PAGE_POSTS_MAX = 100
// X rejects fewer with 400.
const PAGE_POSTS_MIN = 10
const WEEK_MS = RECENT_DAYS * 24 * 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

// The parameters that X rejects when a walk is too old to continue.
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
    search(request, signal) {
      const dialect = readDialect(request.cursor) ?? settings.dialect
      return search({ settings, request, signal, left: request.budget, dialect, hasSwitched: false })
    },
  }
}

async function* search(context: SearchContext): AsyncGenerator<SourceEvent> {
  const { settings, request } = context
  const { queries, notices } = compileQuery(request.keyword, request.exclusions)
  yield* notices
  if (context.dialect !== settings.dialect) yield switched(context.dialect)
  const known = readPositions(request.cursor, readPosition)
  const positions = new Map(queries.map((query) => [query, known.get(query) ?? START]))
  const pagesMax = Math.max(QUERY_PAGES_MIN, Math.floor(PAGES_MAX / queries.length))
  for (const query of queries) {
    for await (const event of readQuery(context, query, positions.get(query) ?? START, pagesMax)) {
      if (event.type !== 'position') yield event
      else yield { type: 'cursor', cursor: writeCursor(context, positions.set(query, event.position)) }
    }
  }
}

interface SearchContext {
  readonly settings: TwitterSettings
  readonly request: SearchRequest
  readonly signal: AbortSignal
  // How many more posts the account's quota allows. Every post read also costs the operator money.
  left: number
  // The one that X accepted last; it is part of the cursor, so that every process knows it.
  dialect: XDialect
  hasSwitched: boolean
}

function readDialect(cursor: unknown): XDialect | undefined {
  const { dialect } = asRecord(cursor)
  return X_DIALECTS.find((name) => name === dialect)
}

// Only a dialect that differs from the setting, so that a changed setting is used at once.
function writeCursor({ settings, dialect }: SearchContext, positions: ReadonlyMap<string, Position>): unknown {
  const cursor = writePositions(positions)
  return dialect === settings.dialect ? cursor : { ...cursor, dialect }
}

type Step = Exclude<SourceEvent, { type: 'cursor' }> | { readonly type: 'position'; readonly position: Position }

// Continues an interrupted walk, then walks from the newest post down to the ones already read.
async function* readQuery(
  context: SearchContext,
  query: string,
  start: Position,
  pagesMax: number,
): AsyncGenerator<Step> {
  let position = start
  let fresh = position.walk === null
  let window = windowOf(context, position)
  if (window.truncated) yield truncated('the project begins before the period that recent search covers')
  for (let pages = 0; pages < pagesMax; pages++) {
    if (context.left <= 0)
      return yield { type: 'notice', code: 'budget_spent', detail: 'the account has no quota left' }
    if (window.empty) return
    const reply = await requestPage(context, query, position, window)
    const rejected = reply.status === 400 ? rejectedParameters(reply.json) : new Set<string>()
    if (switchDialect(context, rejected)) {
      if (context.dialect !== context.settings.dialect) yield switched(context.dialect)
      continue
    }
    if (rejected.has('since_id') && position.sinceId !== null) {
      // Without this, every search of a project that was paused for a week would be refused.
      position = { ...position, sinceId: null, walk: null }
      window = windowOf(context, position)
      yield truncated('the last post read is older than the period that recent search covers')
      continue
    }
    if (position.walk !== null && WALK_PARAMETERS.some((name) => rejected.has(name))) {
      // The walk cannot be continued: its token or its window is too old. It starts over from the newest post: some posts are
      // read twice, but nothing is lost that X still returns.
      position = { ...position, walk: null }
      window = windowOf(context, position)
      if (window.truncated)
        yield truncated('the rest of an earlier run is older than the period that recent search covers')
      continue
    }
    if (reply.status !== 200) throw readFailure(reply, context.settings.token, context.settings.now())
    const page = readPage(reply.json)
    for (const post of page.posts) yield { type: 'post', post }
    if (page.broken > 0) yield { type: 'notice', code: 'partial_page', detail: `${page.broken} posts were unreadable` }
    context.left -= page.posts.length
    const newestId = position.walk?.newestId ?? page.newestId
    if (page.nextToken !== null) {
      const { startTime, endTime } = window
      position = { ...position, walk: { nextToken: page.nextToken, newestId, startTime, endTime } }
      yield { type: 'position', position }
    } else {
      const polledAt = context.settings.now().toISOString()
      position = { sinceId: laterId(position.sinceId, newestId), polledAt, walk: null }
      yield { type: 'position', position }
      if (fresh) return
      fresh = true
      window = windowOf(context, position)
    }
    if (isWindowUsedUp(reply.headers)) throw windowUsedUp(reply, context.settings.now())
  }
}

interface Window extends Pick<Walk, 'startTime' | 'endTime'> {
  readonly empty: boolean
  readonly truncated: boolean
}

// `since_id` and `start_time` exclude each other: the id is exact, the time is for the first run.
function windowOf({ settings, request }: SearchContext, position: Position): Window {
  if (position.walk !== null) return { ...position.walk, empty: false, truncated: false }
  const now = settings.now().getTime()
  const reach = now - WEEK_MS + MINUTE_MS
  const start = Math.max(request.since.getTime(), reach)
  const end = request.until.getTime()
  const wanted = position.polledAt === null ? request.since.getTime() : Date.parse(position.polledAt)
  return {
    startTime: position.sinceId === null ? toSeconds(start) : null,
    // Without an end time X uses half a minute ago; one in the future would be refused.
    endTime: end < now - MINUTE_MS ? toSeconds(end) : null,
    empty: end <= start,
    truncated: position.sinceId === null && Math.max(wanted, request.since.getTime()) < reach,
  }
}

function toSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

function requestPage(context: SearchContext, query: string, position: Position, window: Window): Promise<ApiReply> {
  const { settings, signal } = context
  const url = addressOf(settings.baseUrl, '2/tweets/search/recent', {
    query,
    max_results: Math.min(Math.max(context.left, PAGE_POSTS_MIN), PAGE_POSTS_MAX),
    since_id: position.sinceId,
    start_time: window.startTime,
    end_time: window.endTime,
    next_token: position.walk?.nextToken,
    sort_order: 'recency',
    expansions: 'author_id',
    'user.fields': 'id,name,username',
    ...FIELDS[context.dialect],
  })
  return requestApi(settings.fetch, url, { headers: { authorization: `Bearer ${settings.token}` }, signal })
}

// X refuses parameters that it does not know. When that is the one with the fields, the other name is tried, once in a search.
function switchDialect(context: SearchContext, rejected: ReadonlySet<string>): boolean {
  const isRefused = Object.keys(FIELDS[context.dialect]).some((name) => rejected.has(name))
  if (!isRefused || context.hasSwitched) return false
  context.dialect = context.dialect === 'tweet' ? 'post' : 'tweet'
  context.hasSwitched = true
  return true
}

function switched(dialect: XDialect): Extract<SourceEvent, { type: 'notice' }> {
  const detail = `X does not accept the configured names of fields; ${dialect}.fields is used. Set PANTAU_X_DIALECT=${dialect}.`
  return { type: 'notice', code: 'dialect_switched', detail }
}

function truncated(detail: string): Step {
  return { type: 'notice', code: 'window_truncated', detail }
}

function windowUsedUp(reply: ApiReply, now: Date): SourceError {
  const retryAt = readReset(reply.headers, now) ?? new Date(now.getTime() + 15 * MINUTE_MS)
  return new SourceError('rate_limited', 'The rate limit window of X is used up.', { retryAt, status: reply.status })
}
