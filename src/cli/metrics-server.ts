import { createServer, type Server } from 'node:http'
import type { Metrics } from '../api/metrics.ts'
import { log } from '../log.ts'

// /metrics on a port of its own, which is not for the world: the API's port never answers it.
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
      log.error({ err: error }, 'metrics could not be gathered')
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  log.info({ host, port }, 'metrics are at /metrics')
  return server
}
