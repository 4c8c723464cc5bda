import type { FastifyRequest } from 'fastify'
import { Problem } from '../domain/problem.ts'
import type { App } from './server.ts'

const RETRY_SECONDS = 1
const ANSWER_MS_MAX = 30_000
// A model writes at its own pace; files are as long as they are.
const SLOW = /^\/api\/(export|import|events|project\/generate-summary)/
const SLOW_ANSWER_MS_MAX = 3_600_000
// These last as long as their client wants, or tell how we are: they are not what overload is made of.
const NOT_COUNTED = /^\/(healthz|readyz|api\/events|api\/import|api\/export)/

// No answer is waited for without end, whatever it waits for: a database that hangs, say.
export function limitTime(app: App): void {
  app.addHook('onRoute', (route) => {
    route.handlerTimeout = SLOW.test(route.url) ? SLOW_ANSWER_MS_MAX : ANSWER_MS_MAX
  })
}

// More requests at once than the database can answer would only wait for each other. Those over the limit are told to come
// back instead of joining a queue without end, so that the accepted ones stay fast.
export function shedLoad(app: App, requestsMax: number): void {
  const counted = new WeakSet<FastifyRequest>()
  let underWay = 0
  app.addHook('onRequest', async (request) => {
    if (NOT_COUNTED.test(request.url)) return
    if (underWay >= requestsMax)
      throw new Problem('unavailable', 'Too many requests at once. Try again in a moment.', RETRY_SECONDS)
    underWay += 1
    counted.add(request)
  })
  const done = (request: FastifyRequest) => {
    if (counted.delete(request)) underWay -= 1
  }
  app.addHook('onResponse', async (request) => done(request))
  // The client went away before the answer.
  app.addHook('onRequestAbort', async (request) => done(request))
}
