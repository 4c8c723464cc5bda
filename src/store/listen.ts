import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../log.ts'
import { openClient, type Pool } from './db.ts'
import { identifier } from './sql.ts'

export interface Subscription {
  close(): Promise<void>
}

export interface Listener {
  onMessage(payload: string, channel: string): void
  // Called after every connect, the first one included: notifications sent while disconnected are lost.
  onConnect?(): void
}

const RETRY_MS = 50
const RETRY_MS_MAX = 1_000

// Listens on channels over a dedicated connection, which is reopened when it is lost. Resolves once it is listening.
export async function listen(pool: Pool, channels: readonly string[], listener: Listener): Promise<Subscription> {
  const stopped = new AbortController()
  let client = await connect(pool, channels, listener)
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      await client.ended
      client = (await reconnect(pool, channels, listener, stopped.signal)) ?? client
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

async function connect(
  pool: Pool,
  channels: readonly string[],
  { onMessage, onConnect }: Listener,
): Promise<Connection> {
  const client = await openClient(pool.url, { name: 'pantau listen' })
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('notification', ({ payload, channel }) => onMessage(payload ?? '', channel))
  try {
    for (const channel of channels) await client.query(`listen ${identifier(channel).strings.join('')}`)
  } catch (error) {
    await client.end()
    throw error
  }
  onConnect?.()
  return { ended, close: () => client.end() }
}

async function reconnect(
  pool: Pool,
  channels: readonly string[],
  listener: Listener,
  signal: AbortSignal,
): Promise<Connection | null> {
  for (let delay = RETRY_MS; !signal.aborted; delay = Math.min(delay * 2, RETRY_MS_MAX)) {
    try {
      const connection = await connect(pool, channels, listener)
      if (!signal.aborted) return connection
      await connection.close()
    } catch (error) {
      log.debug({ err: error, channels }, 'could not listen; retrying')
      await sleep(delay, undefined, { signal }).catch(() => {})
    }
  }
  return null
}
