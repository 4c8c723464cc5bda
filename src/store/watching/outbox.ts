import type { MessageContent, MessageType } from '../../domain/message.ts'
import { addEvent } from '../accounts/events.ts'
import type { Db } from '../db.ts'
import { newId } from '../ids.ts'
import { json } from '../sql.ts'

export interface NewMessage {
  readonly accountId: string
  readonly type: MessageType
  readonly incidentId: string | null
  // The body for programs.
  readonly data: Record<string, unknown>
  readonly content: MessageContent
  // Channels that are not ready, belong to another account or to a disabled one are skipped: the message is in the inbox.
  readonly channels: readonly { readonly id: string; readonly notBefore?: Date }[]
}

// Writes the message to the inbox, one waiting delivery per channel and an event for the live stream, all in the caller's
// transaction. Returns the id of the message.
export async function addMessage(tx: Db, message: NewMessage): Promise<string> {
  const id = newId()
  const { accountId, type, incidentId, data, content, channels } = message
  await tx`
    insert into message (id, account_id, type, incident_id, data, content)
    values (${id}, ${accountId}, ${type}, ${incidentId}, ${json(data)}, ${json(content)})`
  if (channels.length > 0)
    await tx`
      insert into delivery (id, message_id, channel_id, next_at)
      select gen_random_uuid(), ${id}, c.id, greatest(now(), t.not_before)
        from unnest(${channels.map((channel) => channel.id)}::uuid[],
                    ${channels.map(({ notBefore }) => notBefore ?? null)}::timestamptz[]) as t(channel_id, not_before)
        join channel c on c.id = t.channel_id and c.account_id = ${accountId} and c.state = 'ready'
        join account a on a.id = c.account_id and a.disabled_at is null
      on conflict (message_id, channel_id) do nothing`
  await addEvent(tx, accountId, 'inbox', { messageId: id })
  return id
}

// The one delivery that an unconfirmed channel gets: the message that confirms it.
export async function addConfirmation(tx: Db, messageId: string, channelId: string): Promise<void> {
  await tx`
    insert into delivery (id, message_id, channel_id, alone) values (gen_random_uuid(), ${messageId}, ${channelId}, true)`
}
