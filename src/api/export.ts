import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import { BULK_BATCH } from '../domain/bulk.ts'
import { isoTime } from '../domain/instant.ts'
import { LANGUAGES, type Language } from '../domain/message.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import type { Pool } from '../store/db.ts'
import { isUuid } from '../store/ids.ts'
import { type ExportProgress, exportMentions } from '../store/mentions/export.ts'
import { type ExportedMention, readExported } from '../store/mentions/export-rows.ts'
import { readMentions, type StoredMention } from '../store/mentions/rows.ts'
import { findProject } from '../store/projects/projects.ts'
import { readLanguage } from '../store/watching/languages.ts'
import type { ApiDeps, ApiSettings, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { toWireEnriched } from './convert.ts'
import { ABOUT_TITLES, type AboutExport, aboutRows, CountedPages, type FileName, fileNameOf } from './export-about.ts'
import { type ColumnValue, type ExportColumn, readColumns } from './export-columns.ts'
import { FilterQuery, readFilter } from './filter.ts'
import { routesOf } from './route.ts'
import { words } from './wire/fields.ts'
import { safeText, writeWorkbook } from './workbook.ts'

const FORMATS = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const
const FILES = Object.fromEntries(
  Object.entries(FORMATS).map(([format, type]) => [
    type,
    { schema: Type.String(format === 'xlsx' || format === 'parquet' ? { format: 'binary' } : {}) },
  ]),
)
type Format = keyof typeof FORMATS

export const ExportQuery = Type.Object(
  {
    keywordId: Type.String({ minLength: 1 }),
    format: Type.Unsafe<Format>({ type: 'string', enum: Object.keys(FORMATS), default: 'csv' }),
    columns: Type.Optional(
      Type.String({
        description: 'The columns of the file, joined by commas; all without it',
        examples: ['published_at,source,content,sentiment'],
      }),
    ),
    lang: Type.Optional(words(LANGUAGES)),
    ids: Type.Optional(
      Type.String({
        maxLength: BULK_BATCH * 37,
        description: `Only these mentions, in place of a filter: up to ${BULK_BATCH} ids joined by commas`,
      }),
    ),
    ...FilterQuery,
  },
  { additionalProperties: false },
)

export function addExportRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Export')
  app.get(
    '/api/export',
    user({
      id: 'exportMentions',
      summary: 'Download exactly what is filtered',
      description: 'A file in the chosen format with all mentions that the filter selects.',
      class: 'free',
      querystring: ExportQuery,
      response: { 200: { description: 'The file', content: FILES } },
      errors: [404],
    }),
    async (request, reply) => {
      const { keywordId, format } = request.query
      const project = await findProject(pool, ownerOf(request), keywordId)
      if (project === null) throw notFound('project', keywordId)
      const { name, content } = await openExport(pool, project, request.query, settings)
      reply.header('content-type', FORMATS[format])
      reply.header('content-disposition', dispositionOf(name))
      return reply.send(content as never)
    },
  )
}

// RFC 6266: what every client can read, and the full name for those that know RFC 5987.
function dispositionOf({ plain, full }: FileName): string {
  const encoded = full === plain ? '' : `; filename*=UTF-8''${encodeURIComponent(full)}`
  return `attachment; filename="${plain}"${encoded}`
}

export interface ExportFile {
  readonly name: FileName
  readonly content: Readable
}

export async function openExport(
  pool: Pool,
  project: Project,
  query: Static<typeof ExportQuery>,
  { timeZone, requestSeconds }: Pick<ApiSettings, 'timeZone' | 'requestSeconds'>,
  onProgress?: ExportProgress,
): Promise<ExportFile> {
  const { format } = query
  const columns = readColumns(query.columns)
  const filter = readFilter(query, timeZone)
  const language = query.lang ?? (await readLanguage(pool, project.ownerId))
  const about = { pool, project, filter, query, language, now: new Date(), timeZone, requestSeconds }
  const selection = readIds(query.ids) ?? filter
  const content =
    format === 'jsonl' && query.columns === undefined
      ? writeLines(exportMentions(pool, project.id, { selection, read: readWhole, onProgress }), (mention) =>
          toWireEnriched(mention, project),
        )
      : write(format, {
          pages: exportMentions(pool, project.id, { selection, read: readExported, onProgress }),
          columns,
          about,
        })
  return { name: fileNameOf(about, format), content: Readable.from(content, { objectMode: false }) }
}

async function* readWhole(...wanted: Parameters<typeof readMentions>): AsyncGenerator<StoredMention[]> {
  yield await readMentions(...wanted)
}

