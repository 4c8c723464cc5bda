import type { FastifyRequest } from 'fastify'
import { Problem } from '../domain/problem.ts'
import { log, logWith } from '../log.ts'
import type { App } from './app.ts'
import type { Limit, Limits, RouteClass } from './limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    // `quick` when absent.
    class?: RouteClass
  }
  interface FastifyRequest {
    // Gives back the slot that the request holds; null while it holds none.
    releaseSlot: (() => void) | null
  }
}

const RETRY_SECONDS = 1
const LOG_MS = 1_000

interface Waiting {
  readonly start: () => void
  readonly timer: NodeJS.Timeout
}

// A semaphore with a bounded queue, first in, first out.
export class Limiter {
  readonly #limit: Limit
  readonly #queue = new Set<Waiting>()
  #running = 0

  constructor(limit: Limit) {
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.#running >= this.#limit.concurrentMax && this.#queue.size >= this.#limit.queueMax
  }

  // Resolves with the function that gives the slot back; calling that again does nothing. Rejects with 503 when the queue is full or
  // the wait was too long.
  acquire(): Promise<() => void> {
    if (this.#running < this.#limit.concurrentMax) {
      this.#running += 1
      return Promise.resolve(this.#release())
    }
    if (this.isFull) return Promise.reject(OVERLOADED)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.delete(waiting)
        reject(OVERLOADED)
      }, this.#limit.waitMsMax)
      const waiting: Waiting = { start: () => resolve(this.#release()), timer }
      this.#queue.add(waiting)
    })
  }

  #release(): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      const [next] = this.#queue
      if (next === undefined) {
        this.#running -= 1
        return
      }
      // The slot passes to the request that waited longest.
      this.#queue.delete(next)
      clearTimeout(next.timer)
      next.start()
    }
  }
}

// Applies the limits to every route by its class. The slot is taken after the body has arrived, so that a slow sender holds none; a
// request that meets a full queue is refused before its token is looked up.
export function limitRequests(app: App, limits: Limits): void {
  const limiters = {
    quick: new Limiter(limits.quick),
    long: new Limiter(limits.long),
    login: new Limiter(limits.login),
    free: null,
  }
  const limiterOf = (request: FastifyRequest) => limiters[request.routeOptions.config.class ?? 'quick']
  const logRefusal = createRefusalLog()
  app.decorateRequest('releaseSlot', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (limiterOf(request)?.isFull !== true) {
      done()
      return
    }
    logRefusal()
    done(OVERLOADED)
  })
  app.addHook('preValidation', async (request) => {
    try {
      request.releaseSlot = (await limiterOf(request)?.acquire()) ?? null
    } catch (error) {
      logRefusal()
      throw error
    }
    // The client disconnected while it waited.
    if (request.raw.socket?.destroyed) request.releaseSlot?.()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    request.releaseSlot?.()
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    request.releaseSlot?.()
    done()
  })
}

// One for all refusals: making an error and its stack costs more than the rest of a refusal.
const OVERLOADED = new Problem('unavailable', 'Too many requests at once. Try again in a moment.', RETRY_SECONDS)

// One line a second with the number of refused requests: a line for each would add to the load.
function createRefusalLog(): () => void {
  let refused = 0
  const write = () => {
    log.warn({ refused }, 'overload: requests were refused')
    refused = 0
  }
  return () => {
    // Outside the context of the request that happened to be the first.
    if (refused === 0) logWith({}, () => setTimeout(write, LOG_MS).unref())
    refused += 1
  }
}
