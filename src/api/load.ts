import type { FastifyRequest } from 'fastify'
import { Lane } from './lane.ts'
import type { App } from './server.ts'

const ANSWER_MS_MAX = 30_000
// A model writes at its own pace; files are as long as they are.
const SLOW = /^\/api\/(export|import|events|project\/generate-summary)/
const SLOW_ANSWER_MS_MAX = 3_600_000
// These last as long as their client wants, have a limit of their own (summaries), or tell how we are.
const NOT_COUNTED = /^\/(healthz|readyz|api\/(events|import|export|project\/generate-summary))/

// No answer is waited for without end, whatever it waits for: a database that hangs, say.
export function limitTime(app: App): void {
  app.addHook('onRoute', (route) => {
    route.handlerTimeout = SLOW.test(route.url) ? SLOW_ANSWER_MS_MAX : ANSWER_MS_MAX
  })
}

// These take their time: a password is hashed, many mentions are read. In a lane of their own they do not hold up the quick ones.
const LONG =
  /^\/api\/(auth\/login|session|mentions\/(search|[^/?]+\/similar)|project\/(insights|overview|coverage)|user-quota\/history)/
const WAITING_MAX = 500

// More requests at once than the database can answer would only wait for each other, and a queue without end makes everything
// late. Each lane works on a few; who cannot be served in time is told to come back.
export function shedLoad(app: App, requestsMax: number): void {
  const quick = new Lane(requestsMax, WAITING_MAX)
  const long = new Lane(requestsMax, WAITING_MAX)
  const lanes = new WeakMap<FastifyRequest, Lane>()
  const done = (request: FastifyRequest) => {
    lanes.get(request)?.leave()
    lanes.delete(request)
  }
  const enter = async (request: FastifyRequest) => {
    if (NOT_COUNTED.test(request.url)) return
    const lane = LONG.test(request.url) ? long : quick
    await lane.enter()
    lanes.set(request, lane)
    // The client went away while it waited.
    if (request.raw.socket?.destroyed) done(request)
  }
  app.addHook('onRequest', enter)
  // Whoever sends its body a byte a second waits at its own cost: the place is given back until the body is here.
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) done(request)
  })
  app.addHook('preValidation', async (request) => {
    if (hasBody(request)) await enter(request)
  })
  app.addHook('onResponse', async (request) => done(request))
  // The client went away before the answer.
  app.addHook('onRequestAbort', async (request) => done(request))
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
