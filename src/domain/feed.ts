export const FEED_SOURCES = ['news', 'facebook', 'instagram'] as const
export type FeedSourceName = (typeof FEED_SOURCES)[number]

export const FEED_STATES = ['new', 'ok', 'empty', 'stale', 'undated', 'blocked', 'broken'] as const
export type FeedState = (typeof FEED_STATES)[number]

// One address that is read once for everybody: an outlet's feed, a Facebook page, an Instagram hashtag.
export interface Feed {
  readonly id: string
  readonly source: FeedSourceName
  readonly address: string
  readonly name: string
  readonly family: string | null
  readonly region: string | null
  // True for the outlets that come with the product.
  readonly shipped: boolean
  readonly enabled: boolean
  readonly state: FeedState
  readonly detail: string | null
  readonly posts: number
  readonly lastPolledAt: Date | null
  readonly lastPostAt: Date | null
}

export const FEED_ADDRESS_MAX = 2_000
