import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController } from 'fastify'
import { log, logWith } from '../log.ts'
import { addAdminRoutes } from './admin.ts'
import { addAdminFeedRoutes } from './admin-feeds.ts'
import { addAiServiceRoutes } from './ai-service.ts'
import { addAlertRoutes, addBacktestRoutes } from './alerts.ts'
import type { ApiDeps, ApiSettings, App } from './app.ts'
import { addAuditRoutes } from './audits.ts'
import { addAuthRoutes } from './auth.ts'
import { addBriefRoutes } from './brief.ts'
import { addBulkRoutes } from './bulk.ts'
import { addCampaignRoutes } from './campaigns.ts'
import { addChangeLogRoutes } from './change-log.ts'
import { addChannelRoutes } from './channels.ts'
import { addCompareRoutes } from './compare.ts'
import { allowOrigins } from './cors.ts'
import { addCoverageRoutes } from './coverage.ts'
import { addDayNoteRoutes } from './day-notes.ts'
import { addDocs } from './docs.ts'
import { sendError } from './errors.ts'
import { addEventRoutes } from './events.ts'
import { addExportRoutes } from './export.ts'
import { addExpressionRoutes } from './expression.ts'
import { addFeedTestRoutes } from './feed-tests.ts'
import { setHeaders } from './headers.ts'
import { addHealthRoutes } from './health.ts'
import { addImportRoutes } from './import.ts'
import { addInboxRoutes } from './inbox.ts'
import { addIncidentLinkRoutes } from './incident-links.ts'
import { addIncidentRoutes } from './incidents.ts'
import { addInsightRoutes } from './insights.ts'
import { guardKeys } from './key-guard.ts'
import { addKeyRoutes } from './keys.ts'
import { limitRequests } from './limit.ts'
import { addMcpRoutes } from './mcp.ts'
import { addMentionChangeRoutes } from './mention-changes.ts'
import { addMentionRoutes } from './mentions.ts'
import { addMomentRoutes } from './moments.ts'
import { addOwnAccountRoutes } from './own-account.ts'
import { addPreviewRoutes } from './preview.ts'
import { addProjectRoutes } from './project.ts'
import { addProjectEditRoutes } from './project-edit.ts'
import { addProtocolErrors, handleClientError } from './protocol.ts'
import { addRankedRoutes } from './ranked.ts'
import { addReaderFeedRoutes } from './reader-feeds.ts'
import { addReportLinkRoutes } from './report-links.ts'
import { addReportPdfRoute, type HeldPages } from './report-pdf.ts'
import { addReportRoutes } from './reports.ts'
import { declareRefusals, limitTime } from './route.ts'
import { compileSerializer } from './serialize.ts'
import { addSharedRoutes } from './shared.ts'
import { closeStalled, STALL_MS_MAX } from './stalled.ts'
import { addSubscriptionPages } from './subscription-pages.ts'
import { addSummaryRoutes } from './summaries.ts'
import { addTagRoutes } from './tags.ts'
import { refuseUnknownQuery } from './unknown-query.ts'
import { addQuotaRoutes } from './user-quota.ts'
import { compileValidator, refuseUnstorable } from './validate.ts'
import { addViewRoutes } from './views.ts'
import { addWeb } from './web.ts'
import { addWellKnownRoutes } from './well-known.ts'

const BODY_BYTES_MAX = 1024 * 1024
// More than a request line can hold: an id of any length is looked up, and not found.
const PARAM_LENGTH_MAX = 65_536
const HEADERS_MS_MAX = 60_000
// Longer than proxies keep an idle connection, so that they close it and not we, in the middle of their next request.
const KEEP_ALIVE_MS = 72_000

