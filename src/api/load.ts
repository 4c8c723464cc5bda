import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { log, logWith } from '../log.ts'
import { Door } from './door.ts'
import { errorBody } from './errors.ts'
import { HEADERS, NO_STORE, POLICY } from './headers.ts'
import { Lane, REFUSAL, RETRY_SECONDS, type Visit } from './lane.ts'
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
const HEADERS_MS_MAX = 60_000
// Longer than proxies keep a connection that nobody uses, so that they close it and not we, in the middle of their next request.
const KEEP_ALIVE_MS = 72_000
// More than people at their screens ever send at once; a flood fills it in a moment.
const WAITING_MAX = 120
// Several for each connection to the database, so that it has its next statement when it is done with one.
const QUICK_AT_ONCE = 32
// A few connections to the database stay free for the quick ones.
const LONG_AT_ONCE = 6

interface Way {
  readonly door: Door
  readonly lane: Lane
}

// More requests at once than can be worked on would only wait for each other, and a queue without end makes everything late. Who
// cannot be served in time is told to come back: in a flood at the door, before the framework or anything else has work with it. A
// place is taken when the work begins: who one is has been found out (together with all who ask at the same time), and the body is
// here, so that a slow sender holds up nobody.
export class Shedding {
  readonly #quick: Way
  readonly #long: Way
  readonly #note = createRefusalLog()
  readonly #onRefused: (method: string) => void

  // `onRefused` is told of those that the framework never sees.
  constructor(requestsMax: number, onRefused: (method: string) => void) {
    this.#onRefused = onRefused
    const way = (most: number): Way => {
      const atOnce = Math.max(most, requestsMax)
      const lane = new Lane({ atOnce, atOnceInOverload: requestsMax, waitingMax: WAITING_MAX })
      return { door: new Door(atOnce + WAITING_MAX), lane }
    }
    this.#quick = way(QUICK_AT_ONCE)
    this.#long = way(LONG_AT_ONCE)
  }

  // How long a request may take is limited per route, not here: an import is as long as it is. Its headers are not.
  createServer(handle: RequestListener): Server {
    const timeouts = { headersTimeout: HEADERS_MS_MAX, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS }
    const server = createServer(timeouts, (request, response) => this.#receive(request, response, handle))
    for (const { door } of [this.#quick, this.#long]) door.watch(server)
    return server
  }

  watch(app: App): void {
    app.addHook('preValidation', async ({ raw }) => {
      await visitOf(raw)
        ?.enter()
        .catch((problem) => {
          this.#note()
          throw problem
        })
      // The client went away while it waited.
      if (raw.socket?.destroyed) visitOf(raw)?.leave()
    })
    app.addHook('onResponse', ({ raw }, _reply, done) => {
      visitOf(raw)?.leave()
      done()
    })
    // The client went away before the answer.
    app.addHook('onRequestAbort', async ({ raw }) => visitOf(raw)?.leave())
  }

  #receive(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    const { url = '' } = request
    if (NOT_COUNTED.test(url)) {
      handle(request, response)
      return
    }
    const { door, lane } = LONG.test(url) ? this.#long : this.#quick
    door.pass((others) => {
      const visit = lane.come(others)
      if (visit === null) this.#refuse(request, response)
      else handle(Object.assign(request, { [VISIT]: visit }), response)
    })
  }

  #refuse({ method }: IncomingMessage, response: ServerResponse): void {
    this.#note()
    this.#onRefused(method ?? '')
    response.setHeader('x-request-id', randomUUID())
    response.writeHead(503, REFUSAL_HEADERS).end(REFUSAL_BODY)
  }
}

// At the request itself: what a WeakMap holds is looked at in every collection of garbage, and lives longer than its request.
const VISIT = Symbol('visit')

function visitOf(request: IncomingMessage & { readonly [VISIT]?: Visit }): Visit | undefined {
  return request[VISIT]
}

const REFUSAL_BODY = JSON.stringify(errorBody(503, REFUSAL))
const REFUSAL_HEADERS = {
  ...HEADERS,
  'content-security-policy': POLICY,
  'cache-control': NO_STORE,
  'content-type': 'application/json; charset=utf-8',
  'content-length': REFUSAL_BODY.length,
  'retry-after': String(RETRY_SECONDS),
}

// A line a second tells how many were sent away; a line for each would be one more burden.
function createRefusalLog(): () => void {
  let refused = 0
  const tell = () => {
    log.warn({ refused }, 'overload: requests were told to come back')
    refused = 0
  }
  return () => {
    // Outside of the request that happened to be the first.
    if (refused === 0) logWith({}, () => setTimeout(tell, 1_000).unref())
    refused += 1
  }
}
