import type { SamplePost } from './sample.ts'
import { type Platform, type PlatformReply, type PlatformRequest, type ServerOptions, startServer } from './server.ts'
import { hasPhrase } from './words.ts'

// TikTok's Research API: client tokens and `POST /v2/research/video/query/`.
export interface TiktokOptions {
  readonly posts: readonly SamplePost[]
  readonly clientKey: string
  readonly clientSecret: string
  readonly now?: () => Date
  readonly tokenSeconds?: number
  readonly requestsPerDay?: number
  // How often a further page is refused before it is available.
  readonly fillTries?: number
  readonly port?: number
  readonly chaos?: ServerOptions['chaos']
}

export interface TiktokPlatform extends Platform {
  // Drops all open searches, as TikTok does after a while.
  forgetSearches(): void
}

const DAY_MS = 24 * 60 * 60 * 1000
const SEARCHES_MAX = 1_000

interface State extends Required<Omit<TiktokOptions, 'port' | 'chaos'>> {
  readonly tokens: Map<string, number>
  readonly searches: Map<string, { readonly found: readonly SamplePost[]; filling: number }>
  readonly used: Map<string, number>
  serial: number
}

export async function startTiktok(options: TiktokOptions): Promise<TiktokPlatform> {
  const state: State = {
    now: () => new Date(),
    tokenSeconds: 7_200,
    requestsPerDay: 1_000,
    fillTries: 0,
    ...options,
    tokens: new Map(),
    searches: new Map(),
    used: new Map(),
    serial: 0,
  }
  const server = await startServer({
    port: options.port,
    chaos: options.chaos,
    handle: (request) => handle(state, request),
    refuse: ({ status, code }) => refuse(state, String(code ?? BY_STATUS[status] ?? 'internal_error'), status),
  })
  return { ...server, forgetSearches: () => state.searches.clear() }
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_params',
  401: 'access_token_invalid',
  403: 'scope_not_authorized',
  429: 'rate_limit_exceeded',
}

class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

function handle(state: State, request: PlatformRequest): PlatformReply {
  try {
    if (request.method !== 'POST') throw new Refusal(400, 'invalid_params', 'POST only')
    if (request.path === '/v2/oauth/token/') return issueToken(state, request)
    if (request.path !== '/v2/research/video/query/') throw new Refusal(404, 'invalid_params', 'no such path')
    return queryVideos(state, request)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(state, error.code, error.status, error.message)
  }
}

function refuse(state: State, code: string, status: number, message = ''): PlatformReply {
  return { status, body: { data: {}, error: { code, message, log_id: `202611140${state.serial++}` } } }
}

// This endpoint refuses with status 200.
function issueToken(state: State, request: PlatformRequest): PlatformReply {
  const form = new URLSearchParams(request.body)
  const valid = form.get('client_key') === state.clientKey && form.get('client_secret') === state.clientSecret
  if (!valid || form.get('grant_type') !== 'client_credentials') {
    const description = `Client key or secret is incorrect: ${form.get('client_secret')}`
    return { status: 200, body: { error: 'invalid_client', error_description: description, log_id: '2022' } }
  }
  const token = `clt.token-${state.serial++}`
  state.tokens.set(token, state.now().getTime() + state.tokenSeconds * 1000)
  return { status: 200, body: { access_token: token, expires_in: state.tokenSeconds, token_type: 'Bearer' } }
}

interface Body {
  readonly query: Readonly<Record<'and' | 'or' | 'not', readonly Condition[] | undefined>>
  readonly start_date: string
  readonly end_date: string
  readonly max_count?: number
  readonly cursor?: number
  readonly search_id?: string
}

interface Condition {
  readonly operation: string
  readonly field_name: string
  readonly field_values: readonly string[]
}

const KNOWN_FIELDS = new Set(
  (
    'id video_description create_time region_code share_count view_count like_count comment_count hashtag_names ' +
    'username voice_to_text'
  ).split(' '),
)

