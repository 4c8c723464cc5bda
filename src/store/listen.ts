import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../log.ts'
import { openClient, type Pool } from './db.ts'
import { identifier } from './sql.ts'

export interface Subscription {
  close(): Promise<void>
}

export interface Listener {
  onMessage(payload: string): void
  // Called after every connect, the first one included: notifications sent while disconnected are lost.
  onConnect?(): void
}

const RETRY_MS = 50
const RETRY_MS_MAX = 1_000

// Listens on a channel over a dedicated connection, which is reopened when it is lost. Resolves once it is listening.
export async function listen(pool: Pool, channel: string, listener: Listener): Promise<Subscription> {
  const stopped = new AbortController()
  let client = await connect(pool, channel, listener)
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      await client.ended
      client = (await reconnect(pool, channel, listener, stopped.signal)) ?? client
    }
  })()
  return {
    async close() {
      stopped.abort()
      await client.close()
      await loop
    },
  }
}

interface Connection {
  readonly ended: Promise<void>
  close(): Promise<void>
}

async function connect(pool: Pool, channel: string, { onMessage, onConnect }: Listener): Promise<Connection> {
  const client = await openClient(pool.url, { name: 'pantau listen' })
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  try {
    await client.query(`listen ${identifier(channel).strings.join('')}`)
  } catch (error) {
    await client.end()
    throw error
  }
  onConnect?.()
  return { ended, close: () => client.end() }
}

async function reconnect(
  pool: Pool,
  channel: string,
  listener: Listener,
  signal: AbortSignal,
): Promise<Connection | null> {
  for (let delay = RETRY_MS; !signal.aborted; delay = Math.min(delay * 2, RETRY_MS_MAX)) {
    try {
      const connection = await connect(pool, channel, listener)
      if (!signal.aborted) return connection
      await connection.close()
    } catch (error) {
      log.debug({ err: error, channel }, 'could not listen; retrying')
      await sleep(delay, undefined, { signal }).catch(() => {})
    }
  }
  return null
}
