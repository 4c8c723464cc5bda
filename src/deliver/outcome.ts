import type { Channel, ChannelSecret } from '../domain/channel.ts'
import type { Language, MessageContent, MessageType } from '../domain/message.ts'
import { readRetryAfter } from '../sources/http/politeness.ts'
import { redactUrl } from '../sources/http/redact.ts'
import { type Fetch, type FetchOptions, type FetchReply, SourceError } from '../sources/source.ts'
import { cutText, plainText } from '../text/plain.ts'

// One attempt to deliver a message. The id is the same in every attempt.
export interface Outgoing {
  readonly id: string
  readonly type: MessageType
  readonly createdAt: Date
  readonly data: Record<string, unknown>
  readonly content: MessageContent
  readonly language: Language
  readonly channel: Pick<Channel, 'id' | 'settings' | 'state'> & { readonly secrets: readonly ChannelSecret[] }
}

export interface Attempt {
  // `failed` is tried again, not before `retryAt`; `refused` never; `gone` also means that the channel is switched off.
  readonly outcome: 'delivered' | 'failed' | 'refused' | 'gone'
  readonly status: number | null
  // What people read about it: the beginning of the response, or the reason. Never contains an address's path or a secret.
  readonly detail: string
  readonly retryAt?: Date | undefined
}

export type Sender = (outgoing: Outgoing, signal: AbortSignal) => Promise<Attempt>

const RESPONSE_BYTES_MAX = 16 * 1024
const DETAIL_MAX = 300

// Sends one request to an address that a user chose: guarded like the address of a feed, redirects not followed.
export async function post(
  fetch: Fetch,
  url: URL,
  request: { readonly body: string; readonly headers?: Record<string, string>; readonly signal: AbortSignal },
): Promise<Attempt> {
  const options: FetchOptions = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...request.headers },
    body: request.body,
    signal: request.signal,
    bytesMax: RESPONSE_BYTES_MAX,
    firstResponse: true,
  }
  return attempt(url, async () => judge(await fetch(url, options)))
}

// Turns a failure of the network into the result of an attempt. Paths often are secrets, so only the host is named.
export async function attempt(url: URL, send: () => Promise<Attempt>): Promise<Attempt> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const detail = shortened(error.message.replace(redactUrl(url), url.host))
    return { outcome: 'failed', status: error.status ?? null, detail }
  }
}

function judge(reply: FetchReply): Attempt {
  const { status, headers } = reply
  const detail = shortened(new TextDecoder().decode(reply.bytes))
  if (status >= 200 && status < 300) return { outcome: 'delivered', status, detail }
  if (status === 410) return { outcome: 'gone', status, detail }
  if (status >= 300 && status < 400) return { outcome: 'failed', status, detail: 'Redirects are not followed.' }
  const busy = status === 429 || status === 503
  return { outcome: 'failed', status, detail, retryAt: busy ? readRetryAfter(headers, new Date()) : undefined }
}

export function shortened(text: string): string {
  return cutText(plainText(text).replace(/\s+/g, ' '), DETAIL_MAX)
}
