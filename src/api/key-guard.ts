import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../domain/api-key.ts'
import { Refusal } from '../domain/problem.ts'
import type { App } from './app.ts'

// What a key needs to call an operation. `session`: no key can, only a person who has logged in.
export type OperationScope = Scope | 'session'

declare module 'fastify' {
  interface FastifyContextConfig {
    // By the method when absent.
    scope?: OperationScope
  }
}

const WINDOW_MS = 60_000

// Runs for every request with a key, after the key was found and before the body is read: counts it, and checks its scope.
export function guardKeys(app: App, requestsPerMinute: number): void {
  const counter = new KeyCounter(requestsPerMinute)
  app.addHook('preParsing', async (request, reply) => {
    const { key } = request
    if (key === null) return
    countRequest(counter.add(key.id, Date.now()), requestsPerMinute, reply)
    const needed = scopeOf(request.routeOptions.config.scope, request.method)
    if (needed === 'session')
      throw new Refusal(
        'forbidden',
        'Keys cannot do this: log in. Keys, sessions and passwords are managed by people.',
        ['keyLimited'],
      )
    requireScope(request, needed)
  })
}

// The scope of an operation: what it declares, or else by its method.
export function scopeOf(declared: OperationScope | undefined, method: string): OperationScope {
  return declared ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write')
}

// A session has every scope.
function requireScope({ key }: FastifyRequest, scope: Scope): void {
  if (key !== null && !key.scopes.includes(scope))
    throw new Refusal(
      'forbidden',
      `This needs a key with the scope "${scope}"; this key has: ${key.scopes.join(', ')}.`,
      ['keyLimited'],
    )
}

function countRequest({ used, resetSeconds }: Counted, limit: number, reply: FastifyReply): void {
  reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - used)),
    'ratelimit-reset': String(resetSeconds),
  })
  if (used > limit)
    throw new Refusal(
      'too-many',
      `A key may make ${limit} requests a minute. Try again in ${resetSeconds} s.`,
      ['keyRequests', resetSeconds],
      resetSeconds,
    )
}

interface Counted {
  readonly used: number
  readonly resetSeconds: number
}

// Counts in windows of a minute that are the same for all keys, so that the counts of the last window can be dropped at once. In memory:
// a write per request would cost more than most requests, so every process counts for itself.
class KeyCounter {
  #window = 0
  readonly #used = new Map<string, number>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  add(keyId: string, now: number): Counted {
    const window = Math.floor(now / WINDOW_MS)
    if (window !== this.#window) {
      this.#window = window
      this.#used.clear()
    }
    const used = Math.min((this.#used.get(keyId) ?? 0) + 1, this.#limit + 1)
    this.#used.set(keyId, used)
    return { used, resetSeconds: Math.ceil(((window + 1) * WINDOW_MS - now) / 1_000) }
  }
}
