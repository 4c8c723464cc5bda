import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/problem.ts'
import { cutText } from '../text/plain.ts'
import type { App } from './app.ts'

// The endpoints of the contract, whose clients may send parameters that the contract does not have.
const CONTRACT = new Set([
  'POST /api/auth/login',
  'GET /api/auth/session',
  'GET /api/auth/me',
  'POST /api/auth/logout',
  'POST /api/auth/logout-all',
  'GET /api/project',
  'POST /api/project',
  'DELETE /api/project',
  'GET /api/project/content-count',
  'PATCH /api/project/listen-status',
  'POST /api/project/generate-summary/:keywordID',
  'GET /api/project/summary/:keywordID',
  'GET /api/mentions',
  'GET /api/mentions/r10',
  'POST /api/ai-service/scrap-project-keywords',
  'GET /api/user-quota',
])

const SHOWN_MAX = 100
const WARNINGS_MAX = 5

// A parameter that is ignored gives another result than the caller wanted: `?sentiment=-1` would return the unfiltered list. Our own
// endpoints refuse it; the contract's ignore it and say so in a header.
export function refuseUnknownQuery(app: App): void {
  app.addHook('preValidation', (request, reply, done) => {
    const names = Object.keys(request.query as object)
    if (names.length > 0 && request.routeOptions.url?.startsWith('/api/')) checkNames(names, request, reply)
    done()
  })
}

function checkNames(names: readonly string[], request: FastifyRequest, reply: FastifyReply): void {
  const { schema, url } = request.routeOptions
  const { properties = {} } = (schema?.querystring ?? {}) as { properties?: object }
  const unknown = names.filter((name) => !Object.hasOwn(properties, name))
  const [first] = unknown
  if (first === undefined) return
  const method = request.method === 'HEAD' ? 'GET' : request.method
  if (CONTRACT.has(`${method} ${url}`)) {
    // Encoded, because a header holds only ASCII.
    const shown = unknown.slice(0, WARNINGS_MAX).map((name) => encodeURIComponent(cutText(name, SHOWN_MAX)))
    reply.header('warning', shown.map((name) => `299 - "unknown query parameter: ${name}"`).join(', '))
    return
  }
  const known = Object.keys(properties)
  const accepted = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`
  throw new Refusal('invalid', `"${cutText(first, SHOWN_MAX)}" is not a parameter of the query: ${accepted}.`, [
    'misused',
  ])
}
