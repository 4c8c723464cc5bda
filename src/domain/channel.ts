// Where messages are delivered: each channel belongs to one account.
export const CHANNEL_KINDS = ['webhook', 'telegram', 'email', 'slack', 'ntfy'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

export const CHANNEL_STATES = ['ready', 'unconfirmed', 'off'] as const
export type ChannelState = (typeof CHANNEL_STATES)[number]

// The receiver responded with 410 or an equivalent, failed for a week, or unsubscribed; or the owner switched it off.
export const OFF_REASONS = ['gone', 'failing', 'unsubscribed', 'owner'] as const
export type OffReason = (typeof OFF_REASONS)[number]

export interface ChannelSettings {
  // webhook, slack, ntfy
  readonly url?: string
  // ntfy
  readonly topic?: string
  // email
  readonly address?: string
  // telegram, once connected
  readonly chatId?: string
}

export interface ChannelSecret {
  readonly secret: string
  // Null for the current one.
  readonly expiresAt: string | null
}

export interface Channel {
  readonly id: string
  readonly accountId: string
  readonly kind: ChannelKind
  readonly name: string
  readonly settings: ChannelSettings
  readonly state: ChannelState
  readonly offReason: OffReason | null
  readonly failingSince: Date | null
  readonly createdAt: Date
}

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed', 'grouped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const CHANNEL_NAME_MAX = 100
export const CHANNEL_URL_MAX = 2_000
// RFC 5321, section 4.5.3.1.
export const EMAIL_ADDRESS_MAX = 254
export const NTFY_TOPIC = /^[A-Za-z0-9_-]{1,64}$/
