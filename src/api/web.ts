import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import type { ApiSettings, App } from './app.ts'
import { sendNotFound } from './errors.ts'
import { NO_INDEX, REFERENCE_POLICY, SHARED_POLICY, setHeaders } from './headers.ts'

// Security headers on every response; the dashboard at /, whose own paths are all served by its one page; the page of
// shared reports at /s/; the reference of the interface at /docs.
export async function addWeb(app: App, settings: ApiSettings): Promise<void> {
  app.addHook('onSend', (request, reply, _payload, done) => {
    setHeaders(request, reply)
    done()
  })
  const { webDir } = settings
  const built = webDir !== null && existsSync(`${webDir}/index.html`)
  if (built) {
    await app.register(fastifyStatic, {
      root: webDir,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: cacheForEver,
    })
    app.get('/s/:token', (_request, reply) =>
      reply
        .headers({ 'content-security-policy': SHARED_POLICY, 'cache-control': 'no-cache', 'x-robots-tag': NO_INDEX })
        .sendFile('shared.html'),
    )
    app.get('/docs', (_request, reply) =>
      reply
        .header('content-security-policy', REFERENCE_POLICY)
        .header('cache-control', 'no-cache')
        .sendFile('docs/index.html'),
    )
  }
  app.setNotFoundHandler((request, reply) => {
    if (!built || !isPage(request)) sendNotFound(request, reply)
    else reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

// The dashboard's own paths: the first page, and what a browser opens as a page outside the API.
function isPage({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || /^\/(api|docs|assets)(\/|$)/.test(url)) return false
  return url === '/' || (headers.accept ?? '').includes('text/html')
}

// Vite puts a hash of the content into the name of every asset.
function cacheForEver(reply: { header(name: string, value: string): unknown }, path: string): void {
  if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
}
