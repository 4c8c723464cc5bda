import type { Post } from '../../domain/post.ts'
import { asCount, asRecord, asText } from '../http/json.ts'
import { failureOf } from '../http/status.ts'
import {
  type FeedReading,
  type FeedRequest,
  type FeedSource,
  type Fetch,
  type FetchReply,
  SourceError,
} from '../source.ts'
import { ENTRIES_MAX } from './feed.ts'
import { FEED_BYTES_MAX, type FeedContent, readFeed } from './reply.ts'

// What the last reading left behind. Validators belong to the address that gave them and go nowhere else.
interface Cursor {
  readonly address: string
  readonly etag: string | null
  readonly lastModified: string | null
  // Where permanent redirects have led, and how many readings in a row.
  readonly movedTo: string | null
  readonly movedTimes: number
}

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5'
// A redirect is believed when it has been there three times: a broken server redirects everything for an hour.
const MOVED_TIMES = 3
const CHILDREN_MAX = 10
const NESTING_MAX = 2

type Notices = FeedReading['notices'][number][]

// RSS, Atom, RDF, JSON Feed, news sitemaps and their indexes, and YouTube's channel feeds, at any address.
export function openNewsFeed(fetch: Fetch): FeedSource {
  return {
    name: 'feed',
    platform: 'news',
    async read(request, signal) {
      const cursor = readCursor(request.cursor, request.address)
      const reply = await askFeed(fetch, request, cursor, signal)
      if (reply.status === 304) return unchanged(cursor)
      const failure = failureOf(reply, request.now)
      if (failure !== null) throw failure
      const notices: Notices = []
      const content = readContent(reply, request)
      const reading = await gather(content, { fetch, request, signal, notices, depth: 1 })
      return {
        posts: reading.posts.slice(0, ENTRIES_MAX),
        cursor: nextCursor(cursor, request.address, reply, content.kind === 'feed'),
        unchanged: false,
        undated: reading.undated,
        notices,
        title: reading.title,
      }
    },
  }
}

async function askFeed(fetch: Fetch, request: FeedRequest, cursor: Cursor, signal: AbortSignal): Promise<FetchReply> {
  const ask = (url: URL) => fetch(url, { headers: headersFor(cursor, url), signal, bytesMax: FEED_BYTES_MAX })
  const address = addressOf(request.address)
  const moved = cursor.movedTimes >= MOVED_TIMES && cursor.movedTo !== null ? URL.parse(cursor.movedTo) : null
  if (moved === null) return ask(address)
  try {
    const reply = await ask(moved)
    if (reply.status < 400) return reply
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
  }
  // What moved has moved on, or come back.
  return ask(address)
}

function addressOf(address: string): URL {
  const url = URL.parse(address)
  if (url === null) throw new SourceError('bad_request', 'The address of the feed is not a web address.')
  return url
}

function headersFor(cursor: Cursor, url: URL): Record<string, string> {
  const headers: Record<string, string> = { accept: ACCEPT }
  if (cursor.address !== url.href) return headers
  if (cursor.etag !== null) headers['if-none-match'] = cursor.etag
  if (cursor.lastModified !== null) headers['if-modified-since'] = cursor.lastModified
  return headers
}

function readContent(reply: FetchReply, request: FeedRequest): FeedContent {
  const contentType = reply.headers.get('content-type')
  return readFeed({ bytes: reply.bytes, contentType, url: reply.url, label: request.label, now: request.now })
}

interface Gathering {
  readonly fetch: Fetch
  readonly request: FeedRequest
  readonly signal: AbortSignal
  readonly notices: Notices
  readonly depth: number
}

interface Gathered {
  readonly posts: Post[]
  readonly undated: number
  readonly title: string | null
}

// The posts of a feed, or of the sitemaps that an index lists: the newest few, one level further down at most.
async function gather(content: FeedContent, gathering: Gathering): Promise<Gathered> {
  if (content.kind === 'feed') return gatherFeed(content, gathering.notices)
  const { fetch, request, signal, notices, depth } = gathering
  const posts: Post[] = []
  let undated = 0
  let title: string | null = null
  let failed = 0
  const children = depth > NESTING_MAX ? [] : content.children.slice(0, CHILDREN_MAX)
  if (children.length < content.children.length) {
    const detail = `Of ${content.children.length} sitemaps ${children.length} were read.`
    notices.push({ code: 'window_truncated', detail })
  }
  for (const child of children) {
    if (posts.length >= ENTRIES_MAX) break
    try {
      const url = addressOf(child)
      const reply = await fetch(url, { headers: { accept: ACCEPT }, signal, bytesMax: FEED_BYTES_MAX })
      const failure = failureOf(reply, request.now)
      if (failure !== null) throw failure
      const inner = await gather(readContent(reply, request), { ...gathering, depth: depth + 1 })
      posts.push(...inner.posts)
      undated += inner.undated
      title ??= inner.title
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      failed++
      notices.push({ code: 'subsource_failed', detail: error.message })
      if (failed === children.length) throw error
    }
  }
  return { posts, undated, title }
}

function gatherFeed(content: Extract<FeedContent, { kind: 'feed' }>, notices: Notices): Gathered {
  if (content.damaged) {
    notices.push({ code: 'partial_page', detail: `The feed is damaged; ${content.entries.length} entries were read.` })
  }
  if (content.empty > 0) {
    notices.push({ code: 'partial_page', detail: `${content.empty} entries have no text and were left out.` })
  }
  return { posts: content.entries.map(({ post }) => post), undated: content.undated, title: content.title }
}

function unchanged(cursor: Cursor): FeedReading {
  return { posts: [], cursor, unchanged: true, undated: 0, notices: [], title: null }
}

// An index that did not change says nothing about the sitemaps it lists, so its validators are not kept.
function nextCursor(cursor: Cursor, address: string, reply: FetchReply, keepsValidators: boolean): Cursor {
  const asked = addressOf(address).href
  const direct = cursor.movedTo === reply.url.href && cursor.movedTimes >= MOVED_TIMES
  const movedTo = reply.movedForGood || direct ? reply.url.href : null
  const movedTimes =
    movedTo === null ? 0 : movedTo === cursor.movedTo ? Math.min(cursor.movedTimes + 1, MOVED_TIMES) : 1
  return {
    // A redirect inside one origin takes our validators along; one to another origin does not, and needs none.
    address: movedTo !== null && movedTimes >= MOVED_TIMES ? movedTo : asked,
    etag: keepsValidators ? reply.headers.get('etag') : null,
    lastModified: keepsValidators ? reply.headers.get('last-modified') : null,
    movedTo,
    movedTimes,
  }
}

function readCursor(value: unknown, address: string): Cursor {
  const cursor = asRecord(value)
  return {
    address: asText(cursor.address) ?? address,
    etag: asText(cursor.etag),
    lastModified: asText(cursor.lastModified),
    movedTo: asText(cursor.movedTo),
    movedTimes: asCount(cursor.movedTimes),
  }
}
