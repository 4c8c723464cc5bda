import { type ApiReply, failureByStatus, safeDetail } from '../http/api-request.ts'
import { asRecord, asText } from '../http/json.ts'
import { readRetryAfter } from '../http/politeness.ts'
import { SourceError, type SourceErrorCode } from '../source.ts'

// A failure may come with status 200: only `error.code` decides.
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

export function errorCode(answer: ApiReply): string | null {
  return asText(asRecord(asRecord(answer.json).error).code)
}

export function isOk(answer: ApiReply): boolean {
  return answer.status === 200 && errorCode(answer) === 'ok'
}

// While TikTok prepares the further pages of a search it refuses them with codes of all kinds: an unknown code, or one
// about the search id. CoverageChange again a little later is what its own client does.
export function isFilling(answer: ApiReply, searchId: string | null): boolean {
  const code = errorCode(answer)
  if (code === null || code === 'ok') return false
  if (CODES[code] === undefined) return answer.status < 500
  const message = asText(asRecord(asRecord(answer.json).error).message) ?? ''
  return code === 'invalid_params' && searchId !== null && /search[_ ]?id/i.test(message)
}

export function readFailure(answer: ApiReply, secrets: readonly string[], now: Date): SourceError {
  const error = asRecord(asRecord(answer.json).error)
  const name = asText(error.code)
  const detail = safeDetail(asText(error.message), secrets)
  if (name === null || name === 'ok') return failureByStatus('TikTok', answer, detail, now)
  // An unknown code with status 200 is TikTok's own trouble; with another status the status knows better.
  const code = CODES[name] ?? (answer.status === 200 ? 'upstream' : undefined)
  if (code === undefined) return failureByStatus('TikTok', answer, `${safeDetail(name, secrets)} ${detail}`, now)
  const retryAt = code === 'quota' ? nextUtcDay(now) : code === 'rate_limited' ? rateReset(answer, now) : undefined
  return new SourceError(code, `TikTok (${safeDetail(name, secrets)}): ${detail}`, { status: answer.status, retryAt })
}

// The token endpoint has its own form: {"error": "invalid_client", "error_description": "…"}.
export function readTokenFailure(answer: ApiReply, secrets: readonly string[], now: Date): SourceError {
  const reply = asRecord(answer.json)
  const name = asText(reply.error)
  if (name === null || answer.status >= 500 || answer.status === 429) return readFailure(answer, secrets, now)
  const detail = safeDetail(`${name}: ${asText(reply.error_description) ?? ''}`, secrets)
  return new SourceError('auth', `TikTok gives no token: ${detail}`, { status: answer.status })
}

function nextUtcDay(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)
}

function rateReset(answer: ApiReply, now: Date): Date {
  return readRetryAfter(answer.headers, now) ?? new Date(now.getTime() + RATE_WAIT_MS)
}
