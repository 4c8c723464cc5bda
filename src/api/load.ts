import type { FastifyRequest } from 'fastify'
import { log, logWith } from '../log.ts'
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
// More than people at their screens ever send at once; a flood fills it in a moment.
const WAITING_MAX = 120
// More at once would be a little cheaper each, but hold up new connections, of which one is taken in a turn of the event loop.
const QUICK_AT_ONCE = 16
// A few connections to the database stay free for the quick ones.
const LONG_AT_ONCE = 6

// More requests at once than can be worked on would only wait for each other, and a queue without end makes everything late. Who
// cannot be served in time is told to come back. A place is taken when the work begins: who one is has been found out (together with
// all who ask at the same time), and the body is here, so that a slow sender holds up nobody.
export function shedLoad(app: App, requestsMax: number): void {
  const lane = (atOnce: number) =>
    new Lane({ atOnce: Math.max(atOnce, requestsMax), atOnceInOverload: requestsMax, waitingMax: WAITING_MAX })
  const quick = lane(QUICK_AT_ONCE)
  const long = lane(LONG_AT_ONCE)
  const leaves = new WeakMap<FastifyRequest, () => void>()
  const noteRefusal = createRefusalLog()
  const laneOf = ({ url }: FastifyRequest) => (NOT_COUNTED.test(url) ? null : LONG.test(url) ? long : quick)
  // Before anything is looked up for it.
  app.addHook('onRequest', async (request) => {
    try {
      laneOf(request)?.come()
    } catch (problem) {
      noteRefusal(problem)
    }
  })
  app.addHook('preValidation', async (request) => {
    const leave = await laneOf(request)?.enter().catch(noteRefusal)
    if (leave === undefined) return
    leaves.set(request, leave)
    // The client went away while it waited.
    if (request.raw.socket?.destroyed) leave()
  })
  app.addHook('onResponse', async (request) => leaves.get(request)?.())
  // The client went away before the answer.
  app.addHook('onRequestAbort', async (request) => leaves.get(request)?.())
}

// A line a second tells how many were sent away; a line for each would be one more burden.
function createRefusalLog(): (problem: unknown) => never {
  let refused = 0
  const tell = () => {
    log.warn({ refused }, 'overload: requests were told to come back')
    refused = 0
  }
  return (problem) => {
    // Outside of the request that happened to be the first.
    if (refused === 0) logWith({}, () => setTimeout(tell, 1_000).unref())
    refused += 1
    throw problem
  }
}
