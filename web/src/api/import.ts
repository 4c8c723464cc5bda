import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { InvalidError, UnreachableError } from '../../../client/src/index.ts'
import type { WireImportLine, WireImportPreview, WireImportReport } from '../../../src/api/wire/import.ts'
import type { ImportRow } from '../pages/import/report-file.ts'
import type { Platform } from '../platforms.ts'
import { pantau } from './pantau.ts'
import { upload } from './upload.ts'

export type ImportField = WireImportPreview['mapping'][number]['field']
export type DateOrder = NonNullable<WireImportPreview['dates']>

// What the user chose; what is left out is recognised by the server. An empty column leaves its field out.
export interface ImportChoices {
  readonly platform?: Platform | undefined
  readonly dates?: DateOrder | undefined
  readonly columns: Readonly<Partial<Record<ImportField, string>>>
}

export interface Preview extends WireImportPreview {
  // True when only the beginning of the file was examined.
  readonly isPart: boolean
}

// The beginning of a file is enough to show its first rows; a workbook cannot be read in part.
const PART_BYTES = 2 * 1024 * 1024

export function usePreview(projectId: string, file: File, choices: ImportChoices): UseQueryResult<Preview> {
  return useQuery({
    queryKey: ['import-preview', projectId, file.name, file.size, file.lastModified, choices],
    queryFn: async ({ signal }) => {
      const isPart = file.size > PART_BYTES && !(await isWorkbook(file))
      const query = { ...queryOf(projectId, choices), part: isPart }
      const preview = await pantau.previewImport(query, isPart ? file.slice(0, PART_BYTES) : file, { signal })
      return { ...preview, isPart }
    },
    placeholderData: (previous) => previous,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function isWorkbook(file: File): Promise<boolean> {
  const [one, two] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return one === 0x50 && two === 0x4b
}

function queryOf(projectId: string, { platform, dates, columns }: ImportChoices) {
  return {
    keywordId: projectId,
    ...(platform === undefined ? {} : { platform }),
    ...(dates === undefined ? {} : { dates }),
    map: Object.entries(columns).map(([field, column]) => `${column}=${field}`),
  }
}

export interface ImportProgress {
  // The share of the file that was sent, and of its rows that were stored.
  readonly sent: number
  readonly stored: number
  readonly rows: number
}

export const NO_PROGRESS: ImportProgress = { sent: 0, stored: 0, rows: 0 }

export interface ImportRun {
  readonly file: File
  readonly choices: ImportChoices
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
  readonly onRow: (row: ImportRow) => void
}

const DRAW_MS = 200

export async function importFile(projectId: string, run: ImportRun): Promise<WireImportReport> {
  const { file, choices, signal, onProgress, onRow } = run
  const ended: { report?: WireImportReport; error?: InvalidError } = {}
  let progress = NO_PROGRESS
  let total = 0
  const onLine = (line: string): void => {
    const value = JSON.parse(line) as WireImportLine
    if ('rows_total' in value) total = value.rows_total
    else if ('report' in value) ended.report = value.report
    else if ('error' in value) ended.error = new InvalidError(value.error, { status: 400, reason: value.reason })
    else {
      onRow(value)
      progress = { sent: 1, stored: value.row / Math.max(1, total), rows: value.row }
    }
  }
  const onSent = (sent: number): void => {
    progress = { ...progress, sent }
  }
  // Rows arrive by the hundred; drawing each would take longer than storing it.
  const drawing = setInterval(() => onProgress(progress), DRAW_MS)
  try {
    await upload('/api/import', { query: queryOf(projectId, choices), file, signal, onSent, onLine })
  } finally {
    clearInterval(drawing)
  }
  if (ended.error !== undefined) throw ended.error
  if (ended.report === undefined) throw new UnreachableError('The response was cut.')
  return ended.report
}
