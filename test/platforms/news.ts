import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { closeServer, listen } from './hostile.ts'
import { type NewsArticle, renderArticle, renderFeed } from './news-formats.ts'
import { serveGdelt, serveGoogleNews } from './news-search.ts'

// An outlet, Google News, GDELT and a YouTube channel feed in one test server. Articles are published while it runs and appear
// in every format at once; faults are set per path.
export interface NewsPlatform {
  readonly url: URL
  publish(...articles: readonly NewsArticle[]): void
  // Replaces the response of the next `times` requests for a path (all by default); null ends it.
  disturb(path: string, fault: Fault | null): void
  setRobots(text: string, status?: number): void
  requests(path?: string): readonly Request[]
  close(): Promise<void>
}

export interface Fault {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly delayMs?: number
  readonly times?: number
}

export interface Request {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
}

export const NEWS_PATHS = {
  rss: '/rss.xml',
  atom: '/atom.xml',
  rdf: '/rdf.xml',
  json: '/feed.json',
  sitemap: '/news-sitemap.xml',
  packedSitemap: '/news-sitemap.xml.gz',
  sitemapIndex: '/sitemap-index.xml',
  youtube: '/feeds/videos.xml',
  googleNews: '/rss/search',
  gdelt: '/api/v2/doc/doc',
} as const

const REQUESTS_MAX = 10_000

export interface NewsPlatformOptions {
  readonly articles?: readonly NewsArticle[]
  // A free port by default.
  readonly port?: number
  // Called for every request without a fault from `disturb`: for long tests with random faults.
  readonly chaos?: (path: string) => Fault | null
}

export async function openNewsPlatform(options: NewsPlatformOptions = {}): Promise<NewsPlatform> {
  const published = [...(options.articles ?? [])]
  const faults = new Map<string, { fault: Fault; left: number }>()
  const requests: Request[] = []
  let robots = { text: 'User-agent: *\nDisallow: /tertutup/\n', status: 200 }
  let base = new URL('http://127.0.0.1/')

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', base)
    requests.push({ path: url.pathname, query: url.searchParams, headers: request.headers })
    if (requests.length > REQUESTS_MAX) requests.shift()
    const fault = takeFault(faults, url.pathname) ?? options.chaos?.(url.pathname) ?? undefined
    if (fault?.delayMs !== undefined) await sleep(fault.delayMs)
    if (fault?.status !== undefined || fault?.body !== undefined) {
      response.writeHead(fault.status ?? 200, fault.headers).end(fault.body)
    } else if (url.pathname === '/robots.txt') {
      response.writeHead(robots.status, { 'content-type': 'text/plain' }).end(robots.text)
    } else if (url.pathname === NEWS_PATHS.googleNews) serveGoogleNews(url, published, response)
    else if (url.pathname === NEWS_PATHS.gdelt) serveGdelt(url, published, response)
    else serveOutlet(url, base, published, request, response)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  base = await listen(server, options.port)
  return {
    url: base,
    publish: (...more) => void published.unshift(...more),
    disturb: (path, fault) => {
      if (fault === null) faults.delete(path)
      else faults.set(path, { fault, left: fault.times ?? Number.POSITIVE_INFINITY })
    },
    setRobots: (text, status = 200) => {
      robots = { text, status }
    },
    requests: (path) => requests.filter((request) => path === undefined || request.path === path),
    close: () => closeServer(server),
  }
}

function takeFault(faults: Map<string, { fault: Fault; left: number }>, path: string): Fault | undefined {
  const found = faults.get(path)
  if (found === undefined) return undefined
  found.left--
  if (found.left <= 0) faults.delete(path)
  return found.fault
}

function serveOutlet(
  url: URL,
  base: URL,
  articles: readonly NewsArticle[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const article = articles.find(({ id }) => [`/berita/${id}`, `/tertutup/${id}`].includes(url.pathname))
  if (article !== undefined) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(renderArticle(article))
    return
  }
  const format = (Object.entries(NEWS_PATHS).find(([, path]) => path === url.pathname) ?? [])[0]
  const rendered = format === undefined ? null : renderFeed(format, articles, base)
  if (rendered === null) {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>404</title>')
    return
  }
  // Conditional GET, as outlets implement it: the tag changes with the last published article.
  const etag = `"${articles.length}-${articles[0]?.id ?? ''}"`
  const newest = new Date(Math.max(0, ...articles.map(({ publishedAt }) => publishedAt.getTime())))
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  const body = format === 'packedSitemap' ? gzipSync(rendered.body) : rendered.body
  response
    .writeHead(200, { 'content-type': rendered.contentType, etag, 'last-modified': newest.toUTCString() })
    .end(body)
}
