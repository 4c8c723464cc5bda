import { type SamplePost, timeOfXId } from './sample.ts'
import { type Platform, type PlatformReply, type PlatformRequest, type ServerOptions, startServer } from './server.ts'
import { parseXQuery, XQueryError } from './x-query.ts'

// X's recent search, as documented: https://docs.x.com, `GET /2/tweets/search/recent`.
export interface XOptions {
  // Shared with the caller: posts that are pushed later are found later.
  readonly posts: readonly SamplePost[]
  readonly token: string
  readonly now?: () => Date
  // Requests per fifteen minutes.
  readonly limit?: number
  // A post can be found this long after it was published.
  readonly lagMs?: number
  // The names of fields that it knows; both by default.
  readonly dialects?: readonly ('tweet' | 'post')[]
  readonly port?: number
  readonly chaos?: ServerOptions['chaos']
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const WINDOW_MS = 15 * 60 * 1000
const KNOWN = new Set(
  'query max_results next_token pagination_token start_time end_time since_id until_id sort_order expansions user.fields'.split(
    ' ',
  ),
)
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'tweet.fields':
    'author_id created_at lang public_metrics entities note_tweet referenced_tweets conversation_id'.split(' '),
  'post.fields': 'created_at lang public_metrics entities note_post conversation_id referenced_posts'.split(' '),
}

interface State extends Required<Pick<XOptions, 'posts' | 'token' | 'now' | 'limit' | 'lagMs' | 'dialects'>> {
  window: { start: number; used: number }
}

export function startX(options: XOptions): Promise<Platform> {
  const state: State = {
    now: () => new Date(),
    limit: 450,
    lagMs: 0,
    dialects: ['tweet', 'post'],
    ...options,
    window: { start: 0, used: 0 },
  }
  return startServer({
    port: options.port,
    chaos: options.chaos,
    handle: (request) => handle(state, request),
    refuse: ({ status, resetInSeconds, code }) => refuse(state, status, { resetInSeconds, code }),
  })
}

function handle(state: State, request: PlatformRequest): PlatformReply {
  if (request.path !== '/2/tweets/search/recent') return refuse(state, 404)
  if (request.headers.authorization !== `Bearer ${state.token}`) return refuse(state, 401)
  const now = state.now().getTime()
  if (now - state.window.start >= WINDOW_MS) state.window = { start: now, used: 0 }
  if (state.window.used >= state.limit) return refuse(state, 429)
  state.window.used++
  try {
    return { status: 200, headers: rateHeaders(state), body: search(state, request.query) }
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    return { status: 400, headers: rateHeaders(state), body: error.body }
  }
}

function rateHeaders({ window, limit, now }: State, resetInSeconds?: number): Record<string, string> {
  const reset =
    resetInSeconds === undefined ? (window.start + WINDOW_MS) / 1000 : now().getTime() / 1000 + resetInSeconds
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(Math.max(0, limit - window.used)),
    'x-rate-limit-reset': String(Math.ceil(reset)),
  }
}

class InvalidRequest extends Error {
  readonly body: unknown

