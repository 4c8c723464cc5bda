import type { FastifyRequest } from 'fastify'
import { log } from '../log.ts'
import type { App } from './app.ts'

// Without progress of the client for this long, its connection is closed.
export const STALL_MS_MAX = 60_000

// A client that stops sending its body, or stops reading its response, would keep its connection, and what is buffered for it, for
// ever: imports, exports and live events have no other limit. Only the client is limited here; while the service itself is busy
// with a request, nothing moves either, and the connection stays.
export function closeStalled(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { socket } = raw
    // Node emits both when nothing was sent or received for `server.timeout`; `raw` only while its body is incomplete.
    raw.on('timeout', () => {
      // What was received and not read yet is waiting for us.
      if (raw.readableLength === 0) close(request, 'the client stopped sending its request')
    })
    reply.raw.on('timeout', () => {
      if (socket.destroyed) return
      if (socket.writableLength > 0) close(request, 'the client stopped reading its response')
      else socket.setTimeout(app.server.timeout)
    })
    done()
  })
}

function close({ id, method, routeOptions, raw }: FastifyRequest, reason: string): void {
  log.warn({ request: id, method, route: routeOptions.url }, reason)
  raw.socket.destroy()
}
