import type { Platform } from './platform.ts'

export const FEED_STATES = [
  'new',
  'ok',
  'empty',
  'stale',
  'undated',
  'repeating',
  'blocked',
  'broken',
  // Removed for good, says its server. It is not polled until it is added again.
  'gone',
] as const
export type FeedState = (typeof FEED_STATES)[number]

// One address that is read once for all projects: an outlet's feed, a Facebook page, an Instagram hashtag.
export interface Feed {
  readonly id: string
  readonly source: Platform
  readonly address: string
  readonly name: string
  readonly family: string | null
  readonly region: string | null
  // True for the outlets that ship with the product.
  readonly shipped: boolean
  readonly enabled: boolean
  readonly state: FeedState
  readonly detail: string | null
  readonly posts: number
  readonly lastPolledAt: Date | null
  readonly lastPostAt: Date | null
}

export const FEED_ADDRESS_MAX = 2_000
