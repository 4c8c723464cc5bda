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
  // The id of the Instagram professional account that asks.
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
const HASHTAGS_SPENT = 18
const DAY_MS = 24 * 60 * 60 * 1000

// Reads what was posted under one hashtag in the last 24 hours; the address is the hashtag.
export function openInstagram(settings: InstagramSettings): FeedSource {
  const rest: Rest = { until: null }
  return {
    name: 'instagram',
    platform: 'instagram',
    read: (request, signal) => read({ settings, rest, request, signal }),
  }
}

interface Rest {
  until: Date | null
}

interface Run {
  readonly settings: InstagramSettings
  readonly rest: Rest
  readonly request: FeedRequest
  readonly signal: AbortSignal
}

async function read(run: Run): Promise<FeedReading> {
  const { settings, request, rest } = run
  const hashtag = hashtagOf(request.address)
  if (hashtag === null) throw new SourceError('bad_request', 'This cannot be a hashtag: it needs a letter.')
  if (rest.until !== null && rest.until > request.now) {
    throw new SourceError('rate_limited', 'Instagram asks to slow down.', { retryAt: rest.until })
  }
  const roomAt = await settings.ledger.claim(hashtag, request.now)
  if (roomAt !== null) {
    throw new SourceError('quota', "This week's thirty hashtags are used up.", { retryAt: roomAt })
  }
  const hashtagId = await findHashtag(run, hashtag)
  if (hashtagId === null) {
    const notices = [{ code: 'term_not_searchable', detail: `Instagram does not know #${hashtag}` }] as const
    return { posts: [], cursor: null, unchanged: false, undated: 0, notices, title: `#${hashtag}` }
  }
  return { ...(await readRecent(run, hashtagId)), title: `#${hashtag}` }
}

// A hashtag's id never changes and is the same for everybody, so it is asked for once and kept in the cursor.
async function findHashtag(run: Run, hashtag: string): Promise<string | null> {
  const known = asRecord(run.request.cursor)
  const id = asText(known.hashtagId)
  if (known.hashtag === hashtag && id !== null && /^\d+$/.test(id)) return id
  const answer = await askGraph(run, 'ig_hashtag_search', { user_id: run.settings.userId, q: hashtag })
  if (graphCode(answer.json) === UNKNOWN_HASHTAG) return null
  if (!isGraphReply(answer)) throw failure(run, answer)
  return readHashtagId(answer.json)
}

// The pages are in no order and the cursor may look the same on each, so the end is where nothing new comes.
async function readRecent(run: Run, hashtagId: string): Promise<Omit<FeedReading, 'title'>> {
  const { settings, request, rest } = run
  const seen = new Set<string>()
  const posts: Post[] = []
  const notices: { code: 'partial_page'; detail: string }[] = []
  const params = { user_id: settings.userId, fields: FIELDS, limit: PAGE_MEDIA_MAX }
  let after: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const answer: ApiReply = await askGraph(run, `${hashtagId}/recent_media`, { ...params, after })
    if (!isGraphReply(answer)) {
      if (posts.length === 0) throw failure(run, answer)
      // There is no place to go on from: the next reading reads the day again, and this part of it is safe.
      notices.push({ code: 'partial_page', detail: failure(run, answer).message })
      break
    }
    rest.until = pausedUntil(answer.headers, request.now)
    const page = readMedia(answer.json)
    posts.push(...page.posts.filter(({ platformId }) => !seen.has(platformId)))
    if (page.broken > 0) notices.push({ code: 'partial_page', detail: `${page.broken} media were unreadable` })
    const fresh = page.ids.filter((id) => !seen.has(id))
    for (const id of fresh) seen.add(id)
    after = page.after
    if (after === null || fresh.length === 0) break
    if (rest.until !== null || pages === PAGES_MAX - 1) {
      notices.push({ code: 'partial_page', detail: 'more media than one reading may ask for' })
      break
    }
  }
  const hashtag = hashtagOf(request.address)
  return { posts, cursor: { hashtag, hashtagId }, unchanged: false, undated: 0, notices }
}

function askGraph(run: Run, path: string, params: Parameters<typeof addressOf>[2]): Promise<ApiReply> {
  const { settings, signal } = run
  const url = addressOf(settings.baseUrl, `${GRAPH_VERSION}/${path}`, params)
  return requestApi(settings.fetch, url, { headers: { authorization: `Bearer ${settings.token}` }, signal })
}

function failure({ settings, request }: Run, answer: ApiReply): SourceError {
  if (graphCode(answer.json) === HASHTAGS_SPENT) {
    // The ledger thought otherwise: someone else asks with this account. Room comes within the week; look again tomorrow.
    const retryAt = new Date(request.now.getTime() + DAY_MS)
    return new SourceError('quota', 'Instagram (code 18): thirty hashtags were asked for this week.', {
      retryAt,
      status: answer.status,
    })
  }
  return readGraphFailure('Instagram', answer, settings.token, request.now)
}