function readIds(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const ids = text.split(',').map((id) => id.trim().toLowerCase())
  for (const id of ids)
    if (!isUuid(id)) throw new Refusal('invalid', `ids: "${id}" is not the id of a mention.`, ['invalid', 'ids'])
  return [...new Set(ids)]
}

interface Export {
  readonly pages: AsyncIterable<readonly ExportedMention[]>
  readonly columns: readonly ExportColumn[]
  readonly about: AboutExport
}

function write(format: Format, wanted: Export): AsyncIterable<string | Uint8Array> {
  const { pages, columns } = wanted
  switch (format) {
    case 'jsonl':
      return writeLines(pages, objectOf(columns))
    case 'csv':
      return writeCsv(pages, columns)
    case 'xlsx':
      return writeSheets(wanted)
    case 'parquet':
      return writeParquet(pages, columns)
  }
}

// Loaded by the first of these exports: 12 MB that many installations never need.
async function* writeParquet(
  pages: AsyncIterable<readonly ExportedMention[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Uint8Array> {
  const parquet = await import('./export-parquet.ts')
  yield* parquet.writeParquet(pages, columns)
}

async function* writeLines<T>(
  pages: AsyncIterable<readonly T[]>,
  toObject: (mention: T) => object,
): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((mention) => `${JSON.stringify(toObject(mention))}\n`).join('')
}

function objectOf(columns: readonly ExportColumn[]) {
  return (mention: ExportedMention) => Object.fromEntries(columns.map(({ name, read }) => [name, read(mention)]))
}

// The byte order mark makes spreadsheets read UTF-8.
async function* writeCsv(
  pages: AsyncIterable<readonly ExportedMention[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<string> {
  yield `\ufeff${columns.map(({ name }) => toCsvText(name)).join(',')}\r\n`
  const readers = columns.map(({ read }) => read)
  for await (const page of pages) {
    let lines = ''
    for (const mention of page) {
      let separator = ''
      for (const read of readers) {
        lines += separator + toCsvCell(read(mention))
        separator = ','
      }
      lines += '\r\n'
    }
    yield lines
  }
}

function toCsvCell(value: ColumnValue): string {
  if (typeof value === 'string') return toCsvText(value)
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return toCsvText(value instanceof Date ? isoTime(value) : toText(value, CSV_FLAGS))
}

// A spreadsheet that separates by semicolons or tabs, as in many languages, does not see the quotation marks of a comma-separated
// row: a cell can begin anywhere behind its separator or a new line.
function toCsvText(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  const safe = safeText(text)
  if (!/[;\t\r\n"]/.test(safe)) return `"${safe}"`
  const lines = FURTHER_SIGN.test(safe)
    ? safe.replace(/[^;\t\r\n]+/g, (cell, start: number) => (start === 0 ? cell : safeText(cell)))
    : safe
  return `"${lines.replaceAll('"', '""')}"`
}

// Most cells: one look at them is enough.
const PLAIN = /^(?:[A-Za-z0-9#][^;\t\r\n"]*)?$/
// What may be a sign, or hide one, behind a separator. Most texts go on with a word, and need not be taken apart.
const FURTHER_SIGN = /[;\t\r\n](?: ?[^ A-Za-z0-9#;\t\r\n]| {2})/

type Flags = readonly [no: string, yes: string]
const CSV_FLAGS: Flags = ['no', 'yes']
const SHEET_FLAGS: Readonly<Record<Language, Flags>> = { id: ['tidak', 'ya'], en: CSV_FLAGS }

function toText(value: string | boolean | readonly string[], flags: Flags): string {
  if (typeof value === 'boolean') return flags[value ? 1 : 0]
  return typeof value === 'string' ? value : value.join('; ')
}

// The mentions, then a sheet about them, which is written last because it counts what the first one holds.
function writeSheets({ pages, columns, about }: Export): AsyncIterable<Uint8Array> {
  const flags = SHEET_FLAGS[about.language]
  const toCell = (value: ColumnValue) =>
    typeof value === 'number' || value instanceof Date ? value : value === null ? '' : toText(value, flags)
  const counted = new CountedPages(pages)
  const mentions = async function* () {
    for await (const page of counted.pages())
      yield page.map((mention) => columns.map(({ read }) => toCell(read(mention))))
  }
  const titles = ABOUT_TITLES[about.language]
  return writeWorkbook(
    [
      {
        name: titles.mentions,
        widths: columns.map(({ width }) => width),
        header: columns.map(({ heading }) => heading[about.language]),
        pages: mentions(),
      },
      { name: titles.about, widths: [34, 60], header: titles.header, pages: aboutRows(about, counted) },
    ],
    about.timeZone,
  )
}
