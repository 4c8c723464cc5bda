import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { LANGUAGES, type Language } from '../domain/message.ts'
import { Problem } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { exportMentions } from '../store/mentions/export.ts'
import type { StoredMention } from '../store/mentions/rows.ts'
import { findProject } from '../store/projects/projects.ts'
import { readLanguage } from '../store/watching/languages.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { toWireEnriched } from './convert.ts'
import { ABOUT_TITLES, type AboutExport, aboutRows, CountedPages, fileNameOf } from './export-about.ts'
import { type ColumnValue, type ExportColumn, readColumns } from './export-columns.ts'
import { writeParquet } from './export-parquet.ts'
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
const FILES = Object.fromEntries(Object.values(FORMATS).map((type) => [type, { schema: Type.String() }]))
type Format = keyof typeof FORMATS

export function addExportRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Export')
  app.get(
    '/api/export',
    user({
      id: 'exportMentions',
      summary: 'Download exactly what is filtered',
      description: 'A file in the chosen format with all mentions that the filter selects.',
      class: 'free',
      querystring: Type.Object(
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
          ...FilterQuery,
        },
        { additionalProperties: false },
      ),
      response: { 200: { description: 'The file', content: FILES } },
      errors: [404],
    }),
    async (request, reply) => {
      const { keywordId, format } = request.query
      const columns = readColumns(request.query.columns)
      const filter = readFilter(request.query, settings.timeZone)
      const project = await findProject(pool, ownerOf(request), keywordId)
      if (project === null) throw new Problem('not-found', `No project has the id "${keywordId}".`)
      const language = request.query.lang ?? (await readLanguage(pool, actorOf(request).id))
      const about = { pool, project, filter, query: request.query, language, now: new Date(), ...settings }
      const wanted = { pages: exportMentions(pool, project.id, filter), columns, project, about }
      const file = write(format, wanted, request.query.columns === undefined)
      reply.header('content-type', FORMATS[format])
      reply.header('content-disposition', `attachment; filename="${fileNameOf(about)}.${format}"`)
      return reply.send(Readable.from(file, { objectMode: false }) as never)
    },
  )
}

interface Export {
  readonly pages: AsyncIterable<readonly StoredMention[]>
  readonly columns: readonly ExportColumn[]
  readonly project: Project
  readonly about: AboutExport
}

function write(format: Format, wanted: Export, allColumns: boolean): AsyncIterable<string | Uint8Array> {
  const { pages, columns, project } = wanted
  switch (format) {
    case 'jsonl':
      return writeLines(pages, allColumns ? (mention) => toWireEnriched(mention, project) : objectOf(columns))
    case 'csv':
      return writeCsv(pages, columns)
    case 'xlsx':
      return writeSheets(wanted)
    case 'parquet':
      return writeParquet(pages, columns)
  }
}

async function* writeLines(
  pages: AsyncIterable<readonly StoredMention[]>,
  toObject: (mention: StoredMention) => object,
): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((mention) => `${JSON.stringify(toObject(mention))}\n`).join('')
}

function objectOf(columns: readonly ExportColumn[]) {
  return (mention: StoredMention) => Object.fromEntries(columns.map(({ name, read }) => [name, read(mention)]))
}

// The byte order mark makes spreadsheets read UTF-8.
async function* writeCsv(
  pages: AsyncIterable<readonly StoredMention[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<string> {
  const toLine = (cells: readonly ColumnValue[]) => `${cells.map(toCsvCell).join(',')}\r\n`
  yield `\ufeff${toLine(columns.map(({ name }) => name))}`
  for await (const page of pages) yield page.map((mention) => toLine(columns.map(({ read }) => read(mention)))).join('')
}

function toCsvCell(value: ColumnValue): string {
  if (typeof value === 'number') return String(value)
  const text = value instanceof Date ? value.toISOString() : toText(value, CSV_FLAGS)
  // A spreadsheet that separates by semicolons or tabs, as in many languages, does not see the quotation marks of a comma-separated
  // row: a cell can begin anywhere behind its separator or a new line.
  const safe = safeText(text).replace(/(?<=[;\t\r\n])[^;\t\r\n]+/g, safeText)
  return `"${safe.replaceAll('"', '""')}"`
}

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
    typeof value === 'number' || value instanceof Date ? value : toText(value, flags)
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