  constructor(parameter: string, value: string, message: string) {
    super(message)
    this.body = {
      errors: [{ parameters: { [parameter]: [value] }, message }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.twitter.com/2/problems/invalid-request',
    }
  }
}

function search(state: State, query: URLSearchParams): unknown {
  const dialect = readDialect(query, state.dialects)
  const max = Number(query.get('max_results') ?? 10)
  if (!(max >= 10 && max <= 100)) {
    throw new InvalidRequest(
      'max_results',
      String(max),
      'The `max_results` query parameter value is not between 10 and 100',
    )
  }
  const wanted = readWindow(state, query)
  const test = readQuery(query.get('query') ?? '')
  const token = query.get('next_token') ?? query.get('pagination_token')
  const below = token === null ? null : readToken(token, query)
  const found = state.posts
    .filter(({ platform, deleted }) => platform === 'twitter' && !deleted)
    .filter(({ id, publishedAt }) => wanted(id, publishedAt.getTime()) && (below === null || BigInt(id) < below))
    .filter((post) => test({ text: textOf(post), hashtags: post.hashtags, username: post.author.username }))
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
  const page = found.slice(0, max)
  if (page.length === 0) return { meta: { result_count: 0 } }
  const last = page.at(-1)?.id ?? ''
  const missing = page.filter(({ author }) => author.username === '').map(({ author }) => author.id)
  return {
    data: page.map((post) => toWire(post, dialect)),
    includes: { users: usersOf(page) },
    ...(missing.length === 0 ? {} : { errors: missing.map(notFound) }),
    meta: {
      newest_id: page[0]?.id,
      oldest_id: last,
      result_count: page.length,
      ...(found.length > page.length ? { next_token: writeToken(last, query) } : {}),
    },
  }
}

function readDialect(query: URLSearchParams, dialects: State['dialects']): 'tweet' | 'post' {
  const known = Object.keys(FIELDS).filter((field) => dialects.some((dialect) => field === `${dialect}.fields`))
  const [name, ...more] = known.filter((field) => query.has(field))
  for (const parameter of query.keys()) {
    if (!KNOWN.has(parameter) && parameter !== name) {
      throw new InvalidRequest(
        parameter,
        query.get(parameter) ?? '',
        `The query parameter [${parameter}] is not one of the known ones`,
      )
    }
  }
  const fields = (name === undefined ? '' : (query.get(name) ?? '')).split(',')
  const unknown = name === undefined ? undefined : fields.find((field) => FIELDS[name]?.includes(field) !== true)
  if (name !== undefined && unknown !== undefined)
    throw new InvalidRequest(name, unknown, `[${unknown}] is not a field`)
  return name === 'post.fields' && more.length === 0 ? 'post' : 'tweet'
}

function readWindow(state: State, query: URLSearchParams): (id: string, time: number) => boolean {
  const now = state.now().getTime()
  const start = readTime(query, 'start_time') ?? now - WEEK_MS
  const end = readTime(query, 'end_time') ?? now - state.lagMs
  if (start < now - WEEK_MS)
    throw new InvalidRequest('start_time', String(query.get('start_time')), "'start_time' is too old")
  if (query.has('end_time') && end > now - 10_000) {
    throw new InvalidRequest('end_time', String(query.get('end_time')), "'end_time' must be 10 seconds before now")
  }
  const since = query.get('since_id')
  if (since !== null && (!/^[0-9]{1,19}$/.test(since) || timeOfXId(since) < now - WEEK_MS)) {
    throw new InvalidRequest(
      'since_id',
      since,
      `'since_id' must be a tweet id created after ${new Date(now - WEEK_MS).toISOString().slice(0, 16)}Z. Please use a larger one`,
    )
  }
  return (id, time) => time < end && (since === null ? time >= start : BigInt(id) > BigInt(since))
}

function readTime(query: URLSearchParams, name: string): number | null {
  const value = query.get(name)
  if (value === null) return null
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/.test(value)) {
    throw new InvalidRequest(name, value, `'${name}' is not RFC 3339`)
  }
  return Date.parse(value)
}

function readQuery(query: string) {
  if (query.length > 512) throw new InvalidRequest('query', query, 'Rules must be at most 512 characters')
  try {
    return parseXQuery(query)
  } catch (error) {
    if (!(error instanceof XQueryError)) throw error
    throw new InvalidRequest('query', query, `There were errors processing your request: ${error.message}`)
  }
}

// A token is opaque and belongs to the query and the window that it was issued for.
function writeToken(lastId: string, query: URLSearchParams): string {
  return Buffer.from(JSON.stringify([lastId, nameOf(query)])).toString('base64url')
}

function readToken(token: string, query: URLSearchParams): bigint {
  try {
    const [lastId, name] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [string, string]
    if (name === nameOf(query)) return BigInt(lastId)
  } catch {
    // Falls through to the refusal.
  }
  throw new InvalidRequest('next_token', token, 'next_token is invalid')
}

