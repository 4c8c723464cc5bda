import { log } from '../log.ts'
import { readSecondsLeft } from '../store/accounts/sessions.ts'
import type { Pool } from '../store/db.ts'

const RETRY_MS = 1_000
// A timer cannot wait longer than 24 days, and a session may.
const CHECK_MS_MAX = 86_400_000

interface Watched {
  readonly onEnd: Set<() => void>
  timer: NodeJS.Timeout | undefined
}

// Calls back when a session has ended. A session is checked in the database when a notification names it, when it should have
// expired, and when notifications may have been lost.
export class SessionWatch {
  readonly #pool: Pool
  readonly #watched = new Map<string, Watched>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  // Returns the function that stops watching. Call `check` afterwards: the session may have ended before.
  add(sessionId: string, onEnd: () => void): () => void {
    const watched = this.#watched.get(sessionId) ?? { onEnd: new Set(), timer: undefined }
    this.#watched.set(sessionId, watched)
    watched.onEnd.add(onEnd)
    return () => {
      watched.onEnd.delete(onEnd)
      if (watched.onEnd.size > 0) return
      clearTimeout(watched.timer)
      if (this.#watched.get(sessionId) === watched) this.#watched.delete(sessionId)
    }
  }

  async check(ids: readonly string[]): Promise<void> {
    const open = ids.filter((id) => this.#watched.has(id))
    if (open.length === 0) return
    const secondsLeft = await readSecondsLeft(this.#pool, open)
    for (const id of open) {
      const seconds = secondsLeft.get(id)
      if (seconds === undefined) this.#end(id)
      else this.#checkIn(id, seconds * 1_000)
    }
  }

  // As `check`, but repeated until the database could be read.
  recheck(ids: readonly string[]): void {
    this.check(ids).catch((error: unknown) => {
      log.warn({ err: error }, 'could not check the sessions of live streams')
      for (const id of ids) this.#checkIn(id, RETRY_MS)
    })
  }

  recheckAll(): void {
    this.recheck([...this.#watched.keys()])
  }

  close(): void {
    for (const { timer } of this.#watched.values()) clearTimeout(timer)
    this.#watched.clear()
  }

  #checkIn(id: string, ms: number): void {
    const watched = this.#watched.get(id)
    if (watched === undefined) return
    clearTimeout(watched.timer)
    watched.timer = setTimeout(() => this.recheck([id]), Math.min(Math.ceil(ms), CHECK_MS_MAX))
  }

  #end(id: string): void {
    const watched = this.#watched.get(id)
    this.#watched.delete(id)
    clearTimeout(watched?.timer)
    for (const onEnd of watched?.onEnd ?? []) onEnd()
  }
}
