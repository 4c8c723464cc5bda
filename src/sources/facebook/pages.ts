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
// A post may be published a while after the time that it carries.
const OVERLAP_MS = 60 * 60 * 1000

// Reads the public posts of one page; the address is its id or its name. There is no search over public posts.
export function openFacebook(settings: FacebookSettings): FeedSource {
  // All pages share one budget, so an answer about one of them makes all of them rest.
  const rest: Rest = { until: null }
  return {
    name: 'facebook',
    platform: 'facebook',
    read: (request, signal) => read({ settings, rest, request, signal }),
  }
}

interface Rest {
  until: Date | null
}

interface Run {
  readonly settings: FacebookSettings
  readonly rest: Rest
  readonly request: FeedRequest
  readonly signal: AbortSignal
}

// Where the reading of a page stands: what is newer than `newestAt` is unread, unless a walk is under way.
interface Place {
  readonly newestAt: string | null
  readonly walk: { readonly after: string; readonly since: number; readonly newestAt: string | null } | null
}

type Notice = FeedReading['notices'][number]

async function read(run: Run): Promise<FeedReading> {
  const { request, rest } = run
  const identity = { id: readAddress(request.address), label: request.label }
  if (rest.until !== null && rest.until > request.now) {
    throw new SourceError('rate_limited', 'Facebook asks to slow down.', { retryAt: rest.until })
  }
  let place = readPlace(request.cursor)
  const posts: Post[] = []
  const notices: Notice[] = []
  let title: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const since = place.walk?.since ?? sinceOf(place, request.now)
    const asked = await askPage(run, identity.id, since, place.walk?.after ?? null)
    if (asked instanceof SourceError) {
      if (pages === 0 && asked.code === 'bad_request' && place.walk !== null) {
        // A paging cursor does not live for ever. The walk starts again: read twice, but nothing is lost.
        place = { ...place, walk: null }
        continue
      }
      if (posts.length === 0) throw asked
      // What is read is kept; the next reading goes on from here, and meets the same failure first if it lasts.
      notices.push({ code: 'partial_page', detail: asked.message })
      break
    }
    rest.until = pausedUntil(asked.headers, request.now)
    const page = readPage(asked.json, identity)
    posts.push(...page.posts)
    title ??= page.title
    if (page.broken > 0) notices.push({ code: 'partial_page', detail: `${page.broken} posts were unreadable` })
    const newestAt = laterOf(place.walk?.newestAt ?? place.newestAt, page.newestAt)
    if (page.after === null) {
      place = { newestAt, walk: null }
      break
    }
    place = { newestAt: place.newestAt, walk: { after: page.after, since, newestAt } }
    if (rest.until !== null) break
  }
  return { posts, cursor: place, unchanged: false, undated: 0, notices, title }
}

// An address becomes part of a path, so nothing but an id or a page's name may be one.
function readAddress(address: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9.\-_]{0,127}$/.test(address)) return address
  throw new SourceError('bad_request', 'A Facebook page is given by its id or its name, such as 104923907983682.')
}

function readPlace(cursor: unknown): Place {
  const place = asRecord(cursor)
  const walk = asRecord(place.walk)
  const after = asText(walk.after)
  return {
    newestAt: readTime(place.newestAt),
    walk:
      after !== null && typeof walk.since === 'number'
        ? { after, since: walk.since, newestAt: readTime(walk.newestAt) }
        : null,
  }
}

function readTime(value: unknown): string | null {
  return asInstant(value)?.toISOString() ?? null
}

function sinceOf(place: Place, now: Date): number {
  const at = place.newestAt === null ? now.getTime() - BACKFILL_MS : Date.parse(place.newestAt) - OVERLAP_MS
  return Math.floor(at / 1000)
}

function laterOf(known: string | null, found: Date | null): string | null {
  if (found === null) return known
  return known === null || found.toISOString() > known ? found.toISOString() : known
}

// A refusal is returned, because what a reading has so far may be worth keeping.
async function askPage(run: Run, id: string, since: number, after: string | null): Promise<ApiReply | SourceError> {
  const { settings, signal, request } = run
  const url = addressOf(settings.baseUrl, `${GRAPH_VERSION}/${encodeURIComponent(id)}/posts`, {
    fields: FIELDS,
    limit: PAGE_POSTS_MAX,
    since,
    after,
  })
  try {
    const answer = await requestApi(settings.fetch, url, {
      headers: { authorization: `Bearer ${settings.token}` },
      signal,
    })
    return isGraphReply(answer) ? answer : readGraphFailure('Facebook', answer, settings.token, request.now)
  } catch (error) {
    if (error instanceof SourceError && !signal.aborted) return error
    throw error
  }
}
