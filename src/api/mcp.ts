import type { FastifyReply, FastifyRequest } from 'fastify'
import { SCOPES } from '../domain/api-key.ts'
import { Refusal } from '../domain/problem.ts'
import type { ApiRequest, ApiResponse } from '../mcp/api.ts'
import type { ApiDeps, ApiSettings, App } from './app.ts'
import { authenticate } from './bearer.ts'
import { closedSignal } from './closed-signal.ts'
import { errorBody } from './errors.ts'
import { NO_STORE } from './headers.ts'

const REMAINING = 'ratelimit-remaining'
const ONLY_POST = 'Send messages by POST: there are no sessions to end, and no messages that the server begins.'

// The Model Context Protocol over Streamable HTTP, without sessions: one JSON message in, one JSON message out. Tools call the API
// with the caller's own key, so `free` is right: each of these requests takes its slot in the limiter of its class. It describes
// itself (`tools/list`), so it is not in the OpenAPI document.
export function addMcpRoutes(app: App, { pool, settings }: ApiDeps): void {
  const authenticated = authenticate(pool)
  // What a tool needs beyond `read` is checked by the requests that it makes.
  const config = { class: 'free' as const, scope: 'read' as const }
  const onRequest = async (request: FastifyRequest) => {
    checkOrigin(request, settings)
    requireBearer(request)
    await authenticated(request)
  }
  app.post('/mcp', { config, onRequest }, (request, reply) => handle(app, settings, request, reply))
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    config,
    handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(errorBody(405, ONLY_POST)),
  })
}

// A page of another site must not use a key that its visitor's browser holds.
function checkOrigin({ headers }: FastifyRequest, { publicUrl, corsOrigins }: ApiSettings): void {
  const { origin } = headers
  if (origin !== undefined && origin !== publicUrl?.origin && !corsOrigins.includes(origin))
    throw new Refusal('forbidden', `Pages of ${origin} may not use /mcp: send no Origin.`, ['misused'])
}

function requireBearer({ headers }: FastifyRequest): void {
  if (headers.authorization === undefined)
    throw new Refusal('unauthorized', 'Send a key as "Authorization: Bearer <key>".', ['keyUnknown'])
}

async function handle(app: App, settings: ApiSettings, request: FastifyRequest, reply: FastifyReply) {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('invalid', 'The body must be one JSON-RPC message; batches are not read.', ['misused'])
  // Loaded by the first request: 30 MB that an installation without agents does not need.
  const { createMcpServer } = await import('../mcp/server.ts')
  const { openApi } = await import('../mcp/api.ts')
  const { WebStandardStreamableHTTPServerTransport: Transport } = await import(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
  )
  const origin = `${request.protocol}://${request.host}`
  const server = createMcpServer({
    api: openApi(requestsOf(app, request, reply)),
    publicUrl: settings.publicUrl?.href ?? origin,
    timeZone: settings.timeZone,
    // A session has every scope.
    scopes: request.key?.scopes ?? SCOPES,
    isLimited: request.key !== null && request.key.projects !== null,
    secret: request.headers.authorization ?? '',
    now: new Date(),
  })
  const transport = new Transport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(toWebRequest(request, origin), { parsedBody: body })
    reply.code(response.status).headers({ ...Object.fromEntries(response.headers), 'cache-control': NO_STORE })
    return reply.send(await response.text())
  } finally {
    await server.close()
  }
}

// Calls the API as the caller: with its key, and from its address. Each request counts towards the limit of the key, so the response
// has what is left after the last one.
function requestsOf(app: App, request: FastifyRequest, reply: FastifyReply) {
  const signal = closedSignal(reply)
  const { authorization = '', 'user-agent': userAgent = '' } = request.headers
  return async ({ method, url, body }: ApiRequest): Promise<ApiResponse> => {
    const response = await app.inject({
      method,
      url,
      headers: { authorization, 'user-agent': userAgent, host: request.host },
      remoteAddress: request.ip,
      signal,
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const left = response.headers[REMAINING]
    if (Number(left) < Number(reply.getHeader(REMAINING))) reply.header(REMAINING, left)
    return { status: response.statusCode, body: response.body }
  }
}

function toWebRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  return new Request(`${origin}/mcp`, { method: request.method, headers })
}
