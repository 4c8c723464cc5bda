import { type Static, Type } from 'typebox'
import { FEED_CERTAINTIES, FEED_STATES } from '../../domain/feed.ts'
import { Count, Distribution, nullable, paging, Source, Timestamp, words } from './fields.ts'

export const WireSourceState = Type.Object({
  source: Source,
  name: Type.String(),
  status: words(['ready', 'not_configured'] as const),
  // The settings it still needs, and what they are.
  needs: Type.Array(Type.String()),
})
export const WireSources = Type.Object({ data: Type.Array(WireSourceState) })
export const WireFeed = Type.Object({
  id: Type.String(),
  url: Type.String(),
  // Whose posts it brings.
  platform: Source,
  name: Type.String(),
  enabled: Type.Boolean(),
  shipped: Type.Boolean(),
  family: nullable(Type.String()),
  region: nullable(Type.String()),
  state: words(FEED_STATES),
  detail: nullable(Type.String()),
  last_polled_at: nullable(Timestamp),
  last_post_at: nullable(Timestamp),
  posts: Count,
  // Other addresses that are tried when it cannot be read, and the one that is read now; null: its own.
  alternatives: Type.Array(Type.String()),
  read_url: nullable(Type.String()),
  // Of a shipped outlet: where its address was learnt, and how sure it is.
  learnt: nullable(Type.String()),
  certainty: nullable(words(FEED_CERTAINTIES)),
})
// `states` counts feeds that are switched on, `platforms` all. What has none is absent.
export const WireFeedTotals = Type.Object({
  feeds: Count,
  enabled: Count,
  states: Distribution,
  platforms: Distribution,
  provinces: Count,
})
export const WireFeeds = Type.Object({ data: Type.Array(WireFeed), ...paging, totals: WireFeedTotals })
// How many feeds are due again.
export const WireRetriedFeeds = Type.Object({ feeds: Count })
export const WireFeedSample = Type.Object({
  platform: Source,
  id: Type.String(),
  text: Type.String(),
  url: Type.String(),
  author: Type.String(),
  byline: nullable(Type.String()),
  published_at: Timestamp,
})
// A reading of an address that stores nothing. `result` is null until it has ended.
export const WireFeedTest = Type.Object({
  id: Type.String(),
  url: Type.String(),
  platform: Source,
  status: words(['queued', 'running', 'done', 'failed'] as const),
  result: nullable(
    Type.Object({
      state: words(FEED_STATES),
      detail: nullable(Type.String()),
      title: nullable(Type.String()),
      entries: Count,
      newest: nullable(Timestamp),
      samples: Type.Array(WireFeedSample),
    }),
  ),
})

export type WireSources = Static<typeof WireSources>
export type WireFeed = Static<typeof WireFeed>
export type WireFeeds = Static<typeof WireFeeds>
export type WireFeedTotals = Static<typeof WireFeedTotals>
export type WireFeedTest = Static<typeof WireFeedTest>
