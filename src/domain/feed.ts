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
  // How it is read.
  readonly source: Platform
  // Whose posts it brings.
  readonly platform: Platform
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
  // Other addresses of the same feed, tried in this order when it cannot be read.
  readonly alternatives: readonly string[]
  // The one of them that is read now; null: its own address.
  readonly readAddress: string | null
  // Of a shipped outlet: where its address was learnt, and how sure it is.
  readonly learnt: string | null
  readonly certainty: FeedCertainty | null
}

// `checked`: a public check reported entries. `listed`: public lists or programs use it. `derived`: it follows the pattern of the
// outlet's family or of its software, and nothing else is known about it.
export const FEED_CERTAINTIES = ['checked', 'listed', 'derived'] as const
export type FeedCertainty = (typeof FEED_CERTAINTIES)[number]
