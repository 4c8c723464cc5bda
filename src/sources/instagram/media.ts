import type { Post } from '../../domain/post.ts'
import { GRAPH_VERSION, graphCode, isGraphReply, pausedUntil, readGraphFailure } from '../facebook/graph.ts'
import { type ApiReply, addressOf, requestApi } from '../http/api-request.ts'
import { asRecord, asText } from '../http/json.ts'
import { type FeedReading, type FeedRequest, type FeedSource, type Fetch, SourceError } from '../source.ts'
import { hashtagOf } from '../term.ts'
import type { HashtagLedger } from './hashtags.ts'
import { readHashtagId, readMedia } from './reply.ts'

export interface InstagramSettings {
  readonly token: string
  // The id of the Instagram professional account that searches.
  readonly userId: string
  // https://graph.facebook.com, a gateway, or a test server.
  readonly baseUrl: string
  readonly ledger: HashtagLedger
  readonly fetch: Fetch
}

const PAGES_MAX = 20
const PAGE_MEDIA_MAX = 50
const FIELDS = 'id,caption,media_type,media_url,permalink,timestamp,like_count,comments_count'
const UNKNOWN_HASHTAG = 24
const HASHTAGS_USED_UP = 18
const DAY_MS = 24 * 60 * 60 * 1000

// Reads what was posted under one hashtag in the last 24 hours; the address is the hashtag.
export function openInstagram(settings: InstagramSettings): FeedSource {
  const pause: Pause = { until: null }
  return {
    name: 'instagram',
    platform: 'instagram',
    read: (request, signal) => read({ settings, pause, request, signal }),
  }
}

interface Pause {
  until: Date | null
}

interface ReadContext {
  readonly settings: InstagramSettings
  readonly pause: Pause
  readonly request: FeedRequest
  readonly signal: AbortSignal
}

async function read(context: ReadContext): Promise<FeedReading> {
  const { settings, request, pause } = context
  const hashtag = hashtagOf(request.address)
  if (hashtag === null) throw new SourceError('bad_request', 'Not a valid hashtag: it needs at least one letter.')
  if (pause.until !== null && pause.until > request.now) {
    throw new SourceError('rate_limited', 'The rate limit of Instagram is nearly used up.', { retryAt: pause.until })
  }
  const roomAt = await settings.ledger.claim(hashtag, request.now)
  if (roomAt !== null) {
    throw new SourceError('quota', "This week's thirty hashtags are used up.", { retryAt: roomAt })
  }
  const hashtagId = await findHashtag(context, hashtag)
  if (hashtagId === null) {
    const notices = [{ code: 'term_not_searchable', detail: `Instagram does not know #${hashtag}` }] as const
    return { posts: [], cursor: null, unchanged: false, undated: 0, notices, title: `#${hashtag}` }
  }
  return { ...(await readRecent(context, hashtagId)), title: `#${hashtag}` }
}

// A hashtag's id never changes and is the same for all accounts, so it is requested once and kept in the cursor.
async function findHashtag(context: ReadContext, hashtag: string): Promise<string | null> {
  const known = asRecord(context.request.cursor)
  const id = asText(known.hashtagId)
  if (known.hashtag === hashtag && id !== null && /^\d+$/.test(id)) return id
  const reply = await requestGraph(context, 'ig_hashtag_search', { user_id: context.settings.userId, q: hashtag })
  if (graphCode(reply.json) === UNKNOWN_HASHTAG) return null
  if (!isGraphReply(reply)) throw failure(context, reply)
  return readHashtagId(reply.json)
}

// The pages are unordered and the cursor may be identical on each, so reading ends at a page with nothing new.
async function readRecent(context: ReadContext, hashtagId: string): Promise<Omit<FeedReading, 'title'>> {
  const { settings, request, pause } = context
  const seen = new Set<string>()
  const posts: Post[] = []
  const notices: { code: 'partial_page'; detail: string }[] = []
  const params = { user_id: settings.userId, fields: FIELDS, limit: PAGE_MEDIA_MAX }
  let after: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const reply: ApiReply = await requestGraph(context, `${hashtagId}/recent_media`, { ...params, after })
    if (!isGraphReply(reply)) {
      if (posts.length === 0) throw failure(context, reply)
      // There is no position to resume from: the next reading reads the day again. The posts read so far are kept.
      notices.push({ code: 'partial_page', detail: failure(context, reply).message })
      break
    }
    pause.until = pausedUntil(reply.headers, request.now)
    const page = readMedia(reply.json)
    posts.push(...page.posts.filter(({ platformId }) => !seen.has(platformId)))
    if (page.broken > 0) notices.push({ code: 'partial_page', detail: `${page.broken} media were unreadable` })
    const fresh = page.ids.filter((id) => !seen.has(id))
    for (const id of fresh) seen.add(id)
    after = page.after
    if (after === null || fresh.length === 0) break
    if (pause.until !== null || pages === PAGES_MAX - 1) {
      notices.push({ code: 'partial_page', detail: 'there are more media than one reading may request' })
      break
    }
  }
  const hashtag = hashtagOf(request.address)
  return { posts, cursor: { hashtag, hashtagId }, unchanged: false, undated: 0, notices }
}

function requestGraph(context: ReadContext, path: string, params: Parameters<typeof addressOf>[2]): Promise<ApiReply> {
  const { settings, signal } = context
  const url = addressOf(settings.baseUrl, `${GRAPH_VERSION}/${path}`, params)
  return requestApi(settings.fetch, url, { headers: { authorization: `Bearer ${settings.token}` }, signal })
}

function failure({ settings, request }: ReadContext, reply: ApiReply): SourceError {
  if (graphCode(reply.json) === HASHTAGS_USED_UP) {
    // The ledger had room, so another application uses this account. There will be room within the week; retry tomorrow.
    const retryAt = new Date(request.now.getTime() + DAY_MS)
    return new SourceError('quota', 'Instagram (code 18): thirty hashtags were searched for this week.', {
      retryAt,
      status: reply.status,
    })
  }
  return readGraphFailure('Instagram', reply, settings.token, request.now)
}
