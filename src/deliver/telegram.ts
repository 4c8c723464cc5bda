import { asId, asList, asRecord, asText, parseJson } from '../sources/http/json.ts'
import { type Fetch, SourceError } from '../sources/source.ts'
import { type Attempt, attempt, type Sender, shortened } from './outcome.ts'
import { render, TELEGRAM_HTML } from './render.ts'

const RESPONSE_BYTES_MAX = 1024 * 1024

export interface TelegramReply {
  readonly ok: boolean
  readonly status: number
  readonly result: unknown
  readonly description: string
  // In seconds.
  readonly retryAfter: number | null
}

// Calls a method of the Bot API. The address is the operator's, so it may be private; it contains the token, so it is never shown.
export type Telegram = (method: string, values: Record<string, unknown>, signal: AbortSignal) => Promise<TelegramReply>

export function openTelegram(fetch: Fetch, { token, url }: { readonly token: string; readonly url: URL }): Telegram {
  return async (method, values, signal) => {
    // Without ./ the colon of the token would end a scheme.
    const address = new URL(`./bot${token}/${method}`, url.href.endsWith('/') ? url : `${url.href}/`)
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
      signal,
      bytesMax: RESPONSE_BYTES_MAX,
      trusted: true,
    }).catch((error: unknown) => {
      throw error instanceof SourceError ? withoutPath(error, address) : error
    })
    const body = asRecord(parseJson(reply.bytes))
    const retryAfter = asRecord(body.parameters).retry_after
    return {
      ok: body.ok === true,
      status: reply.status,
      result: body.result,
      description: asText(body.description) ?? '',
      retryAfter: typeof retryAfter === 'number' && retryAfter > 0 ? retryAfter : null,
    }
  }
}

function withoutPath(error: SourceError, address: URL): SourceError {
  return new SourceError(error.code, error.message.replace(/^\S+: /, `${address.host}: `), { status: error.status })
}

export function createTelegramSender(telegram: Telegram | null): Sender {
  return ({ content, channel }, signal) => {
    if (telegram === null) return Promise.resolve(NOT_CONFIGURED)
    return attempt(new URL('https://telegram'), async () => {
      const text = render(content, TELEGRAM_HTML)
      const message = { chat_id: channel.settings.chatId, text, parse_mode: 'HTML', link_preview_options: NO_PREVIEW }
      return judge(await telegram('sendMessage', message, signal), new Date())
    })
  }
}

const NO_PREVIEW = { is_disabled: true }
const NOT_CONFIGURED: Attempt = { outcome: 'failed', status: null, detail: 'Telegram is not configured.' }
const GONE = /chat not found|bot was (blocked|kicked)|user is deactivated|not a member|chat was deleted/i

function judge({ ok, status, description, retryAfter }: TelegramReply, now: Date): Attempt {
  const detail = shortened(description)
  if (ok) return { outcome: 'delivered', status, detail }
  if ((status === 403 || status === 400) && GONE.test(description)) return { outcome: 'gone', status, detail }
  // The message itself was not accepted; another attempt would not be either.
  if (status === 400) return { outcome: 'refused', status, detail }
  const retryAt = retryAfter === null ? undefined : new Date(now.getTime() + retryAfter * 1000)
  return { outcome: 'failed', status, detail, retryAt }
}

export interface TelegramMessage {
  readonly updateId: number
  readonly chatId: string
  readonly text: string
}

// The text messages in a reply to getUpdates; `last` is the highest update, also of other kinds.
export function readUpdates(result: unknown): { readonly messages: TelegramMessage[]; readonly last: number | null } {
  let last: number | null = null
  const messages: TelegramMessage[] = []
  for (const update of asList(result).map(asRecord)) {
    const updateId = update.update_id
    if (typeof updateId !== 'number') continue
    last = Math.max(last ?? updateId, updateId)
    const message = asRecord(update.message ?? update.channel_post)
    const chatId = asChatId(asRecord(message.chat).id)
    const text = asText(message.text)
    if (chatId !== null && text !== null) messages.push({ updateId, chatId, text })
  }
  return { messages, last }
}

// Groups have negative ids.
function asChatId(value: unknown): string | null {
  const id = asId(value)
  return id !== null && /^-?\d+$/.test(id) ? id : null
}
