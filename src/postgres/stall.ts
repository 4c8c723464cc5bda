import type pg from 'pg'
import { Problem } from '../domain/problem.ts'

// Ends a transfer that makes no progress: a consumer that stopped reading, or a server that stopped responding, must not hold a
// snapshot for ever. The connection is destroyed, which fails every statement on it, and `signal` aborts whatever else is awaited.
export class StallWatch {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(ms: number, client: pg.Client) {
    this.#timer = setTimeout(() => {
      this.#controller.abort(new Problem('unavailable', `Aborted after ${ms / 1000} s without progress.`))
      // A connection in the middle of a COPY cannot be closed cleanly.
      ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    }, ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  progress(): void {
    this.#timer.refresh()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