function nameOf(query: URLSearchParams): string {
  return ['query', 'since_id', 'start_time', 'end_time'].map((name) => query.get(name) ?? '').join('\n')
}

function textOf(post: SamplePost): string {
  return [post.text, ...post.links.flatMap(({ url, title }) => [url, title])].join('\n')
}

function usersOf(page: readonly SamplePost[]): unknown[] {
  const known = new Map(page.filter(({ author }) => author.username !== '').map(({ author }) => [author.id, author]))
  return [...known.values()].map(({ id, username, displayName }) => ({ id, name: displayName, username }))
}

function notFound(id: string): unknown {
  return {
    resource_type: 'user',
    resource_id: id,
    parameter: 'author_id',
    value: id,
    title: 'Not Found Error',
    detail: `Could not find user with author_id: [${id}].`,
    type: 'https://api.twitter.com/2/problems/resource-not-found',
  }
}

const SHORT_UNITS_MAX = 280

function toWire(post: SamplePost, dialect: 'tweet' | 'post'): unknown {
  const { likes, comments, shares, views } = post.engagement
  const escaped = post.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const long = escaped.length > SHORT_UNITS_MAX
  return {
    id: post.id,
    text: long ? `${escaped.slice(0, SHORT_UNITS_MAX - 1)}…` : escaped,
    author_id: post.author.id,
    created_at: post.publishedAt.toISOString(),
    lang: { id: 'in', he: 'iw' }[post.language] ?? post.language,
    conversation_id: post.id,
    [`edit_history_${dialect}_ids`]: [post.id],
    ...(long ? { [`note_${dialect}`]: { text: escaped } } : {}),
    public_metrics: {
      [dialect === 'tweet' ? 'retweet_count' : 'repost_count']: shares,
      reply_count: comments,
      like_count: likes,
      quote_count: 0,
      bookmark_count: 0,
      impression_count: views,
    },
    entities: {
      urls: post.links.map(({ shortUrl, url, title }) => ({
        start: 0,
        end: 23,
        url: shortUrl,
        expanded_url: url,
        title,
      })),
    },
  }
}

function refuse(
  state: State,
  status: number,
  more: { resetInSeconds?: number | undefined; code?: string | number | undefined } = {},
): PlatformReply {
  const headers = { ...rateHeaders(state, more.resetInSeconds), 'content-type': 'application/problem+json' }
  if (status === 402) {
    const body =
      '{"account_id":2051096097834344448,"title":"CreditsDepleted","detail":"Your enrolled account [2051096097834344448] ' +
      'does not have any credits to fulfill this request.","type":"https://api.twitter.com/2/problems/credits"}'
    return { status, headers, body }
  }
  const body = { ...PROBLEMS[more.code ?? status], status }
  return { status, headers: status === 429 ? { ...headers, 'x-rate-limit-remaining': '0' } : headers, body }
}

const PROBLEMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '400': { title: 'Invalid Request', detail: 'Invalid.', type: 'https://api.twitter.com/2/problems/invalid-request' },
  '401': { title: 'Unauthorized', type: 'about:blank', detail: 'Unauthorized' },
  '403': {
    reason: 'client-not-enrolled',
    client_id: '1',
    registration_url: 'https://developer.x.com/',
    title: 'Client Forbidden',
    required_enrollment: 'Appropriate Level of API Access',
    detail: 'This app has no access to this endpoint.',
    type: 'https://api.twitter.com/2/problems/client-forbidden',
  },
  '404': { title: 'Not Found', type: 'about:blank', detail: 'Not Found' },
  '429': { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank' },
  '500': { title: 'Internal Server Error', type: 'about:blank', detail: 'Internal Server Error' },
  '503': { title: 'Service Unavailable', type: 'about:blank' },
  'usage-capped': {
    title: 'UsageCapExceeded',
    detail: 'Usage cap exceeded: Monthly product cap',
    period: 'Monthly',
    scope: 'Product',
    type: 'https://api.x.com/2/problems/usage-capped',
  },
}
