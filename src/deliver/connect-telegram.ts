import type { TaskContext, TaskOutcome } from '../domain/job.ts'
import type { Language } from '../domain/message.ts'
import { channelConnected } from '../domain/notices.ts'
import { asRecord, asText } from '../sources/http/json.ts'
import type { Pool } from '../store/db.ts'
import { confirmChannel, hasOpenCodes, saveBotName } from '../store/watching/channels.ts'
import { readUpdates, type Telegram, type TelegramReply } from './telegram.ts'

const POLL_SECONDS = 8
const POLLS_MAX = 200

// Connects chats with their codes, while there are open ones. The queue runs it once, whatever the number of processes: Telegram gives
// updates to one reader only.
export async function connectChats(pool: Pool, telegram: Telegram, { signal }: TaskContext): Promise<TaskOutcome> {
  const name = asText(asRecord(expectOk(await telegram('getMe', {}, signal)).result).username)
  if (name !== null) await saveBotName(pool, name)
  let offset: number | null = null
  for (let polls = 0; polls < POLLS_MAX && (await hasOpenCodes(pool, 'telegram')); polls++) {
    const values = {
      timeout: POLL_SECONDS,
      allowed_updates: ['message', 'channel_post'],
      ...(offset === null ? {} : { offset }),
    }
    const reply: TelegramReply = await telegram('getUpdates', values, signal)
    if (reply.retryAfter !== null) return { postponeSeconds: reply.retryAfter, detail: 'Telegram requested a pause.' }
    const { messages, last } = readUpdates(expectOk(reply).result)
    for (const { chatId, text } of messages) await connectChat(pool, telegram, { chatId, text }, signal)
    if (last !== null) offset = last + 1
  }
  // The offset of a request acknowledges the updates before it.
  if (offset !== null) await telegram('getUpdates', { timeout: 0, limit: 1, offset }, signal)
  return 'done'
}

function expectOk(reply: TelegramReply): TelegramReply {
  if (!reply.ok) throw new Error(`Telegram responded with ${reply.status}: ${reply.description}`)
  return reply
}

// `/start CODE`, which a link to the bot sends by itself, or the code alone; in a group with the bot's name after the command.
const CODE = /^(?:\/start(?:@\w+)?\s+)?([A-Z0-9]{16})$/i

async function connectChat(
  pool: Pool,
  telegram: Telegram,
  { chatId, text }: { readonly chatId: string; readonly text: string },
  signal: AbortSignal,
): Promise<void> {
  const code = CODE.exec(text.trim())?.[1]?.toUpperCase()
  if (code === undefined) return
  const channel = await confirmChannel(pool, 'telegram', code, { chatId })
  const language: Language = channel?.language ?? 'id'
  await telegram('sendMessage', { chat_id: chatId, text: channelConnected(language, channel?.name ?? null) }, signal)
}
