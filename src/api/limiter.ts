import { Refusal } from '../domain/problem.ts'
import type { Limit } from './limits.ts'

const RETRY_SECONDS = 1

// One for all refusals: making an error and its stack costs more than the rest of a refusal.
export const OVERLOADED = new Refusal(
  'unavailable',
  'Too many requests at once. Try again in a moment.',
  ['overloaded'],
  RETRY_SECONDS,
)

interface Waiting {
  readonly start: () => void
  readonly timer: NodeJS.Timeout
}

// A semaphore with a bounded queue, first in, first out. With several ranks, each has a queue of its own, and a free slot goes to the
// lowest rank that waits.
export class Limiter {
  readonly #limit: Limit
  readonly #queues: readonly Set<Waiting>[]
  #running = 0

  constructor(limit: Limit, ranks = 1) {
    this.#limit = limit
    this.#queues = Array.from({ length: ranks }, () => new Set<Waiting>())
  }

  isFull(rank = 0): boolean {
    return this.#running >= this.#limit.concurrentMax && this.#queueOf(rank).size >= this.#limit.queueMax
  }

  // Resolves with the function that gives the slot back; calling that again does nothing. Rejects with 503 when the queue is full or
  // the wait was too long.
  acquire(rank = 0): Promise<() => void> {
    if (this.#running < this.#limit.concurrentMax) {
      this.#running += 1
      return Promise.resolve(this.#release())
    }
    if (this.isFull(rank)) return Promise.reject(OVERLOADED)
    const queue = this.#queueOf(rank)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(waiting)
        reject(OVERLOADED)
      }, this.#limit.waitMsMax)
      const waiting: Waiting = { start: () => resolve(this.#release()), timer }
      queue.add(waiting)
    })
  }

  #queueOf(rank: number): Set<Waiting> {
    const queue = this.#queues[rank]
    if (queue === undefined) throw new Error(`There is no rank ${rank}.`)
    return queue
  }

  #release(): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      const queue = this.#queues.find(({ size }) => size > 0)
      const [next] = queue ?? []
      if (queue === undefined || next === undefined) {
        this.#running -= 1
        return
      }
      // The slot passes to the request that waited longest.
      queue.delete(next)
      clearTimeout(next.timer)
      next.start()
    }
  }
}
