import { dayOf } from '../../src/domain/day.ts'
import type { SamplePost } from './sample.ts'
import { type Platform, type PlatformReply, type PlatformRequest, type ServerOptions, startServer } from './server.ts'
import { hasPhrase, wordsOf } from './words.ts'

// YouTube's Data API v3: search, videos, channels, commentThreads.
export interface YoutubeOptions {
  readonly posts: readonly SamplePost[]
  readonly key: string
  readonly now?: () => Date
  readonly searchesPerDay?: number
  // Channels without a handle.
  readonly noHandle?: readonly string[]
  readonly commentsDisabled?: readonly string[]
  readonly port?: number
  readonly chaos?: ServerOptions['chaos']
}

interface State extends Required<Pick<YoutubeOptions, 'posts' | 'key' | 'now' | 'searchesPerDay'>> {
  readonly noHandle: readonly string[]
  readonly commentsDisabled: readonly string[]
  readonly used: Map<string, number>
}

export function startYoutube(options: YoutubeOptions): Promise<Platform> {
  const state: State = {
    now: () => new Date(),
    searchesPerDay: 100,
    noHandle: [],
    commentsDisabled: [],
    ...options,
    used: new Map(),
  }
  return startServer({
    port: options.port,
    chaos: options.chaos,
    handle: (request) => handle(state, request),
    refuse: ({ status, code }) => refuse(status, String(code ?? BY_STATUS[status] ?? 'badRequest')),
  })
}

const BY_STATUS: Readonly<Record<number, string>> = {
  403: 'forbidden',
  429: 'rateLimitExceeded',
  500: 'backendError',
  503: 'backendError',
}

class Refusal extends Error {
  readonly reply: PlatformReply

  constructor(status: number, reason: string) {
    super(reason)
    this.reply = refuse(status, reason)
  }
}

function handle(state: State, request: PlatformRequest): PlatformReply {
  const key = request.headers['x-goog-api-key'] ?? request.query.get('key')
  if (key !== state.key) return refuse(400, 'API_KEY_INVALID')
  const read = { search, videos, channels, commentThreads }[request.path.replace('/youtube/v3/', '')]
  if (read === undefined) return refuse(404, 'notFound')
  try {
    return { status: 200, body: read(state, request.query) }
  } catch (error) {
    if (error instanceof Refusal) return error.reply
    throw error
  }
}

function search(state: State, query: URLSearchParams): unknown {
  const day = dayOf(state.now(), 'America/Los_Angeles')
  const used = state.used.get(day) ?? 0
  if (used >= state.searchesPerDay) throw new Refusal(403, 'quotaExceeded')
  state.used.set(day, used + 1)
  const max = Number(query.get('maxResults') ?? 5)
  if (!(max >= 0 && max <= 50) || query.get('type') !== 'video') throw new Refusal(400, 'invalidSearchFilter')
  const test = parseYoutubeQuery(query.get('q') ?? '')
  const from = readTime(query, 'publishedAfter')
  const to = readTime(query, 'publishedBefore')
  const found = state.posts
    .filter(({ platform, kind }) => platform === 'youtube' && kind === 'video')
    .filter(({ publishedAt }) => publishedAt.getTime() >= from && publishedAt.getTime() < to)
    .filter((post) => test([post.title ?? '', post.text, ...post.hashtags].join('\n')))
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? 1 : -1))
  const start = readPageToken(query)
  const page = found.slice(start, start + max)
  return {
    kind: 'youtube#searchListResponse',
    etag: 'x',
    ...(found.length > start + max ? { nextPageToken: writePageToken(start + max, query) } : {}),
    regionCode: 'ID',
    pageInfo: { totalResults: 1_000_000, resultsPerPage: max },
    items: page.map(toSearchResult),
  }
}

// All words of a search are required or, with `|` between them, any of them. The meaning of both together is undocumented, so a
// query that mixes them is refused here.
function parseYoutubeQuery(q: string): (text: string) => boolean {
  const tokens = q.match(/-?"[^"]*"|\||[^\s"|]+/g) ?? []
  const negative = tokens.filter((token) => token.startsWith('-')).map((token) => unquote(token.slice(1)))
  const positive = tokens.filter((token) => !token.startsWith('-') && token !== '|').map(unquote)
  const bars = tokens.filter((token) => token === '|').length
  if (positive.length === 0 || (bars > 0 && bars !== positive.length - 1)) throw new Refusal(400, 'invalidSearchFilter')
  return (text) => {
    const has = (term: string) => isAbout(text, term)
    if (negative.some(has)) return false
    return bars > 0 ? positive.some(has) : positive.every(has)
  }
}

function unquote(token: string): string {
  return token.replaceAll('"', '')
}

// YouTube matches loosely: a phrase also finds the hashtag made of its words.
function isAbout(text: string, term: string): boolean {
  return hasPhrase(text, term) || wordsOf(text).includes(wordsOf(term).join(''))
}

function readTime(query: URLSearchParams, name: string): number {
  const at = Date.parse(query.get(name) ?? '')
  if (Number.isNaN(at)) throw new Refusal(400, 'invalidParameter')
  return at
}

function writePageToken(start: number, query: URLSearchParams): string {
  return Buffer.from(JSON.stringify([start, nameOf(query)])).toString('base64url')
}