function queryVideos(state: State, request: PlatformRequest): PlatformReply {
  const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
  if ((state.tokens.get(token) ?? 0) <= state.now().getTime()) {
    throw new Refusal(401, 'access_token_invalid', `The access token ${token} is invalid or expired`)
  }
  spendRequest(state)
  const fields = (request.query.get('fields') ?? '').split(',')
  if (fields.some((field) => !KNOWN_FIELDS.has(field))) throw new Refusal(400, 'invalid_params', 'unknown field')
  const body = JSON.parse(request.body) as Body
  const max = body.max_count ?? 20
  if (max > 100) throw new Refusal(400, 'invalid_params', 'max_count is over 100')
  const start = body.cursor ?? 0
  const searchId = body.search_id ?? String(7_201_388_525_814_000_000n + BigInt(state.serial++))
  const found = body.search_id === undefined ? startSearch(state, searchId, body) : continueSearch(state, searchId)
  const page = found.slice(start, start + max)
  const hasMore = found.length > start + max
  const data = {
    // Deleted videos are removed after paging, so pages may be short.
    videos: page.filter(({ deleted }) => !deleted).map(toWire),
    cursor: start + max,
    search_id: searchId,
    has_more: hasMore,
  }
  return { status: 200, body: { data, error: { code: 'ok', message: '', log_id: '2026' } } }
}

function spendRequest(state: State): void {
  const day = state.now().toISOString().slice(0, 10)
  const used = state.used.get(day) ?? 0
  if (used >= state.requestsPerDay) throw new Refusal(429, 'daily_quota_limit_exceeded', 'Daily quota is used up')
  state.used.set(day, used + 1)
}

function startSearch(state: State, searchId: string, body: Body): readonly SamplePost[] {
  const from = readDay(body.start_date)
  const to = readDay(body.end_date)
  if (!(to >= from) || to - from > 30 * DAY_MS)
    throw new Refusal(400, 'invalid_params', 'end_date is not within 30 days')
  const { and = [], or = [], not = [] } = body.query
  if (and.length + or.length + not.length === 0) throw new Refusal(400, 'invalid_params', 'the query is empty')
  const now = state.now().getTime()
  const found = state.posts
    .filter(({ platform }) => platform === 'tiktok')
    .filter(({ publishedAt }) => publishedAt.getTime() >= from && publishedAt.getTime() < Math.min(to + DAY_MS, now))
    .filter((post) => and.every((condition) => holds(condition, post)))
    .filter((post) => or.length === 0 || or.some((condition) => holds(condition, post)))
    .filter((post) => !not.some((condition) => holds(condition, post)))
  const oldest = state.searches.keys().next()
  if (state.searches.size >= SEARCHES_MAX && oldest.done !== true) state.searches.delete(oldest.value)
  state.searches.set(searchId, { found, filling: state.fillTries })
  return found
}

function continueSearch(state: State, searchId: string): readonly SamplePost[] {
  const search = state.searches.get(searchId)
  if (search === undefined || search.filling-- > 0) {
    throw new Refusal(400, 'invalid_params', `Search Id ${searchId} is invalid or expired`)
  }
  search.filling = state.fillTries
  return search.found
}

function readDay(day: string): number {
  if (!/^\d{8}$/.test(day)) throw new Refusal(400, 'invalid_params', 'a date is not YYYYMMDD')
  return Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)
}

function holds({ operation, field_name, field_values }: Condition, post: SamplePost): boolean {
  if (operation !== 'EQ' && operation !== 'IN') throw new Refusal(400, 'invalid_params', 'unknown operation')
  if (field_values.length === 0 || (operation === 'EQ' && field_values.length !== 1)) {
    throw new Refusal(400, 'invalid_params', 'field_values')
  }
  if (field_name === 'keyword') return field_values.some((value) => hasPhrase(post.text, value))
  if (field_name === 'hashtag_name') return field_values.some((value) => post.hashtags.includes(value))
  if (field_name === 'region_code') return field_values.includes('ID')
  throw new Refusal(400, 'invalid_params', `unknown field ${field_name}`)
}

function toWire(post: SamplePost): unknown {
  return {
    // A number of 19 digits, as TikTok sends it.
    id: rawJson(post.id),
    username: post.author.username,
    video_description: post.text,
    create_time: Math.floor(post.publishedAt.getTime() / 1000),
    region_code: 'ID',
    hashtag_names: post.hashtags,
    view_count: post.engagement.views,
    like_count: post.engagement.likes,
    comment_count: post.engagement.comments,
    share_count: post.engagement.shares,
  }
}

// TypeScript's own declaration of JSON does not know it yet.
const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
