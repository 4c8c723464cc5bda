import {
  codeForStatus,
  GRAPH,
  type GraphUsage,
  graphTime,
  hasToken,
  leakyNext,
  refuseGraph,
  usageHeaders,
} from './graph.ts'
import type { SamplePost } from './sample.ts'
import { type Platform, type PlatformReply, type PlatformRequest, type ServerOptions, startServer } from './server.ts'

// Instagram's hashtag search on the Graph API: the last 24 hours, in no order, without authors.
export interface InstagramOptions {
  readonly posts: readonly SamplePost[]
  readonly token: string
  readonly userId: string
  readonly now?: () => Date
  readonly hashtagsMax?: number
  readonly usage?: () => GraphUsage
  readonly port?: number
  readonly chaos?: ServerOptions['chaos']
}

const DAY_MS = 24 * 60 * 60 * 1000

interface State
  extends Required<Pick<InstagramOptions, 'posts' | 'token' | 'userId' | 'now' | 'hashtagsMax' | 'usage'>> {
  // When each hashtag was searched first in its week.
  readonly searched: Map<string, number>
  // The position reached in each hashtag. The returned cursor never changes, but still leads to the next page.
  readonly reached: Map<string, number>
}

export function startInstagram(options: InstagramOptions): Promise<Platform> {
  const state: State = {
    now: () => new Date(),
    hashtagsMax: 30,
    usage: () => ({ percent: 12 }),
    ...options,
    searched: new Map(),
    reached: new Map(),
  }
  return startServer({
    port: options.port,
    chaos: options.chaos,
    handle: (request) => handle(state, request),
    refuse: ({ status, code }) => refuseGraph(Number(code ?? codeForStatus(status)), state.usage()),
  })
}

function handle(state: State, request: PlatformRequest): PlatformReply {
  const usage = state.usage()
  if (!hasToken(request, state.token)) {
    return refuseGraph(190, usage, request.headers.authorization?.replace('Bearer ', ''))
  }
  if (request.query.has('access_token') || request.query.get('user_id') !== state.userId) return refuseGraph(100, usage)
  const path = request.path.slice(GRAPH.length)
  if (path === 'ig_hashtag_search') return findHashtag(state, request.query.get('q') ?? '')
  const id = /^(\d+)\/recent_media$/.exec(path)?.[1]
  return id === undefined ? refuseGraph(100, usage) : recentMedia(state, id, request)
}

function findHashtag(state: State, hashtag: string): PlatformReply {
  if (!/^[\p{L}\p{M}\p{N}_]+$/u.test(hashtag)) return refuseGraph(100, state.usage())
  const used = state.posts.some(({ platform, hashtags }) => platform === 'instagram' && hashtags.includes(hashtag))
  if (!used) return refuseGraph(24, state.usage())
  if (!takeHashtag(state, hashtag)) return refuseGraph(18, state.usage())
  return { status: 200, headers: usageHeaders(state.usage()), body: { data: [{ id: idOf(hashtag) }] } }
}

function takeHashtag(state: State, hashtag: string): boolean {
  const now = state.now().getTime()
  for (const [tag, at] of state.searched) if (at + 7 * DAY_MS <= now) state.searched.delete(tag)
  if (state.searched.has(hashtag)) return true
  if (state.searched.size >= state.hashtagsMax) return false
  state.searched.set(hashtag, now)
  return true
}

// Ids are static: a hashtag has the same id for every user at any time.
function idOf(hashtag: string): string {
  return `1784${[...Buffer.from(hashtag)].map((byte) => String(byte).padStart(3, '0')).join('')}`
}

const KNOWN_FIELDS = new Set(
  'id caption media_type media_url permalink timestamp like_count comments_count children'.split(' '),
)

function recentMedia(state: State, id: string, { query, path }: PlatformRequest): PlatformReply {
  const usage = state.usage()
  const limit = Number(query.get('limit') ?? 25)
  const fields = (query.get('fields') ?? '').split(',')
  // The owner of a medium is not available.
  if (!(limit >= 1 && limit <= 50) || fields.some((field) => !KNOWN_FIELDS.has(field))) return refuseGraph(100, usage)
  const hashtag = state.posts.flatMap(({ hashtags }) => hashtags).find((tag) => idOf(tag) === id)
  if (hashtag === undefined) return refuseGraph(24, usage)
  if (!takeHashtag(state, hashtag)) return refuseGraph(18, usage)
  const now = state.now().getTime()
  const found = state.posts
    .filter(({ platform, hashtags, deleted }) => platform === 'instagram' && hashtags.includes(hashtag) && !deleted)
    .filter(({ publishedAt }) => publishedAt.getTime() > now - DAY_MS && publishedAt.getTime() <= now)
    .sort((a, b) => shuffled(a.id) - shuffled(b.id))
  const start = query.has('after') ? (state.reached.get(id) ?? 0) : 0
  const page = found.slice(start, start + limit)
  state.reached.set(id, start + limit)
  const more = found.length > start + limit
  const paging = more
    ? { paging: { cursors: { after: 'NTAyYmE4' }, next: leakyNext(path, state.token, 'NTAyYmE4') } }
    : {}
  return { status: 200, headers: usageHeaders(usage), body: { data: page.map(toWire), ...paging } }
}

function shuffled(id: string): number {
  return Number(BigInt(id) % 9_973n)
}

function toWire(post: SamplePost): unknown {
  return {
    id: post.id,
    ...(post.text === '' ? {} : { caption: post.text }),
    media_type: 'IMAGE',
    permalink: post.url,
    timestamp: graphTime(post.publishedAt),
    // Owners may hide it.
    ...(post.engagement.likes === 0 ? {} : { like_count: post.engagement.likes }),
    comments_count: post.engagement.comments,
  }
}
