import type { FastifyRequest } from 'fastify'
import { log, logWith } from '../log.ts'
import type { App } from './app.ts'
import { deviceOf } from './bearer.ts'
import { Limiter, OVERLOADED } from './limiter.ts'
import type { Limits, RouteClass } from './limits.ts'

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

const LOG_MS = 1_000

// Applies the limits to every route by its class. The slot is taken after the body has arrived, so that a slow sender holds none; a
// request that meets a full queue is refused before its token is looked up.
export function limitRequests(app: App, limits: Limits): void {
  const limiters = {
    quick: new Limiter(limits.quick),
    long: new Limiter(limits.long),
    login: new Limiter(limits.login, 2),
    free: null,
  }
  const limiterOf = (request: FastifyRequest) => limiters[request.routeOptions.config.class ?? 'quick']
  // Browsers that have logged in before do not wait behind a flood of log-ins from others. Whether the cookie is real is checked later.
  const rankOf = (request: FastifyRequest) =>
    limiterOf(request) === limiters.login && deviceOf(request) === null ? 1 : 0
  const logRefusal = createRefusalLog()
  app.decorateRequest('releaseSlot', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (limiterOf(request)?.isFull(rankOf(request)) !== true) {
      done()
      return
    }
    logRefusal()
    done(OVERLOADED)
  })
  app.addHook('preValidation', async (request) => {
    try {
      request.releaseSlot = (await limiterOf(request)?.acquire(rankOf(request))) ?? null
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
