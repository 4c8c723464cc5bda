import type { ServerResponse } from 'node:http'
import { Type } from 'typebox'
import { log } from '../log.ts'
import type { Pool } from '../store/db.ts'
import { EVENT_CHANNEL, lastEventId, readEvents, type StoredEvent } from '../store/events.ts'
import { findJob } from '../store/jobs.ts'
import { countMentions } from '../store/mentions.ts'
import { accountOf, authenticate } from './bearer.ts'
import { toWireJob } from './convert.ts'
import type { ApiParts, App } from './server.ts'
import { WireError } from './wire.ts'

const HEARTBEAT_MS = 15_000
const BATCH_MAX = 200
const STREAMS_PER_ACCOUNT_MAX = 20
const RETRY_MS = 1_000

// Live streams of this process. One connection listens for all of them, in whichever process an event was made.
export class EventHub {
  readonly #pool: Pool
  readonly #streams = new Map<string, Set<Stream>>()
  #subscription: Promise<{ unlisten(): Promise<void> }> | null = null

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async open(accountId: string, after: number, response: ServerResponse): Promise<boolean> {
    const streams = this.#streams.get(accountId) ?? new Set<Stream>()
    if (streams.size >= STREAMS_PER_ACCOUNT_MAX) return false
    // Also after the connection was lost and made again: what happened meanwhile is in the table.
    this.#subscription ??= this.#subscribe()
    const stream = new Stream(this.#pool, accountId, after, response)
    streams.add(stream)
    this.#streams.set(accountId, streams)
    response.once('close', () => {
      stream.close()
      streams.delete(stream)
      if (streams.size === 0) this.#streams.delete(accountId)
    })
    await this.#subscription
    stream.wake()
    return true
  }

  async close(): Promise<void> {
    for (const streams of this.#streams.values()) for (const stream of streams) stream.close()
    await this.#subscription?.then((subscription) => subscription.unlisten()).catch(() => {})
  }

  async #subscribe(): Promise<{ unlisten(): Promise<void> }> {
    try {
      return await this.#pool.listen(
        EVENT_CHANNEL,
        (id) => this.#wake(id),
        () => this.#wakeAll(),
      )
    } catch (error) {
      // The database is away. Whoever comes next tries again, instead of hearing of this for ever.
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
  readonly #accountId: string
  readonly #response: ServerResponse
  readonly #heartbeat: NodeJS.Timeout
  #after: number
  #retry: NodeJS.Timeout | undefined
  #reading = false
  #again = false
  #closed = false

  constructor(pool: Pool, accountId: string, after: number, response: ServerResponse) {
    this.#pool = pool
    this.#accountId = accountId
    this.#after = after
    this.#response = response
    this.#heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
  }

  // Reads what is new and sends it; wakes that come meanwhile lead to one more reading, not to many.
  wake(): void {
    if (this.#reading) {
      this.#again = true
      return
    }
    this.#reading = true
    this.#send()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not read events')
        // Nobody announces them again.
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
      const events = await readEvents(this.#pool, this.#accountId, this.#after, BATCH_MAX)
      for (const event of events) {
        const data = await dataOf(this.#pool, this.#accountId, event)
        if (data !== null)
          this.#response.write(`id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(data)}\n\n`)
        this.#after = event.id
      }
      if (events.length < BATCH_MAX) return
    }
  }
}

// What the table holds is a hint; what is sent is how things stand now.
async function dataOf(pool: Pool, accountId: string, event: StoredEvent): Promise<unknown> {
  const { jobId, projectId, added, change } = event.data as Record<string, string | number | undefined>
  if (event.kind === 'job') {
    const job = await findJob(pool, accountId, String(jobId))
    return job === null ? null : toWireJob(job)
  }
  if (event.kind === 'mentions') {
    const [counted] = await countMentions(pool, [{ projectId: String(projectId), filter: {} }])
    return { keyword_id: projectId, added, total: counted?.total ?? 0 }
  }
  return { keyword_id: projectId, change }
}

export function addEvents(app: App, { pool, events }: ApiParts): void {
  app.get(
    '/api/events',
    {
      onRequest: authenticate(pool),
      schema: {
        tags: ['Events'],
        security: [{ bearer: [] }],
        summary: 'Live: job progress and new mentions, as server-sent events',
        headers: Type.Object({
          'last-event-id': Type.Optional(Type.String({ description: 'Resume after this event' })),
        }),
        response: {
          200: {
            description: 'A stream that does not end by itself',
            content: { 'text/event-stream': { schema: Type.String() } },
          } as never,
          400: WireError,
          401: WireError,
          500: WireError,
          503: WireError,
        },
      },
    },
    async (request, reply) => {
      const accountId = accountOf(request).id
      const newest = await lastEventId(pool, accountId)
      const last = Number(request.headers['last-event-id'] ?? Number.NaN)
      // A number above the newest is of a time that a restored backup does not know.
      const after = Number.isSafeInteger(last) && last >= 0 ? Math.min(last, newest) : newest
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      reply.raw.write('retry: 2000\n\n')
      try {
        if (!(await events.open(accountId, after, reply.raw))) reply.raw.end('event: full\ndata: {}\n\n')
      } catch (error) {
        // The answer has begun, so there is no status to send any more: the client comes back by itself.
        log.warn({ request: request.id, err: error }, 'a live stream could not be opened')
        reply.raw.end()
      }
    },
  )
}
