import { setTimeout as sleep } from 'node:timers/promises'
import { SourceError } from '../source.ts'

// Allows one request at a time per host, first in, first out, with a pause after each.
export interface HostLimiter {
  // Resolves with a release function once the host is free. Aborting leaves the queue.
  acquire(host: string, spacingMs: number, signal: AbortSignal): Promise<() => void>
}

export const WAITING_MAX = 100
const HOSTS_MAX = 10_000

interface Host {
  last: Promise<void>
  waiting: number
  freeAt: number
}

export function openHostLimiter(waitingMax = WAITING_MAX): HostLimiter {
  const hosts = new Map<string, Host>()
  return {
    async acquire(name, spacingMs, signal) {
      signal.throwIfAborted()
      const host = hostOf(hosts, name)
      if (host.waiting >= waitingMax)
        throw new SourceError('network', `${name}: too many requests are queued for this host`)
      const previous = host.last
      const { promise, resolve } = Promise.withResolvers<void>()
      host.last = promise
      host.waiting++
      try {
        await untilAborted(previous, signal)
        const pauseMs = host.freeAt - performance.now()
        if (pauseMs > 0) await sleep(pauseMs, undefined, { signal })
      } catch (error) {
        // The next request in the queue must still wait for the previous one.
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
    if (hosts.size >= HOSTS_MAX) evictOldest(hosts)
    host = { last: Promise.resolve(), waiting: 0, freeAt: 0 }
  }
  // Reinserted, so that the map is in order of last use.
  hosts.delete(name)
  hosts.set(name, host)
  return host
}

// Drops the least recently used hosts. A host that is in use keeps working, because its callers hold the promise.
function evictOldest(hosts: Map<string, Host>): void {
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

// The retry time from `Retry-After`, in seconds or as a date, at most a day ahead. Undefined when it is missing or invalid.
export function readRetryAfter(headers: Headers, now: Date): Date | undefined {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const dated = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) - now.getTime() : Number.NaN
  const delayMs = /^\d{1,10}$/.test(value) ? Number(value) * 1_000 : dated
  if (Number.isNaN(delayMs)) return undefined
  return new Date(now.getTime() + Math.min(Math.max(delayMs, 0), RETRY_MAX_MS))
}
