import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController } from 'fastify'
import type { ImportReport } from '../domain/import.ts'
import type { Platform } from '../domain/platform.ts'
import type { Project } from '../domain/project.ts'
import { log, logWith } from '../log.ts'
import type { Db, Pool } from '../store/db.ts'
import { addAdmin } from './admin.ts'
import { addAiService } from './ai-service.ts'
import { declareRefusals } from './answers.ts'
import { addAuth } from './auth.ts'
import { addCoverage } from './coverage.ts'
import { addDocs } from './docs.ts'
import { answerBrokenHttp, answerError } from './errors.ts'
import { addEvents, type EventHub } from './events.ts'
import { addExport } from './export.ts'
import { addHealth } from './health.ts'
import { addImport } from './import.ts'
import { limitTime, Shedding } from './load.ts'
import { addMentions } from './mentions.ts'
import type { Metrics } from './metrics.ts'
import { addProjects } from './project.ts'
import { addSummaries, type Summarise } from './summaries.ts'
import { addUserQuota } from './user-quota.ts'
import { compileValidator, refuseNul } from './validate.ts'
import { addWeb } from './web.ts'

export interface ApiSettings {
  readonly timeZone: string
  readonly sessionHours: number
  readonly defaultQuota: number
  // How far apart two scheduled runs of a project are.
  readonly collectSeconds: number
  readonly secureCookies: boolean
  readonly trustProxy: boolean
  // Requests that are worked on at once; more are told to come back.
  readonly requestsMax: number
  // The built dashboard; null while there is none.
  readonly webDir: string | null
}

// A place posts come from, as far as the API may know: whether it can be used, and what it still needs.
export interface SourceInfo {
  readonly name: string
  readonly platform: Platform
  readonly ready: boolean
  readonly needs: readonly string[]
}

// What the API is built from. It cannot import sources or collecting: what it needs of them is handed in.
export interface ApiParts {
  readonly pool: Pool
  readonly settings: ApiSettings
  readonly events: EventHub
  readonly metrics: Metrics | null
  readonly sources: (db: Db) => Promise<readonly SourceInfo[]>
  readonly summarise: Summarise
  readonly importStream: (project: Project, stream: Readable, format: 'csv' | 'ndjson') => Promise<ImportReport>
}

const BODY_BYTES_MAX = 1024 * 1024
// More than a request line can hold: an id of any length is looked for, and not found.
const PARAM_LENGTH_MAX = 65_536

export type App = ReturnType<typeof createApp>

function createApp(settings: ApiSettings, shedding: Shedding) {
  return fastify({
    serverFactory: (handle) => shedding.createServer(handle),
    loggerInstance: log,
    // We write one line per request ourselves, when it is answered.
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: the request's id comes from the context that the line is written in.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: settings.trustProxy,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX, ignoreTrailingSlash: true },
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenHttp,
    genReqId: () => randomUUID(),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()
}

export async function buildServer(parts: ApiParts): Promise<App> {
  const { settings, metrics } = parts
  const shedding = new Shedding(settings.requestsMax, (method) => metrics?.noteRefused(method))
  const app = createApp(settings, shedding)
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(answerError)
  app.decorateRequest('session', null)
  readJson(app)
  declareRefusals(app)
  app.addHook('onRequest', (request, _reply, done) => logWith({ request: request.id }, done))
  // A body is read in the context of its socket, so the request's own has to be entered again.
  app.addHook('preValidation', (request, _reply, done) => logWith({ request: request.id }, done))
  app.addHook('preValidation', (request, _reply, done) => {
    refuseNul(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, id } = request
    const entry = {
      request: id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    // Whoever answers 503 says in a line of its own why.
    if (reply.statusCode >= 500 && reply.statusCode !== 503) log.warn(entry, 'answered')
    else log.debug(entry, 'answered')
    done()
  })
  metrics?.watch(app)
  limitTime(app)
  shedding.watch(app)
  await addDocs(app)
  addHealth(app, parts.pool)
  addAuth(app, parts.pool, settings)
  addProjects(app, parts)
  addCoverage(app, parts)
  addSummaries(app, parts)
  addMentions(app, parts)
  addAiService(app, parts)
  addUserQuota(app, parts.pool, settings)
  addEvents(app, parts)
  addImport(app, parts)
  addExport(app, parts)
  addAdmin(app, parts)
  await addWeb(app, settings)
  return app
}

// Clients say "JSON" on every request, also on those that have no body: an empty one is no mistake.
function readJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, body as string, done)
  })
}
