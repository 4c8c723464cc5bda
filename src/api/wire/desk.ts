import { type Static, Type } from 'typebox'
import { BULK_BATCH, BULK_STATES } from '../../domain/bulk.ts'
import { TAG_LENGTH_MAX } from '../../domain/tag.ts'
import { Count, nullable, Relevance, Sentiment, Timestamp, words } from './fields.ts'

// Tags, changes of many mentions, saved views and notes of days.

const strict = { additionalProperties: false } as const
const KeywordId = Type.String({ minLength: 1, maxLength: 500 })
const Tag = Type.String({ minLength: 1, maxLength: TAG_LENGTH_MAX })

export const WireTags = Type.Object({ data: Type.Array(Type.Object({ tag: Type.String(), total: Count })) })

// The common filter without its range.
const filterFields = {
  sentimen: Type.Optional(Sentiment),
  sosmedId: Type.Optional(Type.String({ description: 'One source or several joined by commas' })),
  language: Type.Optional(Type.String({ minLength: 2, maxLength: 20 })),
  relevance: Type.Optional(Relevance),
  entity: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  author: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  story: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  tag: Type.Optional(Tag),
  q: Type.Optional(Type.String({ maxLength: 200 })),
}
const bounds = {
  from: Type.Optional(
    Type.String({ maxLength: 40, description: 'A day or an ISO 8601 date-time; the start, included' }),
  ),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'A day, included, or an ISO 8601 date-time, excluded' })),
}
// Exactly one of them.
const change = {
  tag: Type.Optional(Tag),
  untag: Type.Optional(Tag),
  sentimen: Type.Optional(Sentiment),
  hidden: Type.Optional(Type.Literal(true)),
}
export const MentionBulkBody = Type.Object(
  {
    keywordId: KeywordId,
    filter: Type.Optional(
      Type.Object({ ...filterFields, ...bounds }, { ...strict, description: 'Everything that it selects' }),
    ),
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: BULK_BATCH,
        description: 'These mentions, in place of a filter',
      }),
    ),
    change: Type.Object(change, { ...strict, minProperties: 1, maxProperties: 1 }),
  },
  strict,
)
export const WireBulkChange = Type.Object({
  id: Type.String(),
  keyword_id: Type.String(),
  change: Type.Object(change),
  by: Type.String(),
  state: words(BULK_STATES),
  // How many mentions were selected, how many of them are done, and how many of those it made a difference to. While it is undone, the
  // last two count what is undone.
  total: Count,
  done: Count,
  changed: Count,
  created_at: Timestamp,
  finished_at: nullable(Timestamp),
  // Until then it can be undone.
  undo_until: Timestamp,
})

export const VIEW_PERIODS = ['24h', '7d', '30d', '90d', 'all'] as const
const ViewFilter = Type.Object(filterFields, strict)
// A period that ends now, or two bounds.
const ViewRange = Type.Object({ period: Type.Optional(words(VIEW_PERIODS)), ...bounds }, strict)
const view = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  filter: ViewFilter,
  range: ViewRange,
  order: words(['newest', 'ranked']),
  shared: Type.Boolean({ description: 'Of the project; otherwise only its author sees it' }),
}
export const ViewBody = Type.Object(
  {
    keywordId: KeywordId,
    name: view.name,
    filter: Type.Optional(ViewFilter),
    range: Type.Optional(ViewRange),
    order: Type.Optional(view.order),
    shared: Type.Optional(view.shared),
  },
  strict,
)
export const ViewPatch = Type.Partial(Type.Object(view), { ...strict, minProperties: 1 })
export const WireView = Type.Object({
  id: Type.String(),
  keyword_id: Type.String(),
  ...view,
  // Whether the caller saved it.
  own: Type.Boolean(),
  by: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export const WireViews = Type.Object({ data: Type.Array(WireView) })

const Day = Type.String({ minLength: 1, maxLength: 40, description: 'YYYY-MM-DD', examples: ['2026-11-16'] })
const NoteText = Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' })
export const DayNoteBody = Type.Object({ keywordId: KeywordId, day: Day, text: NoteText }, strict)
export const DayNotePatch = Type.Partial(Type.Object({ day: Day, text: NoteText }), { ...strict, minProperties: 1 })
export const WireDayNote = Type.Object({
  id: Type.String(),
  keyword_id: Type.String(),
  day: Type.String({ format: 'date' }),
  text: Type.String(),
  by: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export const WireDayNotes = Type.Object({ data: Type.Array(WireDayNote) })

export type MentionBulkBody = Static<typeof MentionBulkBody>
export type WireTags = Static<typeof WireTags>
export type WireBulkChange = Static<typeof WireBulkChange>
export type WireView = Static<typeof WireView>
export type WireDayNote = Static<typeof WireDayNote>
