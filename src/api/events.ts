import { Type } from 'typebox'
import { log } from '../log.ts'
import { lastEventId } from '../store/accounts/events.ts'
import type { ApiDeps, App } from './app.ts'
import { callerOf, ownerOf } from './bearer.ts'
import { setHeaders } from './headers.ts'
import { routesOf } from './route.ts'

export function addEventRoutes(app: App, { pool, events }: ApiDeps): void {
  const { user } = routesOf(pool, 'Events')
  app.get(
    '/api/events',
    user({
      id: 'streamEvents',
      summary: 'Live: job progress and new mentions, as server-sent events',
      description: 'A stream that stays open. After a lost connection, Last-Event-ID resumes behind the last event.',
      class: 'free',
      headers: Type.Object({
        'last-event-id': Type.Optional(Type.String({ description: 'Resume after this event' })),
      }),
      response: {
        200: {
          description: 'A stream that ends with its session or key',
          content: { 'text/event-stream': { schema: Type.String() } },
        },
      },
    }),
    async (request, reply) => {
      const { id, account } = callerOf(request)
      const newest = await lastEventId(pool, account.id)
      const last = Number(request.headers['last-event-id'] ?? Number.NaN)
      // A number above the newest comes from before a backup was restored.
      const after = Number.isSafeInteger(last) && last >= 0 ? Math.min(last, newest) : newest
      setHeaders(request, reply)
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      })
      reply.raw.write('retry: 2000\n\n')
      try {
        if (!(await events.open({ id, owner: ownerOf(request) }, after, reply.raw)))
          reply.raw.end('event: full\ndata: {}\n\n')
      } catch (error) {
        // The response has begun, so no status can be sent any more: the client reconnects by itself.
        log.warn({ request: request.id, err: error }, 'a live stream could not be opened')
        reply.raw.end()
      }
    },
  )
}
