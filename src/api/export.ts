import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { Problem } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { exportMentions } from '../store/mentions/export.ts'
import type { StoredMention } from '../store/mentions/rows.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf } from './bearer.ts'
import { toWireEnriched } from './convert.ts'
import { FilterQuery, readFilter } from './filter.ts'
import { routesOf } from './route.ts'
import { safeText, writeWorkbook } from './workbook.ts'

const FORMATS = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const
const FILES = Object.fromEntries(Object.values(FORMATS).map((type) => [type, { schema: Type.String() }]))
type Format = keyof typeof FORMATS

type Row = readonly (string | number)[]
type Rows = AsyncIterable<readonly Row[]>

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
          ...FilterQuery,
        },
        { additionalProperties: false },
      ),
      response: { 200: { description: 'The file', content: FILES } },
      errors: [404],
    }),
    async (request, reply) => {
      const { keywordId, format } = request.query
      const project = await findProject(pool, accountOf(request).id, keywordId)
      if (project === null) throw new Problem('not-found', `No project has the id "${keywordId}".`)
      const pages = exportMentions(pool, project.id, readFilter(request.query, settings.timeZone))
      reply.header('content-type', FORMATS[format])
      reply.header('content-disposition', `attachment; filename="pantau-${project.id}.${format}"`)
      return reply.send(Readable.from(write(format, pages, project), { objectMode: false }) as never)
    },
  )
}

function write(
  format: Format,
  pages: AsyncIterable<readonly StoredMention[]>,
  project: Project,
): AsyncIterable<string | Uint8Array> {
  if (format === 'jsonl') return writeLines(pages, project)
  return format === 'csv' ? writeCsv(rowsOf(pages)) : writeWorkbook(rowsOf(pages))
}

async function* writeLines(pages: AsyncIterable<readonly StoredMention[]>, project: Project): AsyncGenerator<string> {
  for await (const page of pages)
    yield page.map((mention) => `${JSON.stringify(toWireEnriched(mention, project))}\n`).join('')
}

// The byte order mark makes spreadsheets read UTF-8.
async function* writeCsv(rows: Rows): AsyncGenerator<string> {
  yield '\ufeff'
  for await (const page of rows) yield page.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  // A spreadsheet that separates by semicolons or tabs, as in many languages, does not see the quotation marks of a comma-separated
  // row: a cell can begin anywhere behind its separator or a new line.
  const safe = safeText(value).replace(/(?<=[;\t\r\n])[^;\t\r\n]+/g, safeText)
  return `"${safe.replaceAll('"', '""')}"`
}

const HEADER = [
  'id',
  'source',
  'published_at',
  'author_id',
  'author_username',
  'author_name',
  'content',
  'url',
  'sentiment',
  'corrected',
  'language',
  'likes',
  'comments',
  'shares',
  'views',
  'matched',
  'similar_count',
  'byline',
]

async function* rowsOf(pages: AsyncIterable<readonly StoredMention[]>): Rows {
  yield [HEADER]
  for await (const page of pages) yield page.map(toRow)
}

function toRow(mention: StoredMention): Row {
  const { author, engagement } = mention
  return [
    mention.id,
    mention.platform,
    mention.publishedAt.toISOString(),
    author.id,
    author.username,
    author.displayName,
    mention.text,
    mention.url,
    mention.sentiment,
    mention.corrected === null ? 'no' : 'yes',
    mention.language,
    engagement.likes,
    engagement.comments,
    engagement.shares,
    engagement.views,
    mention.matched.join('; '),
    mention.similar,
    mention.byline ?? '',
  ]
}
