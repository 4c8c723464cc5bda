import type { Schemas } from './calls.ts'
import { PantauError, UnavailableError, UnreachableError } from './errors.ts'
import { bodyOf, readLines } from './lines.ts'
import { type Send, waitFor } from './send.ts'

interface EventData {
  readonly job: Schemas['Job']
  readonly mentions: { readonly keyword_id: string; readonly added: number; readonly total: number }
  readonly project: { readonly keyword_id: string; readonly change: string }
  readonly inbox: Schemas['InboxMessage'] & { readonly unread: number }
}

export type PantauEvent = {
  [Kind in keyof EventData]: { readonly id: string; readonly kind: Kind; readonly data: EventData[Kind] }
}[keyof EventData]

export interface EventOptions {
  /** Ends the loop. */
  readonly signal?: AbortSignal
  /** Continues after this event, for a program that was stopped. */
  readonly lastEventId?: string
  readonly onConnection?: (state: 'live' | 'lost') => void
}

const RECONNECT_MS_MAX = 30_000
// The service writes at least every 15 seconds: a connection that is silent for longer than this is dead.
const SILENCE_MS_MAX = 45_000

interface Position {
  lastEventId: string | null
  reconnectMs: number
}

/**
 * Events as they happen. After a lost connection it connects again and continues behind the last event, so that none is missed. What
 * waiting cannot change, such as a key that is not valid, is thrown.
 */
export async function* streamEvents(send: Send, url: string, options: EventOptions): AsyncGenerator<PantauEvent> {
  const { signal, onConnection } = options
  const position: Position = { lastEventId: options.lastEventId ?? null, reconnectMs: 2_000 }
  let failures = 0
  while (!signal?.aborted) {
    const connection = new AbortController()
    const close = (): void => connection.abort()
    signal?.addEventListener('abort', close, { once: true })
    let wasLive = false
    try {
      const body = await connect(send, url, position, connection)
      wasLive = true
      onConnection?.('live')
      yield* readEvents(body, position, connection)
    } catch (error) {
      if (signal?.aborted) return
      if (!isTemporary(error)) throw error
      if (error instanceof UnavailableError) wasLive = false
    } finally {
      signal?.removeEventListener('abort', close)
      connection.abort()
    }
    if (signal?.aborted) return
    onConnection?.('lost')
    failures = wasLive ? 0 : failures + 1
    const delayMs = Math.min(position.reconnectMs * 2 ** failures, RECONNECT_MS_MAX)
    await waitFor(delayMs, signal).catch(() => {})
  }
}

async function connect(send: Send, url: string, { lastEventId }: Position, connection: AbortController) {
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
  }
  const response = await send(() => new Request(url, { headers, cache: 'no-store', signal: connection.signal }))
  return bodyOf(response)
}

function isTemporary(error: unknown): boolean {
  if (error instanceof UnreachableError) return true
  return (
    error instanceof PantauError && (error instanceof UnavailableError || error.status === 429 || error.status >= 500)
  )
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
  position: Position,
  connection: AbortController,
): AsyncGenerator<PantauEvent> {
  let fields: Record<string, string> = {}
  const watch = (): ReturnType<typeof setTimeout> => setTimeout(() => connection.abort(), SILENCE_MS_MAX)
  let silence = watch()
  try {
    for await (const line of readLines(body)) {
      clearTimeout(silence)
      silence = watch()
      if (line !== '') {
        const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
        fields[name] = value
        continue
      }
      if (fields.id !== undefined) position.lastEventId = fields.id
      if (fields.retry !== undefined) position.reconnectMs = Number(fields.retry) || position.reconnectMs
      if (fields.event === 'full') throw new UnavailableError('The account has too many streams open.')
      if (fields.data !== undefined && fields.event !== undefined)
        yield { id: position.lastEventId ?? '', kind: fields.event, data: JSON.parse(fields.data) } as PantauEvent
      fields = {}
    }
  } finally {
    clearTimeout(silence)
  }
}
