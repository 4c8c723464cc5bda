import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  DATE_ORDERS,
  type ImportChoices,
  type ImportContainer,
  type ImportReport,
  type OpenImport,
  readImportMapping,
} from '../domain/import.ts'
import { PLATFORMS } from '../domain/platform.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { findQuota } from '../store/accounts/quota.ts'
import type { Pool } from '../store/db.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { toWirePreview } from './convert-import.ts'
import { reportLines } from './import-lines.ts'
import { toWireReason } from './reason.ts'
import { routesOf } from './route.ts'
import { words } from './wire/fields.ts'
import { WireImportPreview, WireImportReport } from './wire/import.ts'

// What a content type says about a file; null where only the file itself does.
const TYPES: Readonly<Record<string, ImportContainer | null>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/json': 'json',
  'application/octet-stream': null,
}
// As large as a temporary file may be; it is written to the disk, never held.
const BYTES_MAX = 1024 ** 3
const MAPPINGS_MAX = 50

const Mapping = Type.String({ minLength: 1, maxLength: 500 })
const Choices = {
  keywordId: Type.String({ minLength: 1 }),
  platform: Type.Optional(words(PLATFORMS)),
  // "column=field", once for each field that is not recognised.
  map: Type.Optional(Type.Union([Mapping, Type.Array(Mapping, { maxItems: MAPPINGS_MAX })])),
  dates: Type.Optional(words(DATE_ORDERS)),
}
const ImportQuery = Type.Object(Choices, { additionalProperties: false })
const PreviewQuery = Type.Object(
  { ...Choices, part: Type.Optional(Type.Boolean({ default: false })) },
  { additionalProperties: false },
)

// Not described further: it is read by its content, and never held as a value.
const File = Type.Unsafe<unknown>({ description: 'The file, as it is.' })

const REPORTS = {
  description:
    'The report; or, where the client accepts only lines, a line for each row and the report as the last one.',
  content: { 'application/json': { schema: WireImportReport }, 'application/x-ndjson': { schema: Type.String() } },
}

// In a scope of its own, because only here bodies are streams.
export function addImportRoutes(app: App, { pool, openImport, previewImport }: ApiDeps): void {
  const { user } = routesOf(pool, 'Import')
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(Object.keys(TYPES), { bodyLimit: BYTES_MAX }, (_request, payload, done) =>
      done(null, payload),
    )
    const consumes = Object.keys(TYPES)
    scope.post(
      '/api/import',
      {
        ...user({
          id: 'importPosts',
          summary: 'Load posts that you hold: CSV, XLSX, NDJSON or JSON',
          description:
            'Matches, analyses and stores the posts of a file. With Accept: application/x-ndjson the progress is reported row by row.',
          class: 'free',
          scope: 'collect',
          consumes,
          body: File,
          querystring: ImportQuery,
          response: { 200: REPORTS },
          errors: [404, 409],
        }),
        bodyLimit: BYTES_MAX,
      },
      async (request, reply) => {
        const project = await ownProject(pool, request)
        const { stream, stated } = bodyOf(request)
        const opened = await openImport(project, stream, { ...choicesOf(request), stated })
        const finish = (report: ImportReport) => recordImport(pool, request, project, report)
        if (wantsLines(request)) return sendLines(reply, opened, finish)
        try {
          return await finish(await opened.run())
        } finally {
          await opened.close()
        }
      },
    )
    scope.post(
      '/api/import/preview',
      {
        ...user({
          id: 'previewImport',
          summary: 'How a file would be read; stores nothing',
          description: 'Shows the recognised format, the columns and the first rows.',
          class: 'free',
          scope: 'read',
          consumes,
          body: File,
          querystring: PreviewQuery,
          response: { 200: WireImportPreview },
          errors: [404],
        }),
        bodyLimit: BYTES_MAX,
      },
      async (request) => {
        const project = await ownProject(pool, request)
        const { stream, stated } = bodyOf(request)
        const { part } = request.query as Static<typeof PreviewQuery>
        return toWirePreview(
          await previewImport(project, stream, { ...choicesOf(request), stated, isPart: part === true }),
        )
      },
    )
  })
}

async function ownProject(pool: Pool, request: FastifyRequest): Promise<Project> {
  const { keywordId } = request.query as Static<typeof ImportQuery>
  const project = await findProject(pool, ownerOf(request), keywordId)
  if (project === null) throw notFound('project', keywordId)
  return project
}

function bodyOf(request: FastifyRequest): { stream: Readable; stated: ImportContainer | null } {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!Object.hasOwn(TYPES, type) || !(request.body instanceof Readable)) {
    throw new Refusal('unsupported-media', `Send one of ${Object.keys(TYPES).join(', ')}.`, ['fileKind'])
  }
  return { stream: request.body, stated: TYPES[type] ?? null }
}

function choicesOf(request: FastifyRequest): ImportChoices {
  const { platform, map = [], dates } = request.query as Static<typeof ImportQuery>
  return { platform, map: (Array.isArray(map) ? map : [map]).map(readImportMapping), dates }
}

function wantsLines(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').split(',').some((type) => type.trim().startsWith('application/x-ndjson'))
}

// One line for each row as soon as it is stored, for clients that show how far the import is.
function sendLines(
  reply: FastifyReply,
  opened: OpenImport,
  finish: (report: ImportReport) => Promise<WireImportReport>,
): FastifyReply {
  reply.header('content-type', 'application/x-ndjson; charset=utf-8')
  return reply.send(Readable.from(reportLines(opened, finish), { objectMode: false }))
}

function toWireError({ row, message, reason }: ImportReport['errors'][number]): WireImportReport['errors'][number] {
  return { row, message, reason: toWireReason(reason) }
}

async function recordImport(
  pool: Pool,
  request: FastifyRequest,
  project: Project,
  report: ImportReport,
): Promise<WireImportReport> {
  const account = actorOf(request)
  const detail = { rows: report.rows, new: report.new }
  await addAudit(pool, { accountId: account.id, action: 'project.import', subject: project.id, detail })
  const { notMatched, outsideDates, errors, ...counts } = report
  const kuota = (await findQuota(pool, account.id)) ?? 0
  return { ...counts, not_matched: notMatched, outside_dates: outsideDates, errors: errors.map(toWireError), kuota }
}
