import type { Channel, ChannelKind } from '../domain/channel.ts'
import type { MessageBlock } from '../domain/message.ts'
import type { ListedDelivery } from '../store/watching/deliveries.ts'
import type { StoredMessage } from '../store/watching/inbox.ts'
import type { WireChannel, WireDelivery, WireInboxMessage } from './wire/channel.ts'

export function toWireChannel(channel: Channel): WireChannel {
  const { kind, settings } = channel
  return {
    id: channel.id,
    kind,
    name: channel.name,
    state: channel.state,
    off_reason: channel.offReason,
    url: settings.url === undefined ? null : shownUrl(kind, settings.url),
    topic: settings.topic ?? null,
    address: settings.address ?? null,
    failing_since: channel.failingSince?.toISOString() ?? null,
    created_at: channel.createdAt.toISOString(),
  }
}

// The address of a Slack webhook is all that is needed to write to it, and parameters often contain keys.
function shownUrl(kind: ChannelKind, address: string): string {
  const { origin, pathname, search } = new URL(address)
  if (kind === 'slack') return `${origin}/…`
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}

export function toWireDelivery(delivery: ListedDelivery): WireDelivery {
  return {
    id: delivery.id,
    channel_id: delivery.channelId,
    message_id: delivery.messageId,
    type: delivery.type,
    title: delivery.title,
    state: delivery.state,
    grouped_into: delivery.groupedInto,
    attempts: delivery.attempts,
    next_at: delivery.state === 'waiting' ? delivery.nextAt.toISOString() : null,
    status: delivery.status,
    detail: delivery.detail,
    created_at: delivery.createdAt.toISOString(),
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
  }
}

export function toWireMessage(message: StoredMessage): WireInboxMessage {
  const { title, blocks, links } = message.content
  return {
    id: message.id,
    type: message.type,
    incident_id: message.incidentId,
    title,
    blocks: blocks.map(toWireBlock),
    links: links.map(({ label, url }) => ({ label, url })),
    created_at: message.createdAt.toISOString(),
    read_at: message.readAt?.toISOString() ?? null,
  }
}

function toWireBlock(block: MessageBlock): WireInboxMessage['blocks'][number] {
  if (block.kind === 'text') return { kind: block.kind, text: block.text }
  if (block.kind === 'quote') return { kind: block.kind, text: block.text, by: block.by, url: block.url }
  return { kind: block.kind, title: block.title, items: block.items.map(({ text, url }) => ({ text, url })) }
}