function readPageToken(query: URLSearchParams): number {
  const token = query.get('pageToken')
  if (token === null) return 0
  try {
    const [start, name] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [number, string]
    if (name === nameOf(query)) return start
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal(400, 'invalidPageToken')
}

function nameOf(query: URLSearchParams): string {
  return ['q', 'publishedAfter', 'publishedBefore'].map((name) => query.get(name)).join('\n')
}

function toSearchResult(post: SamplePost): unknown {
  return {
    kind: 'youtube#searchResult',
    etag: 'y',
    id: { kind: 'youtube#video', videoId: post.id },
    snippet: {
      publishedAt: toSeconds(post.publishedAt),
      channelId: post.author.id,
      // Only search results are escaped.
      title: escapeHtml(post.title ?? ''),
      description: escapeHtml(post.text.slice(0, 100)),
      thumbnails: {},
      channelTitle: escapeHtml(post.author.displayName),
      liveBroadcastContent: 'none',
    },
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;')
}

function toSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}

function readIds(query: URLSearchParams): string[] {
  const ids = (query.get('id') ?? '').split(',').filter((id) => id !== '')
  if (ids.length === 0 || ids.length > 50) throw new Refusal(400, 'invalidFilters')
  return ids
}

// A deleted video is still found by search for a while, but not returned here.
function videos(state: State, query: URLSearchParams): unknown {
  const ids = new Set(readIds(query))
  const found = state.posts.filter(
    ({ platform, kind, id, deleted }) => platform === 'youtube' && kind === 'video' && ids.has(id) && !deleted,
  )
  const total = found.length
  return {
    kind: 'youtube#videoListResponse',
    etag: 'x',
    items: found.map((post) => toVideo(state, post)),
    pageInfo: { totalResults: total, resultsPerPage: total },
  }
}

function toVideo(state: State, post: SamplePost): unknown {
  const comments = commentsOf(state, post.id).length
  return {
    kind: 'youtube#video',
    etag: 'z',
    id: post.id,
    snippet: {
      publishedAt: toSeconds(post.publishedAt),
      channelId: post.author.id,
      title: post.title ?? '',
      description: post.text,
      channelTitle: post.author.displayName,
      ...(post.hashtags.length === 0 ? {} : { tags: post.hashtags }),
      categoryId: '25',
      liveBroadcastContent: 'none',
      defaultAudioLanguage: post.language,
    },
    statistics: {
      viewCount: String(post.engagement.views),
      // Owners may hide it.
      ...(post.engagement.likes === 0 ? {} : { likeCount: String(post.engagement.likes) }),
      favoriteCount: '0',
      commentCount: String(Math.max(comments, post.engagement.comments)),
    },
  }
}

function channels(state: State, query: URLSearchParams): unknown {
  const ids = readIds(query)
  const authors = new Map(state.posts.map(({ author }) => [author.id, author]))
  return {
    kind: 'youtube#channelListResponse',
    etag: 'x',
    pageInfo: { totalResults: ids.length, resultsPerPage: ids.length },
    items: ids.flatMap((id) => {
      const author = authors.get(id)
      if (author === undefined) return []
      const handle = state.noHandle.includes(id) ? {} : { customUrl: `@${author.username}` }
      return [{ kind: 'youtube#channel', etag: 'c', id, snippet: { title: author.displayName, ...handle } }]
    }),
  }
}

function commentsOf(state: State, videoId: string): SamplePost[] {
  return state.posts.filter(
    ({ platform, kind, parentId, deleted }) =>
      platform === 'youtube' && kind === 'comment' && parentId === videoId && !deleted,
  )
}

function commentThreads(state: State, query: URLSearchParams): unknown {
  const videoId = query.get('videoId') ?? ''
  if (query.get('textFormat') !== 'plainText') throw new Refusal(400, 'invalidParameter')
  if (state.commentsDisabled.includes(videoId)) throw new Refusal(403, 'commentsDisabled')
  const terms = query.get('searchTerms')
  const found = commentsOf(state, videoId).filter(({ text }) => terms === null || isAbout(text, terms))
  return {
    kind: 'youtube#commentThreadListResponse',
    pageInfo: { totalResults: found.length, resultsPerPage: found.length },
    items: found.slice(0, Number(query.get('maxResults') ?? 20)).map(toThread),
  }
}

function toThread(comment: SamplePost): unknown {
  const { id, text, author } = comment
  const at = toSeconds(comment.publishedAt)
  const snippet = {
    videoId: comment.parentId,
    textDisplay: text,
    textOriginal: text,
    authorDisplayName: `@${author.username}`,
    authorChannelUrl: `http://www.youtube.com/@${author.username}`,
    authorChannelId: { value: author.id },
    likeCount: comment.engagement.likes,
    publishedAt: at,
    updatedAt: at,
  }
  return {
    kind: 'youtube#commentThread',
    id,
    snippet: {
      videoId: comment.parentId,
      canReply: true,
      totalReplyCount: 0,
      isPublic: true,
      topLevelComment: { kind: 'youtube#comment', id, snippet },
    },
  }
}

function refuse(status: number, reason: string): PlatformReply {
  const isKey = reason === 'API_KEY_INVALID'
  const message = isKey ? 'API key not valid. Please pass a valid API key.' : `The request failed: <b>${reason}</b>.`
  const errors = [{ message, domain: 'youtube', reason: isKey ? 'badRequest' : reason }]
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }]
  return { status, body: { error: { code: status, message, errors, ...(isKey ? { details } : {}) } } }
}
