import type { ImportPreview, PreviewRow } from '../domain/import.ts'
import { IMPORT_FIELDS } from '../domain/import.ts'
import type { Fault } from '../domain/reason.ts'
import { cutText } from '../text/plain.ts'
import { toWireReason } from './reason.ts'
import type { WireImportPreview, WireImportPreviewRow } from './wire/import.ts'

const TEXT_SHOWN_MAX = 500

export function toWirePreview(preview: ImportPreview): WireImportPreview {
  const { container, format, columns, mapping, dates, rowsTotal, rows, problems } = preview
  return {
    container,
    format,
    columns: columns.map((name) => name.toWellFormed()),
    mapping: IMPORT_FIELDS.flatMap((field) => {
      const column = mapping[field]
      return column === undefined ? [] : [{ field, column }]
    }),
    dates,
    rows_total: rowsTotal,
    rows: rows.map(toWireRow),
    problems: [...problems],
  }
}

// Why a row cannot be read.
export function toWireFault(fault: Fault | null) {
  if (fault === null) return { message: null, reason: null }
  return { message: fault.message, reason: toWireReason(fault.reason) }
}

function toWireRow({ row, outcome, fault, post }: PreviewRow): WireImportPreviewRow {
  if (post === null) return { row, outcome, ...toWireFault(fault), post: null }
  const { platform, platformId, kind, text, url, publishedAt, author, engagement } = post
  return {
    row,
    outcome,
    ...toWireFault(fault),
    post: {
      platform,
      platform_id: platformId,
      kind,
      text: cutText(text, TEXT_SHOWN_MAX),
      url,
      published_at: publishedAt.toISOString(),
      author: { id: author.id, username: author.username, display_name: author.displayName },
      engagement: { ...engagement },
    },
  }
}
