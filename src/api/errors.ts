import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, type ProblemKind, type Refusal } from '../domain/problem.ts'
import type { Reason } from '../domain/reason.ts'
import { isConnectionLoss, isOverwhelmed, lostNode } from '../store/db.ts'
import { reasonHeader, reasonOfFault } from './reason.ts'

const RETRY_SECONDS = 2
const UNREACHABLE_PROJECT =
  'The part of the database that holds this project cannot be reached at the moment. Other projects may not be affected.'

export const STATUS_OF: Readonly<Record<ProblemKind, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'not-acceptable': 406,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  'too-many': 429,
  'not-set-up': 501,
  unavailable: 503,
}

// Every error is sent in the contract's shape, those of the framework included.
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof Problem) {
    const { reason = null, retryAfterSeconds } = error as Partial<Refusal>
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    if (error.kind === 'unauthorized') reply.header('www-authenticate', 'Bearer')
    send(reply, STATUS_OF[error.kind], error.message, reason)
    return
  }
  if (isOverwhelmed(error)) {
    request.log.error({ request: request.id, err: error }, 'the database cannot execute statements at the moment')
    reply.header('retry-after', String(RETRY_SECONDS))
    send(reply, 503, 'The database cannot do this at the moment. Try again in a moment.', ['overloaded'])
    return
  }
  if (lostNode(error) !== null) {
    request.log.error({ request: request.id, err: error }, 'a node of the database cannot be reached')
    reply.header('retry-after', String(RETRY_SECONDS))
    send(reply, 503, UNREACHABLE_PROJECT, ['overloaded'])
    return
  }
  const framework = error as FastifyError
  if (framework.validation !== undefined) {
    send(reply, 400, explainFramework(framework), reasonOfFault(framework.validation[0]))
  } else if (isGone(framework)) send(reply, 400, 'The request was not sent to its end.', ['misused'])
  else if (isClientError(framework)) {
    const status = framework.statusCode as number
    send(reply, status, explainClientError(framework), [status === 413 ? 'bodyLarge' : 'misused'])
  } else if (framework.code === 'FST_ERR_HANDLER_TIMEOUT' && request.isReceiving) {
    // The time was spent on waiting for the rest of the body: nothing failed on our side.
    request.log.info({ request: request.id }, 'the request was not sent to its end in time')
    reply.header('connection', 'close')
    send(reply, 408, 'The request was not sent to its end in time.', ['misused'])
  } else if (framework.code === 'FST_ERR_HANDLER_TIMEOUT') {
    request.log.error({ request: request.id }, 'response timed out')
    reply.header('retry-after', String(RETRY_SECONDS))
    send(reply, 503, 'The response took too long and was given up. Try again in a moment.', ['overloaded'])
  } else if (hasLeft(error, reply)) {
    request.log.info({ request: request.id }, 'the client left before the response')
    send(reply, 400, 'The connection was closed before the response.', ['misused'])
  } else {
    // The contract has 500 for a lost database too; it may return in a moment.
    const lost = isConnectionLoss(error)
    if (lost) reply.header('retry-after', String(RETRY_SECONDS))
    request.log.error({ err: error }, lost ? 'the connection to the database was lost' : 'request failed')
    send(reply, 500, `Something failed on our side. The log has the details under request id ${request.id}.`, null)
  }
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?')[0]
  send(reply, 404, `There is nothing at ${request.method} ${path}. The interface is at /docs.`, ['gone'])
}

export function errorBody(status: number, message: string) {
  return { success: false as const, error: STATUS_CODES[status] ?? 'Error', message }
}

// Sent as text: the shape is fixed, and in overload most responses are of this kind. The contract's body has no place for the reason.
function send(reply: FastifyReply, status: number, message: string, reason: Reason | null): void {
  if (reason !== null) reply.header('reason', reasonHeader(reason))
  const body = JSON.stringify(errorBody(status, message))
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

function isClientError(error: FastifyError): boolean {
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
}

// The client disconnected in the middle of its body: no one reads the response, and nothing failed on our side.
function isGone(error: FastifyError): boolean {
  return error.code === 'ECONNRESET' && error.message === 'aborted'
}

// The client disconnected before the response, and the work for it was stopped (`closedSignal`). A form that previews what is typed
// does so all the time.
function hasLeft(error: unknown, reply: FastifyReply): boolean {
  return error instanceof Error && error.name === 'AbortError' && reply.raw.destroyed
}

const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large: at most 1 MiB is read.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON: send Content-Type: application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_BAD_URL: 'The path is not valid: a percent sign must begin the code of a byte of UTF-8.',
}

function explainClientError(error: FastifyError): string {
  return CLIENT_ERRORS[error.code] ?? (error instanceof SyntaxError ? 'The body is not valid JSON.' : error.message)
}

function explainFramework({ validation, validationContext }: FastifyError): string {
  const where = validationContext === 'querystring' ? 'query' : (validationContext ?? 'request')
  return explainValidation(validation?.[0], where)
}

type ValidationFault = Pick<
  NonNullable<FastifyError['validation']>[number],
  'keyword' | 'instancePath' | 'params' | 'message'
>

// Names the field and the rule.
export function explainValidation(first: ValidationFault | undefined, where: string): string {
  if (first === undefined) return `The ${where} is not valid.`
  const params = first.params as Record<string, unknown>
  if (first.keyword === 'required') return `${String(params.missingProperty)} is required in the ${where}.`
  if (first.keyword === 'additionalProperties') {
    return `${String(params.additionalProperty)} is not a field of the ${where}.`
  }
  if (first.instancePath === '' && first.keyword === 'type') return `The ${where} must be a JSON object.`
  const field = first.instancePath.slice(1).replaceAll('/', '.') || `the ${where}`
  if (first.keyword === 'enum') {
    const allowed = (params.allowedValues as unknown[]).map((value) => String(value)).join(', ')
    return `${field} must be one of: ${allowed}.`
  }
  return `${field} ${first.message ?? 'is not valid'}.`
}
