import { createServer, type Server } from 'node:http'
import type { Metrics } from '../api/metrics.ts'
import { log } from '../log.ts'

// Serves /metrics on its own port, which should not be public; the API's port never serves it.
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<Server | null> {
  if (port === 0) return null
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
    } catch (error) {
      log.error({ err: error }, 'failed to collect metrics')
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  log.info({ host, port }, 'serving /metrics')
  return server
}
