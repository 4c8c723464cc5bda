import { isChannelPage } from '../../domain/feed-address.ts'
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
import { findChannelFeed } from './youtube-channel.ts'

// State of the last reading. Validators belong to the address that sent them and are never sent to another one.
interface Cursor {
  readonly address: string
  readonly etag: string | null
  readonly lastModified: string | null
  // The target of permanent redirects, and for how many consecutive readings.
  readonly movedTo: string | null
  readonly movedTimes: number
  // The feed of a YouTube channel that was added by its page.
  readonly channelFeed: string | null
}

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5'
// A permanent redirect is accepted after three readings: a broken server may redirect everything for an hour.
const MOVED_TIMES = 3
const CHILDREN_MAX = 10
const NESTING_MAX = 2

type Notices = FeedReading['notices'][number][]

// RSS, Atom, RDF, JSON Feed, news sitemaps and their indexes, and YouTube's channel feeds, at any address.
export function openNewsFeed(fetch: Fetch): FeedSource {
  return {
    name: 'feed',
    platform: 'news',
    async read(added, signal) {
      const { request, channelFeed } = await resolveChannel(fetch, added, signal)
      const cursor = { ...readCursor(request.cursor, request.address), channelFeed }
      const reply = await requestFeed(fetch, request, cursor, signal)
      if (reply.status === 304) return unchanged(cursor)
      const failure = failureOf(reply, request.now)
      if (failure !== null) throw isGone(reply, request) ? asGone(failure) : failure
      const notices: Notices = []
      const content = readContent(reply, request)
      const collected = await collectPosts(content, { fetch, request, signal, notices, depth: 1 })
      return {
        posts: collected.posts.slice(0, ENTRIES_MAX),
        cursor: nextCursor(cursor, request.address, reply, content.kind === 'feed'),
        unchanged: false,
        undated: collected.undated,
        notices,
        title: collected.title,
      }
    },
  }
}

// A YouTube channel that was added by its page: the page contains the channel's id, and the id is the address of its feed. The page is
// read once.
async function resolveChannel(
  fetch: Fetch,
  request: FeedRequest,
  signal: AbortSignal,
): Promise<{ readonly request: FeedRequest; readonly channelFeed: string | null }> {
  const url = addressOf(request.address)
  if (request.platform !== 'youtube' || !isChannelPage(url)) return { request, channelFeed: null }
  const known = asText(asRecord(request.cursor).channelFeed)
  const address = known ?? (await findChannelFeed(fetch, url, request.now, signal))
  return { request: { ...request, address }, channelFeed: address }
}

async function requestFeed(
  fetch: Fetch,
  request: FeedRequest,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<FetchReply> {
  const get = (url: URL) => fetch(url, { headers: headersFor(cursor, url), signal, bytesMax: FEED_BYTES_MAX })
  const address = addressOf(request.address)
  const moved = cursor.movedTimes >= MOVED_TIMES && cursor.movedTo !== null ? URL.parse(cursor.movedTo) : null
  if (moved === null) return get(address)
  try {
    const reply = await get(moved)
    if (reply.status < 400) return reply
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
  }
  // The feed has moved again, or back to its first address.
  return get(address)
}

// A temporary redirect to a page that was removed says nothing about the address itself.
function isGone(reply: FetchReply, request: FeedRequest): boolean {
  return reply.status === 410 && (reply.movedPermanently || reply.url.href === addressOf(request.address).href)
}

function asGone({ code, message, status }: SourceError): SourceError {
  return new SourceError(code, message, { status, gone: true })
}

function addressOf(address: string): URL {
  const url = URL.parse(address)
  if (url === null) throw new SourceError('bad_request', 'The feed address is not a valid URL.')
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
  const { label, platform = 'news', now } = request
  return readFeed({ bytes: reply.bytes, contentType, url: reply.url, label, platform, now })
}

interface CollectContext {
  readonly fetch: Fetch
  readonly request: FeedRequest
  readonly signal: AbortSignal
  readonly notices: Notices
  readonly depth: number
}

interface CollectedPosts {
  readonly posts: Post[]
  readonly undated: number
  readonly title: string | null
}

// Collects the posts of a feed, or of the newest sitemaps in an index, at most one more level down.
async function collectPosts(content: FeedContent, context: CollectContext): Promise<CollectedPosts> {
  if (content.kind === 'feed') return collectFeed(content, context.notices)
  const { fetch, request, signal, notices, depth } = context
  const posts: Post[] = []
  let undated = 0
  let title: string | null = null
  let failed = 0
  const children = depth > NESTING_MAX ? [] : content.children.slice(0, CHILDREN_MAX)
  if (children.length < content.children.length) {
    const detail = `${children.length} of ${content.children.length} sitemaps were read.`
    notices.push({ code: 'window_truncated', detail })
  }
  for (const child of children) {
    if (posts.length >= ENTRIES_MAX) break
    try {
      const url = addressOf(child)
      const reply = await fetch(url, { headers: { accept: ACCEPT }, signal, bytesMax: FEED_BYTES_MAX })
      const failure = failureOf(reply, request.now)
      if (failure !== null) throw failure
      const inner = await collectPosts(readContent(reply, request), { ...context, depth: depth + 1 })
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

function collectFeed(content: Extract<FeedContent, { kind: 'feed' }>, notices: Notices): CollectedPosts {
  if (content.damaged) {
    notices.push({ code: 'partial_page', detail: `The feed is damaged; ${content.entries.length} entries were read.` })
  }
  if (content.empty > 0) {
    notices.push({ code: 'partial_page', detail: `${content.empty} entries have no text and were skipped.` })
  }
  return { posts: content.entries.map(({ post }) => post), undated: content.undated, title: content.title }
}

function unchanged(cursor: Cursor): FeedReading {
  return { posts: [], cursor, unchanged: true, undated: 0, notices: [], title: null }
}

// An unchanged index says nothing about the sitemaps that it lists, so its validators are not kept.
function nextCursor(cursor: Cursor, address: string, reply: FetchReply, keepsValidators: boolean): Cursor {
  const requested = addressOf(address).href
  const direct = cursor.movedTo === reply.url.href && cursor.movedTimes >= MOVED_TIMES
  const movedTo = reply.movedPermanently || direct ? reply.url.href : null
  const movedTimes =
    movedTo === null ? 0 : movedTo === cursor.movedTo ? Math.min(cursor.movedTimes + 1, MOVED_TIMES) : 1
  return {
    // A redirect within one origin keeps our validators; one to another origin drops them.
    address: movedTo !== null && movedTimes >= MOVED_TIMES ? movedTo : requested,
    etag: keepsValidators ? reply.headers.get('etag') : null,
    lastModified: keepsValidators ? reply.headers.get('last-modified') : null,
    movedTo,
    movedTimes,
    channelFeed: cursor.channelFeed,
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
    channelFeed: asText(cursor.channelFeed),
  }
}
