import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

// A server that misbehaves in every way a reader may meet. Each path has one fault.
export interface HostileServer {
  readonly url: URL
  // Connections opened so far, to assert that there were none.
  connections(): number
  // Bytes written on the path `/endless`, to assert that reading stopped.
  bytesSent(): number
  close(): Promise<void>
}

export const HOSTILE_PATHS = [
  '/hang',
  '/trickle',
  '/endless',
  '/gzip-bomb',
  '/entity-bomb',
  '/wrong-charset',
  '/truncated',
  '/page',
  '/redirect-loop',
  '/redirect-private',
  '/cut',
  '/damaged-gzip',
  '/odd-encoding',
  '/huge-headers',
  '/not-http',
] as const
export type HostilePath = (typeof HOSTILE_PATHS)[number]

const ENDLESS_BYTES = 200 * 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024, 'a')

export async function openHostile(): Promise<HostileServer> {
  let connections = 0
  let bytesSent = 0
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '))
  const handlers: Record<HostilePath, (request: IncomingMessage, response: ServerResponse) => void> = {
    '/hang': () => {},
    '/trickle': (_request, response) => trickle(response),
    '/endless': (_request, response) => endless(response, (bytes) => (bytesSent += bytes)),
    '/gzip-bomb': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/rss+xml', 'content-encoding': 'gzip' }).end(bomb),
    '/entity-bomb': (_request, response) => xml(response, entityBomb()),
    '/wrong-charset': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/rss+xml; charset=utf-8' })
        .end(Buffer.from(feedOf('Harga kopi caf\u00e9 naik \u00a35'), 'latin1')),
    '/truncated': (_request, response) => xml(response, feedOf('Banjir di Garut').slice(0, -60)),
    '/page': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><html><head><title>Portal</title><link rel="alternate" type="application/rss+xml" href="/rss.xml"></head><body><p>Berita</p></body></html>',
        ),
    '/redirect-loop': (_request, response) => response.writeHead(302, { location: '/redirect-loop' }).end(),
    '/redirect-private': (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1/latest/meta-data/' }).end(),
    '/cut': (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('<rss>', () => response.destroy())
    },
    '/damaged-gzip': (_request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(Buffer.from('1f8b0800000000000003deadbeefdeadbeef', 'hex')),
    '/odd-encoding': (_request, response) => response.writeHead(200, { 'content-encoding': 'zstd, gzip' }).end('x'),
    '/huge-headers': (_request, response) => response.writeHead(200, { 'x-long': 'a'.repeat(60_000) }).end('x'),
    '/not-http': (request) => request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  }
  const server = createServer({ maxHeaderSize: 128 * 1024 }, (request, response) => {
    response.on('error', () => {})
    const handle = handlers[(request.url ?? '').split('?')[0] as HostilePath]
    if (handle === undefined) response.writeHead(404).end()
    else handle(request, response)
  })
  server.on('connection', () => connections++)
  const url = await listen(server)
  return {
    url,
    connections: () => connections,
    bytesSent: () => bytesSent,
    close: () => closeServer(server),
  }
}

export async function listen(server: Server, port = 0): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

function xml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(text)
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/rss+xml' })
  const timer = setInterval(() => response.write('<'), 20)
  response.on('close', () => clearInterval(timer))
}

function endless(response: ServerResponse, count: (bytes: number) => void): void {
  response.writeHead(200, { 'content-type': 'application/rss+xml' })
  let left = ENDLESS_BYTES
  const push = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= CHUNK.length
      count(CHUNK.length)
      if (!response.write(CHUNK)) {
        response.once('drain', push)
        return
      }
    }
    response.end()
  }
  push()
}

function entityBomb(): string {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? '<!ENTITY e0 "aduh">' : `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE rss [${levels.join('')}]><rss version="2.0"><channel><title>Bom</title><item><title>Isi &e11;</title><link>https://example.com/bom</link><description>&e11;</description></item></channel></rss>`
}

function feedOf(title: string): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Contoh</title><item><title>${title}</title><link>https://example.com/1</link><guid>a-1</guid><pubDate>Sat, 14 Nov 2026 10:00:00 +0700</pubDate></item><item><title>Kedua</title><link>https://example.com/2</link><pubDate>Sat, 14 Nov 2026 11:00:00 +0700</pubDate></item></channel></rss>`
}
