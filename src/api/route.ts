import type { FastifyRequest, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { Pool } from '../store/db.ts'
import type { App } from './app.ts'
import { authenticate, requireAdmin } from './bearer.ts'
import { type OperationScope, scopeOf } from './key-guard.ts'
import type { RouteClass } from './limits.ts'
import { WireError } from './wire/fields.ts'

declare module 'fastify' {
  interface FastifyRequest {
    // True while the rest of its body is awaited.
    isReceiving: boolean
  }
}

// What differs from one operation to the next. The statuses of any operation are added: 400, 408, 417, 431, 500 and 503
// for all, 401, 403 and 429 for those that need a session or a key.
interface Operation {
  // Unique among all operations: generated clients name their functions after it.
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly class?: RouteClass
  // What a key needs to call it. By the method when absent: `read` for GET, `write` for all others.
  readonly scope?: OperationScope
  readonly params?: TSchema
  readonly querystring?: TSchema
  readonly headers?: TSchema
  readonly body?: TSchema
  readonly consumes?: string[]
  readonly response: Readonly<Record<number, unknown>>
  // Its other statuses, with the error body.
  readonly errors?: readonly number[]
}

type Inputs<O extends Operation> = Pick<O, Extract<keyof O, 'params' | 'querystring' | 'headers' | 'body'>>

type Check = (request: FastifyRequest) => Promise<void>
type Security = Record<string, string[]>[]

// Route options by who may call: `open` to everyone, `user` needs a session or a key, `admin` the role too.
export function routesOf(pool: Pool, tag: string) {
  const authenticated = authenticate(pool)
  const isAdmin: Check = async (request) => {
    await authenticated(request)
    requireAdmin(request)
  }
  const session = [{ bearer: [] }, { cookie: [] }]
  return {
    open: <const O extends Operation>(operation: O) => optionsOf(operation, tag, [], []),
    user: <const O extends Operation>(operation: O) => ({
      onRequest: authenticated,
      ...optionsOf(operation, tag, [401, 403], session),
    }),
    admin: <const O extends Operation>(operation: O) => ({
      onRequest: isAdmin,
      ...optionsOf({ scope: 'admin', ...operation }, tag, [401, 403], session),
    }),
  }
}

function optionsOf<O extends Operation>(operation: O, tag: string, statuses: readonly number[], security: Security) {
  const {
    id,
    summary,
    description,
    class: routeClass = 'quick',
    scope,
    consumes,
    response,
    errors = [],
    ...inputs
  } = operation
  const failures = Object.fromEntries(
    [400, ...statuses, ...errors, 408, 417, 431, 500, 503].map((status) => [status, WireError]),
  )
  const schema = {
    tags: [tag],
    security,
    operationId: id,
    summary,
    description,
    ...(consumes === undefined ? {} : { consumes }),
    ...(inputs as unknown as Inputs<O>),
    response: { ...failures, ...response } as Record<number, TSchema>,
  }
  return { config: { class: routeClass, ...(scope === undefined ? {} : { scope }) }, schema }
}

// A request that may change something can also fail because its body is too large or its type is not read, whether the operation wants
// a body or not.
export function declareRefusals(app: App): void {
  app.addHook('onRoute', ({ method, schema, config }) => {
    // The route for HEAD has the schema of the one for GET.
    if (schema?.response === undefined || method === 'HEAD') return
    if (schema.security !== undefined && schema.security.length > 0)
      declareScope(schema, scopeOf(config?.scope, String(method)))
    if (method !== 'GET') schema.response = { 413: WireError, 415: WireError, ...(schema.response as object) }
  })
}

// Says in the document which scope a key needs, for people and for programs.
function declareScope(schema: FastifySchema, scope: OperationScope): void {
  if (scope === 'session') {
    schema.description = `${schema.description} Not with a key.`
    return
  }
  schema.description = `${schema.description} A key needs the scope \`${scope}\`.`
  // Only schemes of OAuth 2 declare scopes, so a list here would name unknown ones.
  schema.security = [...(schema.security ?? []), { key: [] }]
  schema.response = { 429: WireError, ...(schema.response as object) }
  Object.assign(schema, { 'x-scope': scope })
}

export const RESPONSE_MS_MAX = 30_000
// A language model writes at its own pace; files are as long as they are.
const FREE_RESPONSE_MS_MAX = 3_600_000

// No response is waited for without end, whatever blocks it: a hanging database, for example.
export function limitTime(app: App, responseMsMax: number): void {
  app.addHook('onRoute', (route) => {
    route.handlerTimeout = route.config?.class === 'free' ? FREE_RESPONSE_MS_MAX : responseMsMax
  })
  app.decorateRequest('isReceiving', false)
  app.addHook('preParsing', (request, _reply, payload, done) => {
    request.isReceiving = true
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    request.isReceiving = false
    done()
  })
}
