import type { Post } from '../../domain/post.ts'
import { type ApiReply, addressOf, requestApi } from '../http/api-request.ts'
import { asInstant, asRecord, asText } from '../http/json.ts'
import { type FeedReading, type FeedRequest, type FeedSource, type Fetch, SourceError } from '../source.ts'
import { GRAPH_VERSION, isGraphReply, pausedUntil, readGraphFailure } from './graph.ts'
import { readPage } from './reply.ts'

export interface FacebookSettings {
  readonly token: string
  // https://graph.facebook.com, a gateway, or a test server.
  readonly baseUrl: string
  readonly fetch: Fetch
}

const PAGES_MAX = 10
const PAGE_POSTS_MAX = 100
const FIELDS =
  'id,message,story,created_time,updated_time,permalink_url,status_type,from{id,name},shares,' +
  'reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0)'
const DAY_MS = 24 * 60 * 60 * 1000
const BACKFILL_MS = 30 * DAY_MS
// A post may be published some time after its timestamp.
const OVERLAP_MS = 60 * 60 * 1000

// Reads the public posts of one page; the address is its id or its name. Facebook has no search over public posts.
export function openFacebook(settings: FacebookSettings): FeedSource {
  // All pages share one rate limit, so a reply for one of them can pause all of them.
  const pause: Pause = { until: null }
  return {
    name: 'facebook',
    platform: 'facebook',
    read: (request, signal) => read({ settings, pause, request, signal }),
  }
}

interface Pause {
  until: Date | null
}

interface ReadContext {
  readonly settings: FacebookSettings
  readonly pause: Pause
  readonly request: FeedRequest
  readonly signal: AbortSignal
}

// The reading position of a page: posts newer than `newestAt` are unread, unless a walk is in progress.
interface Position {
  readonly newestAt: string | null
  readonly walk: { readonly after: string; readonly since: number; readonly newestAt: string | null } | null
}

type Notice = FeedReading['notices'][number]

async function read(context: ReadContext): Promise<FeedReading> {
  const { request, pause } = context
  const identity = { id: readAddress(request.address), label: request.label }
  if (pause.until !== null && pause.until > request.now) {
    throw new SourceError('rate_limited', 'The rate limit of Facebook is nearly used up.', { retryAt: pause.until })
  }
  let position = readPosition(request.cursor)
  const posts: Post[] = []
  const notices: Notice[] = []
  let title: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const since = position.walk?.since ?? sinceOf(position, request.now)
    const reply = await requestPage(context, identity.id, since, position.walk?.after ?? null)
    if (reply instanceof SourceError) {
      if (pages === 0 && reply.code === 'bad_request' && position.walk !== null) {
        // Paging cursors expire. The walk starts over: some posts are read twice, but nothing is lost.
        position = { ...position, walk: null }
        continue
      }
      if (posts.length === 0) throw reply
      // Posts read so far are kept. The next reading continues here, and throws if the failure persists.
      notices.push({ code: 'partial_page', detail: reply.message })
      break
    }
    pause.until = pausedUntil(reply.headers, request.now)
    const page = readPage(reply.json, identity)
    posts.push(...page.posts)
    title ??= page.title
    if (page.broken > 0) notices.push({ code: 'partial_page', detail: `${page.broken} posts were unreadable` })
    const newestAt = laterOf(position.walk?.newestAt ?? position.newestAt, page.newestAt)
    if (page.after === null) {
      position = { newestAt, walk: null }
      break
    }
    position = { newestAt: position.newestAt, walk: { after: page.after, since, newestAt } }
    if (pause.until !== null) break
  }
  return { posts, cursor: position, unchanged: false, undated: 0, notices, title }
}

// The address becomes part of a path, so only an id or a page name is allowed.
function readAddress(address: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9.\-_]{0,127}$/.test(address)) return address
  throw new SourceError(
    'bad_request',
    'The address of a Facebook page must be its id or its name, such as 104923907983682.',
  )
}

function readPosition(cursor: unknown): Position {
  const position = asRecord(cursor)
  const walk = asRecord(position.walk)
  const after = asText(walk.after)
  return {
    newestAt: readTime(position.newestAt),
    walk:
      after !== null && typeof walk.since === 'number'
        ? { after, since: walk.since, newestAt: readTime(walk.newestAt) }
        : null,
  }
}

function readTime(value: unknown): string | null {
  return asInstant(value)?.toISOString() ?? null
}

function sinceOf({ newestAt }: Position, now: Date): number {
  const at = newestAt === null ? now.getTime() - BACKFILL_MS : Date.parse(newestAt) - OVERLAP_MS
  return Math.floor(at / 1000)
}

function laterOf(known: string | null, found: Date | null): string | null {
  if (found === null) return known
  return known === null || found.toISOString() > known ? found.toISOString() : known
}

// Returns a failure instead of throwing it, because the posts read so far may be worth keeping.
async function requestPage(
  context: ReadContext,
  id: string,
  since: number,
  after: string | null,
): Promise<ApiReply | SourceError> {
  const { settings, signal, request } = context
  const url = addressOf(settings.baseUrl, `${GRAPH_VERSION}/${encodeURIComponent(id)}/posts`, {
    fields: FIELDS,
    limit: PAGE_POSTS_MAX,
    since,
    after,
  })
  try {
    const reply = await requestApi(settings.fetch, url, {
      headers: { authorization: `Bearer ${settings.token}` },
      signal,
    })
    return isGraphReply(reply) ? reply : readGraphFailure('Facebook', reply, settings.token, request.now)
  } catch (error) {
    if (error instanceof SourceError && !signal.aborted) return error
    throw error
  }
}
