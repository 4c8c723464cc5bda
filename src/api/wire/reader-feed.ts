import { type Static, Type } from 'typebox'
import { AlertFilterFields } from './alert.ts'
import { nullable, Timestamp, words } from './fields.ts'

const List = words(['mentions', 'stories'])
const feed = {
  id: Type.String(),
  keywordId: Type.String(),
  list: List,
  filter: AlertFilterFields,
  created_at: Timestamp,
  // When a feed reader last requested it, to within an hour; null when none has.
  last_read_at: nullable(Timestamp),
}
export const WireReaderFeed = Type.Object(feed)
export const WireReaderFeeds = Type.Object({ data: Type.Array(WireReaderFeed) })
// The addresses are shown once. They are paths when the installation does not know its public address.
export const WireNewReaderFeed = Type.Object({ ...feed, atom: Type.String(), json: Type.String() })
export const NewReaderFeedBody = Type.Object(
  { keywordId: Type.String({ minLength: 1 }), list: List, filter: Type.Optional(AlertFilterFields) },
  { additionalProperties: false },
)

export type WireReaderFeed = Static<typeof WireReaderFeed>
export type WireNewReaderFeed = Static<typeof WireNewReaderFeed>
export type NewReaderFeedBody = Static<typeof NewReaderFeedBody>
