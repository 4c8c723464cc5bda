import { type Static, Type } from 'typebox'
import { FEED_STATES } from '../../domain/feed.ts'
import { Count, nullable, paging, Source, Timestamp, words } from './fields.ts'

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
})
export const WireFeeds = Type.Object({ data: Type.Array(WireFeed), ...paging })

export type WireSources = Static<typeof WireSources>
export type WireFeed = Static<typeof WireFeed>
export type WireFeeds = Static<typeof WireFeeds>
