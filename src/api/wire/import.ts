import { type Static, Type } from 'typebox'
import { DATE_ORDERS, IMPORT_CONTAINERS, IMPORT_FIELDS, ROW_OUTCOMES } from '../../domain/import.ts'
import { PLATFORMS } from '../../domain/platform.ts'
import { POST_KINDS } from '../../domain/post.ts'
import { Count, nullable, Timestamp, words } from './fields.ts'
import { WireReason } from './reason.ts'

export const WireImportReport = Type.Object({
  rows: Count,
  new: Count,
  known: Count,
  not_matched: Count,
  outside_dates: Count,
  unpaid: Count,
  invalid: Count,
  errors: Type.Array(Type.Object({ row: Count, message: Type.String(), reason: WireReason })),
  kuota: Count,
})

export const WireImportPreviewRow = Type.Object({
  row: Count,
  outcome: words(['matched', 'not_matched', 'outside_dates', 'invalid'] as const),
  message: nullable(Type.String()),
  reason: nullable(WireReason),
  // As it would be stored; a long text is cut.
  post: nullable(
    Type.Object({
      platform: words(PLATFORMS),
      platform_id: Type.String(),
      kind: words(POST_KINDS),
      text: Type.String(),
      url: Type.String(),
      published_at: Timestamp,
      author: Type.Object({ id: Type.String(), username: Type.String(), display_name: Type.String() }),
      engagement: Type.Object({ likes: Count, comments: Count, shares: Count, views: Count }),
    }),
  ),
})

export const WireImportPreview = Type.Object({
  container: words(IMPORT_CONTAINERS),
  format: Type.Object({ id: Type.String(), name: Type.String() }),
  columns: Type.Array(Type.String()),
  // Where each field is read from; a field that is not listed is not read.
  mapping: Type.Array(Type.Object({ field: words(IMPORT_FIELDS), column: Type.String() })),
  // Null when the order of day and month cannot be known from the file: pass it.
  dates: nullable(words(DATE_ORDERS)),
  rows_total: Count,
  rows: Type.Array(WireImportPreviewRow),
  problems: Type.Array(Type.String()),
})

// A line of the response of an import that reports every row.
export const WireImportLine = Type.Union([
  Type.Object({ rows_total: Count }),
  Type.Object({
    row: Count,
    outcome: words(ROW_OUTCOMES),
    message: nullable(Type.String()),
    reason: nullable(WireReason),
  }),
  Type.Object({ report: WireImportReport }),
  Type.Object({ error: Type.String(), reason: WireReason }),
])

export type WireImportReport = Static<typeof WireImportReport>
export type WireImportPreview = Static<typeof WireImportPreview>
export type WireImportPreviewRow = Static<typeof WireImportPreviewRow>
export type WireImportLine = Static<typeof WireImportLine>
