import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, type ProblemKind } from '../domain/problem.ts'

const STATUS_OF: Readonly<Record<ProblemKind, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'not-acceptable': 406,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  'too-many': 429,
  unavailable: 503,
}

// Everything that goes wrong leaves in the contract's error shape, the framework's own errors included.
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof Problem) {
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    if (error.kind === 'unauthorized') reply.header('www-authenticate', 'Bearer')
    send(reply, STATUS_OF[error.kind], error.message)
    return
  }
  const framework = error as FastifyError
  if (framework.validation !== undefined) send(reply, 400, explainValidation(framework))
  else if (isClientError(framework)) send(reply, framework.statusCode as number, explainClientError(framework))
  else {
    request.log.error({ err: error }, 'request failed')
    send(reply, 500, `Something failed on our side. The log has the details under request id ${request.id}.`)
  }
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  send(reply, 404, `There is nothing at ${request.method} ${request.url.split('?')[0]}. The interface is at /docs.`)
}

export function errorBody(status: number, message: string) {
  return { success: false as const, error: STATUS_CODES[status] ?? 'Error', message }
}

function send(reply: FastifyReply, status: number, message: string): void {
  reply.code(status).type('application/json; charset=utf-8').send(errorBody(status, message))
}

function isClientError(error: FastifyError): boolean {
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
}

const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large: at most 1 MiB is read.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON: send Content-Type: application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
}

function explainClientError(error: FastifyError): string {
  return CLIENT_ERRORS[error.code] ?? (error instanceof SyntaxError ? 'The body is not valid JSON.' : error.message)
}

// Names the field and the rule.
function explainValidation(error: FastifyError): string {
  const [first] = error.validation ?? []
  const where = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'request')
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
