import { type Platform, type PlatformReply, type PlatformRequest, startServer } from './server.ts'

// Telegram's Bot API, as far as a bot needs it that delivers messages and connects chats.
export interface TelegramBot extends Platform {
  // What was delivered, oldest first.
  readonly sent: readonly { readonly chatId: string; readonly text: string; readonly parseMode: string | null }[]
  // A person writes to the bot.
  write(chatId: number, text: string): void
  block(chatId: number): void
}

export const BOT_TOKEN = '123456789:AAH-rahasia-bot-telegram'
export const BOT_NAME = 'pantau_test_bot'
const TEXT_MAX = 4_096

export async function startTelegramBot(): Promise<TelegramBot> {
  const sent: { chatId: string; text: string; parseMode: string | null }[] = []
  const blocked = new Set<string>()
  let updates: { update_id: number; message: object }[] = []
  let serial = 500_000

  const methods: Readonly<Record<string, (values: Record<string, unknown>) => PlatformReply>> = {
    getMe: () => ok({ id: 1, is_bot: true, username: BOT_NAME }),
    getUpdates({ offset }) {
      // A request acknowledges everything before its offset.
      if (typeof offset === 'number') updates = updates.filter(({ update_id: id }) => id >= offset)
      return ok(updates)
    },
    sendMessage({ chat_id: chatId, text, parse_mode: parseMode = null }) {
      if (typeof text !== 'string' || text === '') return failure(400, 'Bad Request: message text is empty')
      if (text.length > TEXT_MAX) return failure(400, 'Bad Request: message is too long')
      if (parseMode === 'HTML' && !isBalanced(text)) return failure(400, "Bad Request: can't parse entities")
      if (blocked.has(String(chatId))) return failure(403, 'Forbidden: bot was blocked by the user')
      sent.push({ chatId: String(chatId), text, parseMode: parseMode as string | null })
      return ok({ message_id: sent.length, chat: { id: chatId }, text })
    },
  }
  const platform = await startServer({
    refuse: ({ status, resetInSeconds }) =>
      failure(status, 'Too Many Requests', resetInSeconds === undefined ? {} : { retry_after: resetInSeconds }),
    handle(request) {
      const method = methodOf(request)
      return method === null
        ? failure(401, 'Unauthorized')
        : (methods[method]?.(valuesOf(request)) ?? failure(404, 'Not Found'))
    },
  })
  return Object.assign(platform, {
    sent,
    write(chatId: number, text: string) {
      updates.push({
        update_id: serial++,
        message: { message_id: serial, chat: { id: chatId, type: 'private' }, text },
      })
    },
    block: (chatId: number) => void blocked.add(String(chatId)),
  })
}

function methodOf({ path }: PlatformRequest): string | null {
  const prefix = `/bot${BOT_TOKEN}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : null
}

function valuesOf({ body }: PlatformRequest): Record<string, unknown> {
  return body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
}

function ok(result: unknown): PlatformReply {
  return { status: 200, body: { ok: true, result } }
}

function failure(status: number, description: string, parameters: object = {}): PlatformReply {
  return { status, body: { ok: false, error_code: status, description, parameters } }
}

// Only the tags that Telegram knows, each closed, and nothing else that looks like one.
function isBalanced(html: string): boolean {
  const open: string[] = []
  for (const [, closing, name = '', rest = ''] of html.matchAll(/<(\/?)([a-z]*)([^>]*)>?/g)) {
    if (!/^(a|b|blockquote)$/.test(name) || (name !== 'a' && rest !== '')) return false
    if (closing === '') open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0 && !/&(?!(amp|lt|gt|quot|#39);)/.test(html)
}
