import type { Readable } from 'node:stream'
import type { ImportChoices, ImportContainer, ImportPreview, PreviewRow } from '../../domain/import.ts'
import type { Post } from '../../domain/post.ts'
import type { Project } from '../../domain/project.ts'
import { isInside, type Target, type TargetSettings, targetOf } from '../target.ts'
import { readFileRows } from './container.ts'
import { examineStream } from './examine.ts'
import type { FilePlan } from './plan.ts'
import { readRow } from './read-row.ts'
import { type NumberedRow, RowError } from './rows.ts'

const ROWS_SHOWN = 20
const COLUMNS_SHOWN = 300

export interface PreviewOptions extends ImportChoices, TargetSettings {
  readonly stated: ImportContainer | null
  // True when the stream is only the beginning of the file: its last row may be cut.
  readonly isPart: boolean
}

// Reads a file as an import would, and stores nothing.
export async function previewStream(
  project: Project,
  stream: Readable,
  options: PreviewOptions,
): Promise<ImportPreview> {
  const { file, kind, plan, close } = await examineStream(stream, options)
  try {
    const target = targetOf(project, options)
    const total = options.isPart ? Math.max(1, plan.rows - 1) : plan.rows
    const rows: PreviewRow[] = []
    const shown = Math.min(ROWS_SHOWN, total)
    for await (const found of readFileRows(file, kind)) {
      for (const row of found.slice(0, shown - rows.length)) rows.push(previewRow(row, plan, target))
      if (rows.length >= shown) break
    }
    return {
      container: kind.container,
      format: { id: plan.format.id, name: plan.format.name },
      columns: plan.columns.slice(0, COLUMNS_SHOWN),
      mapping: plan.mapping,
      dates: plan.problem === null ? plan.dates.order : null,
      rowsTotal: plan.rows,
      rows,
      problems: problemsOf(plan),
    }
  } finally {
    await close()
  }
}

function previewRow({ number, row }: NumberedRow, plan: FilePlan, target: Target): PreviewRow {
  let post: Post
  try {
    if (row instanceof RowError) throw row
    post = readRow(row, plan)
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return { row: number, outcome: 'invalid', fault: error, post: null }
  }
  const outcome = !isInside(target, post)
    ? 'outside_dates'
    : target.match(post.text).matched
      ? 'matched'
      : 'not_matched'
  return { row: number, outcome, fault: null, post }
}

// What keeps a file, or every row of it, from being imported.
export function problemsOf({ mapping, problem, rows, columns }: FilePlan): string[] {
  const names = columns.slice(0, 50).join(', ')
  return [
    ...(rows === 0 ? ['The file has no rows.'] : []),
    ...(rows > 0 && mapping.text === undefined && mapping.title === undefined
      ? [`No column is known as the text: assign one of ${names}.`]
      : []),
    ...(rows > 0 && mapping.published_at === undefined
      ? [`No column is known as the date: assign one of ${names}.`]
      : []),
    ...(problem === null ? [] : [problem.message]),
  ]
}
