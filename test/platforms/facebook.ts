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

// Facebook's Graph API, `GET /{page-id}/posts`. A page exists if a post has it as its author.
export interface FacebookOptions {
  readonly posts: readonly SamplePost[]
  readonly token: string
  readonly usage?: () => GraphUsage
  // Posts that are pictures without text.
  readonly withoutText?: (post: SamplePost) => boolean
  readonly port?: number
  readonly chaos?: ServerOptions['chaos']
}

export function startFacebook(options: FacebookOptions): Promise<Platform> {
  const usage = options.usage ?? (() => ({ percent: 12 }))
  return startServer({
    port: options.port,
    chaos: options.chaos,
    handle: (request) => handle(options, usage(), request),
    refuse: ({ status, code }) => refuseGraph(Number(code ?? codeForStatus(status)), usage()),
  })
}

const PATH = new RegExp(`^${GRAPH}([\\w.\\-]+)/posts$`)

function handle(options: FacebookOptions, usage: GraphUsage, request: PlatformRequest): PlatformReply {
  if (request.query.has('access_token')) return refuseGraph(100, usage)
  if (!hasToken(request, options.token)) {
    return refuseGraph(190, usage, request.headers.authorization?.replace('Bearer ', ''))
  }
  const page = PATH.exec(request.path)?.[1]
  const isPage = ({ platform, author }: SamplePost) =>
    platform === 'facebook' && (author.id === page || author.username === page)
  if (page === undefined || !options.posts.some(isPage)) return refuseGraph(803, usage)
  const limit = Number(request.query.get('limit') ?? 25)
  if (!(limit >= 1 && limit <= 100)) return refuseGraph(100, usage)
  const since = Number(request.query.get('since') ?? 0) * 1000
  const after = readAfter(request.query.get('after'))
  if (Number.isNaN(after)) return refuseGraph(100, usage)
  const found = options.posts
    .filter((post) => isPage(post) && !post.deleted && post.publishedAt.getTime() >= since)
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? 1 : -1))
    .filter((post) => after === null || keyOf(post) < after)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  if (last === undefined) return { status: 200, headers: usageHeaders(usage), body: { data: [] } }
  const cursor = Buffer.from(keyOf(last)).toString('base64url')
  const next = found.length > limit ? { next: leakyNext(request.path, options.token, cursor) } : {}
  return {
    status: 200,
    headers: usageHeaders(usage),
    body: {
      data: shown.map((post) => toWire(post, options.withoutText?.(post) ?? false)),
      paging: { cursors: { before: 'QVFI', after: cursor }, ...next },
    },
  }
}

// Pages are cut by key and not by offset, so that new posts do not shift them.
function keyOf(post: SamplePost): string {
  return `${post.publishedAt.toISOString()} ${post.id}`
}

function readAfter(cursor: string | null): string | number | null {
  if (cursor === null) return null
  const key = Buffer.from(cursor, 'base64url').toString()
  return /^\d{4}-.* \S+$/.test(key) ? key : Number.NaN
}

function toWire(post: SamplePost, withoutText: boolean): unknown {
  const { likes, comments, shares } = post.engagement
  return {
    id: post.id,
    ...(withoutText ? {} : { message: post.text }),
    created_time: graphTime(post.publishedAt),
    updated_time: graphTime(post.publishedAt),
    permalink_url: post.url,
    status_type: withoutText ? 'added_photos' : 'mobile_status_update',
    from: { id: post.author.id, name: post.author.displayName },
    ...(shares === 0 ? {} : { shares: { count: shares } }),
    reactions: { data: [], summary: { total_count: likes } },
    comments: { data: [], summary: { total_count: comments } },
  }
}
