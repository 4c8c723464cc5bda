import { type Static, Type } from 'typebox'
import { CHANNEL_KINDS, CHANNEL_STATES, DELIVERY_STATES, OFF_REASONS } from '../../domain/channel.ts'
import { MESSAGE_TYPES } from '../../domain/message.ts'
import { Count, nullable, Timestamp, words } from './fields.ts'

const channel = {
  id: Type.String(),
  kind: words(CHANNEL_KINDS),
  name: Type.String(),
  state: words(CHANNEL_STATES),
  // Why it is off.
  off_reason: nullable(words(OFF_REASONS)),
  // Only the beginning of an address that is a secret by itself.
  url: nullable(Type.String()),
  topic: nullable(Type.String()),
  address: nullable(Type.String()),
  failing_since: nullable(Timestamp),
  created_at: Timestamp,
}
export const WireChannel = Type.Object(channel)
export const WireChannels = Type.Object({
  data: Type.Array(WireChannel),
  // Kinds that can be added: the operator configured what they need.
  kinds: Type.Array(words(CHANNEL_KINDS)),
})
// What is shown once: the secret of a new webhook, the code that connects a chat.
export const WireNewChannel = Type.Object({
  ...channel,
  secret: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  // The bot that the code is sent to, when its name is known.
  bot: Type.Optional(nullable(Type.String())),
})
export const WireChannelSecret = Type.Object({ secret: Type.String(), previous_expires_at: Timestamp })
export const WireDelivery = Type.Object({
  id: Type.String(),
  channel_id: Type.String(),
  message_id: Type.String(),
  type: words(MESSAGE_TYPES),
  title: Type.String(),
  state: words(DELIVERY_STATES),
  // The delivery that carried this one.
  grouped_into: nullable(Type.String()),
  attempts: Count,
  next_at: nullable(Timestamp),
  status: nullable(Type.Integer()),
  detail: nullable(Type.String()),
  created_at: Timestamp,
  delivered_at: nullable(Timestamp),
})
export const WireDeliveries = Type.Object({ data: Type.Array(WireDelivery), next: nullable(Type.String()) })

export const Link = Type.Object({ label: Type.String(), url: Type.String() })
export const Block = Type.Union([
  Type.Object({ kind: Type.Literal('text'), text: Type.String() }),
  Type.Object({
    kind: Type.Literal('list'),
    title: Type.String(),
    items: Type.Array(Type.Object({ text: Type.String(), url: nullable(Type.String()) })),
  }),
  Type.Object({
    kind: Type.Literal('quote'),
    text: Type.String(),
    by: Type.String(),
    url: nullable(Type.String()),
  }),
])
export const WireInboxMessage = Type.Object({
  id: Type.String(),
  type: words(MESSAGE_TYPES),
  incident_id: nullable(Type.String()),
  title: Type.String(),
  blocks: Type.Array(Block),
  links: Type.Array(Link),
  created_at: Timestamp,
  read_at: nullable(Timestamp),
})
export const WireInbox = Type.Object({
  data: Type.Array(WireInboxMessage),
  next: nullable(Type.String()),
  unread: Count,
})
export const WireReadMessages = Type.Object({ read: Count, unread: Count })

export type WireChannel = Static<typeof WireChannel>
export type WireChannels = Static<typeof WireChannels>
export type WireNewChannel = Static<typeof WireNewChannel>
export type WireChannelSecret = Static<typeof WireChannelSecret>
export type WireDelivery = Static<typeof WireDelivery>
export type WireDeliveries = Static<typeof WireDeliveries>
export type WireInboxMessage = Static<typeof WireInboxMessage>
export type WireInbox = Static<typeof WireInbox>
