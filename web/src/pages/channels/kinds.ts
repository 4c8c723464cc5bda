import type { Channel, ChannelKind } from '../../api/channels.ts'
import type { IconName } from '../../components/icon.tsx'

export const KINDS: readonly ChannelKind[] = ['email', 'telegram', 'slack', 'ntfy', 'webhook']

export const KIND_ICONS: Readonly<Record<ChannelKind, IconName>> = {
  webhook: 'webhook',
  telegram: 'send',
  email: 'mail',
  slack: 'chat',
  ntfy: 'bell',
}

export type SettingField = 'url' | 'topic' | 'address'

export const KIND_FIELDS: Readonly<Record<ChannelKind, readonly SettingField[]>> = {
  webhook: ['url'],
  slack: ['url'],
  ntfy: ['url', 'topic'],
  email: ['address'],
  telegram: [],
}

// What an operator sets to make a kind available.
export const KIND_SETTINGS: Readonly<Partial<Record<ChannelKind, string>>> = {
  telegram: 'PANTAU_TELEGRAM_TOKEN',
  email: 'PANTAU_SMTP_URL',
}

// Where a channel delivers to, as the server shows it.
export function shownAddress({ url, topic, address }: Channel): string {
  return [url, topic, address].filter((part) => part !== null).join(' · ')
}
