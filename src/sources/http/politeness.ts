import { setTimeout as sleep } from 'node:timers/promises'
import { SourceError } from '../source.ts'

// One request at a time for each host, first come first served, with a pause after each.
export interface Turns {
  // Resolves when it is the caller's turn, with the function that ends it. Aborting gives the place up.
  take(host: string, spacingMs: number, signal: AbortSignal): Promise<() => void>
}

export const WAITING_MAX = 100
const HOSTS_MAX = 10_000

interface Host {
  last: Promise<void>
  waiting: number
  freeAt: number
}

export function openTurns(waitingMax = WAITING_MAX): Turns {
  const hosts = new Map<string, Host>()
  return {
    async take(name, spacingMs, signal) {
      signal.throwIfAborted()
      const host = hostOf(hosts, name)
      if (host.waiting >= waitingMax) throw new SourceError('network', `${name}: too many requests are waiting for it`)
      const previous = host.last
      const { promise, resolve } = Promise.withResolvers<void>()
      host.last = promise
      host.waiting++
      try {
        await untilAborted(previous, signal)
        const pauseMs = host.freeAt - performance.now()
        if (pauseMs > 0) await sleep(pauseMs, undefined, { signal })
      } catch (error) {
        // Whoever waits behind must still wait for the one in front.
        previous.then(resolve)
        throw signal.aborted ? signal.reason : error
      } finally {
        host.waiting--
      }
      return () => {
        host.freeAt = performance.now() + spacingMs
        resolve()
      }
    },
  }
}

function hostOf(hosts: Map<string, Host>, name: string): Host {
  let host = hosts.get(name)
  if (host === undefined) {
    if (hosts.size >= HOSTS_MAX) forgetIdle(hosts)
    host = { last: Promise.resolve(), waiting: 0, freeAt: 0 }
  }
  // Set again, so that the order of the map is the order of last use.
  hosts.delete(name)
  hosts.set(name, host)
  return host
}

// Drops the hosts that were not asked for the longest time. One that is in use keeps working: its turn is a promise.
function forgetIdle(hosts: Map<string, Host>): void {
  for (const name of hosts.keys()) {
    if (hosts.size < HOSTS_MAX / 2) return
    hosts.delete(name)
  }
}

function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    promise.then(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
  })
}

const RETRY_MAX_MS = 24 * 3_600_000

// When to come back, from `Retry-After` in seconds or as a date, at most a day ahead. Undefined when it says nothing readable.
export function readRetryAfter(headers: Headers, now: Date): Date | undefined {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const dated = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) - now.getTime() : Number.NaN
  const delayMs = /^\d{1,10}$/.test(value) ? Number(value) * 1_000 : dated
  if (Number.isNaN(delayMs)) return undefined
  return new Date(now.getTime() + Math.min(Math.max(delayMs, 0), RETRY_MAX_MS))
}