export async function buildServer(deps: ApiDeps): Promise<App> {
  const { settings, observers } = deps
  const app = createApp(settings)
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler(sendError)
  app.decorateRequest('session', null)
  app.decorateRequest('key', null)
  readJson(app)
  declareRefusals(app)
  addProtocolErrors(app)
  addRequestHooks(app)
  await allowOrigins(app, settings.corsOrigins)
  refuseUnknownQuery(app)
  for (const observer of observers) observer.watch(app)
  limitTime(app, settings.responseMsMax)
  closeStalled(app)
  limitRequests(app, settings.limits)
  guardKeys(app, settings.keyRate)
  await addDocs(app)
  addHealthRoutes(app, deps)
  addAuthRoutes(app, deps)
  addOwnAccountRoutes(app, deps)
  addKeyRoutes(app, deps)
  addProjectRoutes(app, deps)
  addProjectEditRoutes(app, deps)
  addPreviewRoutes(app, deps)
  addInsightRoutes(app, deps)
  addCompareRoutes(app, deps)
  addMomentRoutes(app, deps)
  addAlertRoutes(app, deps)
  addBacktestRoutes(app, deps)
  addIncidentRoutes(app, deps)
  addIncidentLinkRoutes(app, deps)
  addExpressionRoutes(app, deps)
  addCoverageRoutes(app, deps)
  addSummaryRoutes(app, deps)
  addAuditRoutes(app, deps)
  addMentionRoutes(app, deps)
  addMentionChangeRoutes(app, deps)
  addTagRoutes(app, deps)
  addBulkRoutes(app, deps)
  addViewRoutes(app, deps)
  addDayNoteRoutes(app, deps)
  addChangeLogRoutes(app, deps)
  addRankedRoutes(app, deps)
  addCampaignRoutes(app, deps)
  addAiServiceRoutes(app, deps)
  addQuotaRoutes(app, deps)
  addEventRoutes(app, deps)
  addBriefRoutes(app, deps)
  addChannelRoutes(app, deps)
  addInboxRoutes(app, deps)
  addSubscriptionPages(app, deps)
  addImportRoutes(app, deps)
  addExportRoutes(app, deps)
  addReaderFeedRoutes(app, deps)
  addReportRoutes(app, deps)
  addReportLinkRoutes(app, deps)
  const held: HeldPages = new Map()
  addReportPdfRoute(app, deps, held)
  addSharedRoutes(app, deps, held)
  addAdminRoutes(app, deps)
  addAdminFeedRoutes(app, deps)
  addFeedTestRoutes(app, deps)
  addWellKnownRoutes(app, settings)
  addMcpRoutes(app, deps)
  await addWeb(app, settings)
  return app
}

function createApp(settings: ApiSettings): App {
  return fastify({
    // How long a response may take is limited per route, not here: an import is as long as it is. Its headers are not. A missing
    // Host is refused by a hook of ours, with a body.
    http: { headersTimeout: HEADERS_MS_MAX, requireHostHeader: false },
    requestTimeout: 0,
    connectionTimeout: STALL_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    loggerInstance: log,
    // Requests are logged by a hook of ours, one line each.
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: the request's id comes from the context in which a line is written.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: trustedProxies(settings.trustProxy),
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      setHeaders(request, reply)
      sendError(error, request, reply)
    },
    clientErrorHandler: handleClientError,
    genReqId: () => randomUUID(),
    // Refused by a hook of ours, in the shape of all errors.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App
}

// A number trusts that many hops, counted from us: what a client itself claims is always further away.
function trustedProxies(proxies: number | string | false) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

function addRequestHooks(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => logWith({ request: request.id }, done))
  // A body is read in the context of its socket, so the request's own has to be entered again.
  app.addHook('preValidation', (request, _reply, done) => logWith({ request: request.id }, done))
  app.addHook('preValidation', (request, _reply, done) => {
    refuseUnstorable(request)
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
    // The code that sends 503 logs the reason itself, and 501 is no failure.
    if (reply.statusCode >= 500 && ![501, 503].includes(reply.statusCode)) log.warn(entry, 'responded')
    else log.debug(entry, 'responded')
    done()
  })
}

// Nothing but JSON is read, except by an import. Clients declare JSON on every request, also on those without a body: an empty body is
// not an error.
function readJson(app: App): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, body as string, done)
  })
}
