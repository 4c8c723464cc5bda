import { type ApiReply, failureByStatus, safeDetail } from '../http/api-request.ts'
import { asRecord, asText } from '../http/json.ts'
import { readRetryAfter } from '../http/politeness.ts'
import { SourceError, type SourceErrorCode } from '../source.ts'

// A failure may have status 200: only `error.code` decides.
const CODES: Readonly<Record<string, SourceErrorCode>> = {
  access_token_invalid: 'auth',
  scope_not_authorized: 'forbidden',
  scope_permission_missed: 'forbidden',
  invalid_params: 'bad_request',
  rate_limit_exceeded: 'rate_limited',
  daily_quota_limit_exceeded: 'quota',
  internal_error: 'upstream',
  timeout: 'upstream',
}

const RATE_WAIT_MS = 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

export function errorCode(reply: ApiReply): string | null {
  return asText(asRecord(asRecord(reply.json).error).code)
}

export function isOk(reply: ApiReply): boolean {
  return reply.status === 200 && errorCode(reply) === 'ok'
}

// While TikTok prepares further pages of a search it refuses them with various codes: an unknown one, or one about the
// search id. TikTok's own client retries a little later.
export function isPreparing(reply: ApiReply, searchId: string | null): boolean {
  const code = errorCode(reply)
  if (code === null || code === 'ok') return false
  if (CODES[code] === undefined) return reply.status < 500
  const message = asText(asRecord(asRecord(reply.json).error).message) ?? ''
  return code === 'invalid_params' && searchId !== null && /search[_ ]?id/i.test(message)
}

export function readFailure(reply: ApiReply, secrets: readonly string[], now: Date): SourceError {
  const error = asRecord(asRecord(reply.json).error)
  const name = asText(error.code)
  const detail = safeDetail(asText(error.message), secrets)
  if (name === null || name === 'ok') return failureByStatus('TikTok', reply, detail, now)
  // An unknown code with status 200 is a problem on TikTok's side; with another status, the status is more specific.
  const code = CODES[name] ?? (reply.status === 200 ? 'upstream' : undefined)
  if (code === undefined) return failureByStatus('TikTok', reply, `${safeDetail(name, secrets)} ${detail}`, now)
  const retryAt = code === 'quota' ? nextUtcDay(now) : code === 'rate_limited' ? rateReset(reply, now) : undefined
  return new SourceError(code, `TikTok (${safeDetail(name, secrets)}): ${detail}`, { status: reply.status, retryAt })
}

// The token endpoint has its own error format: {"error": "invalid_client", "error_description": "…"}.
export function readTokenFailure(reply: ApiReply, secrets: readonly string[], now: Date): SourceError {
  const body = asRecord(reply.json)
  const name = asText(body.error)
  if (name === null || reply.status >= 500 || reply.status === 429) return readFailure(reply, secrets, now)
  const detail = safeDetail(`${name}: ${asText(body.error_description) ?? ''}`, secrets)
  return new SourceError('auth', `TikTok refused to issue a token: ${detail}`, { status: reply.status })
}

function nextUtcDay(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)
}

function rateReset(reply: ApiReply, now: Date): Date {
  return readRetryAfter(reply.headers, now) ?? new Date(now.getTime() + RATE_WAIT_MS)
}
