import type { ServerResponse } from 'node:http'
import { accountIdOf, type Owner, reaches } from '../domain/owner.ts'
import { log } from '../log.ts'
import { EVENT_CHANNEL, readEvents, type StoredEvent } from '../store/accounts/events.ts'
import { SESSION_CHANNEL } from '../store/accounts/sessions.ts'
import type { Pool } from '../store/db.ts'
import { findJob } from '../store/jobs/jobs.ts'
import { listen, type Subscription } from '../store/listen.ts'
import { countMentions } from '../store/mentions/mentions.ts'
import { countUnread, findMessage } from '../store/watching/inbox.ts'
import { toWireJob } from './convert.ts'
import { toWireMessage } from './convert-channels.ts'
import { SessionWatch } from './session-watch.ts'

const HEARTBEAT_MS = 15_000
const BATCH_MAX = 200
const STREAMS_PER_ACCOUNT_MAX = 20
const RETRY_MS = 1_000

interface Listener {
  // Of the session or the key.
  readonly id: string
  readonly owner: Owner
}

// Live streams of this process. One connection listens for all of them; events may come from any process. A stream ends with its
// session or key, whichever process ends that.
export class EventHub {
  readonly #pool: Pool
  readonly #sessions: SessionWatch
  readonly #streams = new Map<string, Set<Stream>>()
  #subscription: Promise<Subscription> | null = null

  constructor(pool: Pool) {
    this.#pool = pool
    this.#sessions = new SessionWatch(pool)
  }

  // False when the account has too many streams.
  async open({ id, owner }: Listener, after: number, response: ServerResponse): Promise<boolean> {
    // The client has gone already, and its `close` event with it.
    if (response.destroyed) return true
    const accountId = accountIdOf(owner)
    const streams = this.#streams.get(accountId) ?? new Set<Stream>()
    if (streams.size >= STREAMS_PER_ACCOUNT_MAX) return false
    // Also after a reconnection: what happened meanwhile is in the table.
    this.#subscription ??= this.#subscribe()
    const stream = new Stream(this.#pool, owner, after, response)
    streams.add(stream)
    this.#streams.set(accountId, streams)
    const unwatch = this.#sessions.add(id, () => stream.close())
    response.once('close', () => {
      unwatch()
      stream.close()
      streams.delete(stream)
      if (streams.size === 0) this.#streams.delete(accountId)
    })
    await this.#subscription
    // It may have ended between its look-up and the subscription.
    await this.#sessions.check([id])
    stream.wake()
    return true
  }

  async close(): Promise<void> {
    this.#sessions.close()
    for (const streams of this.#streams.values()) for (const stream of streams) stream.close()
    await this.#subscription?.then((subscription) => subscription.close()).catch(() => {})
  }

  async #subscribe(): Promise<Subscription> {
    try {
      return await listen(this.#pool, [EVENT_CHANNEL, SESSION_CHANNEL], {
        onMessage: (id, channel) => (channel === SESSION_CHANNEL ? this.#sessions.recheck([id]) : this.#wake(id)),
        onConnect: () => {
          this.#sessions.recheckAll()
          this.#wakeAll()
        },
      })
    } catch (error) {
      // The database is away. The next stream tries again instead of getting this failure for ever.
      this.#subscription = null
      throw error
    }
  }

  #wake(accountId: string): void {
    for (const stream of this.#streams.get(accountId) ?? []) stream.wake()
  }

  #wakeAll(): void {
    for (const streams of this.#streams.values()) for (const stream of streams) stream.wake()
  }
}

class Stream {
  readonly #pool: Pool
  readonly #owner: Owner
  readonly #response: ServerResponse
  readonly #heartbeat: NodeJS.Timeout
  #after: number
  #retry: NodeJS.Timeout | undefined
  #reading = false
  #again = false
  #closed = false

  constructor(pool: Pool, owner: Owner, after: number, response: ServerResponse) {
    this.#pool = pool
    this.#owner = owner
    this.#after = after
    this.#response = response
    this.#heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
  }

  // Reads what is new and sends it; several wakes during a reading lead to one more reading.
  wake(): void {
    if (this.#reading) {
      this.#again = true
      return
    }
    this.#reading = true
    this.#send()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not read events')
        // They will not be announced again.
        if (!this.#closed) this.#retry = setTimeout(() => this.wake(), RETRY_MS)
      })
      .finally(() => {
        this.#reading = false
        if (this.#again) {
          this.#again = false
          this.wake()
        }
      })
  }

  close(): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#retry)
    this.#closed = true
    this.#response.end()
  }

  async #send(): Promise<void> {
    while (!this.#closed) {
      const events = await readEvents(this.#pool, accountIdOf(this.#owner), this.#after, BATCH_MAX)
      for (const event of events) {
        const data = await dataOf(this.#pool, this.#owner, event)
        if (this.#closed) return
        if (data !== null)
          this.#response.write(`id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(data)}\n\n`)
        this.#after = event.id
      }
      if (events.length < BATCH_MAX) return
    }
  }
}

// The stored event only says what changed; what is sent is the current state. Null for what the owner cannot reach.
async function dataOf(pool: Pool, owner: Owner, event: StoredEvent): Promise<unknown> {
  const { jobId, projectId, added, change, messageId } = event.data as Record<string, string | number | undefined>
  if (event.kind === 'job') {
    const job = await findJob(pool, owner, String(jobId))
    return job === null ? null : toWireJob(job)
  }
  if (event.kind === 'mentions') {
    if (!reaches(owner, String(projectId))) return null
    const project = { ownerId: owner, id: String(projectId) }
    const [total] = await countMentions(pool, [{ project, filter: {} }])
    return { keyword_id: projectId, added, total: total ?? 0 }
  }
  if (event.kind === 'inbox') {
    const message = await findMessage(pool, owner, String(messageId))
    if (message === null) return null
    return { ...toWireMessage(message), unread: await countUnread(pool, owner) }
  }
  return reaches(owner, String(projectId)) ? { keyword_id: projectId, change } : null
}
