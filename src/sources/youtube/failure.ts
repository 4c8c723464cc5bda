import { type ApiReply, failureByStatus, safeDetail } from '../http/api-request.ts'
import { asList, asRecord, asText } from '../http/json.ts'
import { readRetryAfter } from '../http/politeness.ts'
import { SourceError, type SourceErrorCode } from '../source.ts'
import { quotaResetAt } from './quota.ts'

// The status is misleading: a wrong key is a 400 and a used-up quota a 403. The reason decides.
const REASONS: Readonly<Record<string, SourceErrorCode>> = {
  quotaExceeded: 'quota',
  dailyLimitExceeded: 'quota',
  rateLimitExceeded: 'rate_limited',
  userRateLimitExceeded: 'rate_limited',
  RATE_LIMIT_EXCEEDED: 'rate_limited',
  API_KEY_INVALID: 'auth',
  keyInvalid: 'auth',
  keyExpired: 'auth',
  authError: 'auth',
  API_KEY_SERVICE_BLOCKED: 'forbidden',
  accessNotConfigured: 'forbidden',
  SERVICE_DISABLED: 'forbidden',
  ipRefererBlocked: 'forbidden',
  forbidden: 'forbidden',
  backendError: 'upstream',
  internalError: 'upstream',
}

const RATE_WAIT_MS = 60 * 1000

export function readFailure(reply: ApiReply, key: string, now: Date): SourceError {
  const error = asRecord(asRecord(reply.json).error)
  const detail = safeDetail((asText(error.message) ?? '').replace(/<[^>]*>/g, ''), [key])
  const code = reasonsOf(reply.json)
    .map((reason) => REASONS[reason])
    .find((found) => found !== undefined)
  if (code === undefined) return failureByStatus('YouTube', reply, detail, now)
  const retryAt = code === 'quota' ? quotaResetAt(now) : code === 'rate_limited' ? rateReset(reply, now) : undefined
  return new SourceError(code, `YouTube: ${detail}`, { status: reply.status, retryAt })
}

// The most specific reasons first: `details` has API_KEY_INVALID where `errors` has only badRequest.
export function reasonsOf(json: unknown): readonly string[] {
  const error = asRecord(asRecord(json).error)
  return [...asList(error.details), ...asList(error.errors)].map(asRecord).flatMap(({ reason }) => asText(reason) ?? [])
}

function rateReset(reply: ApiReply, now: Date): Date {
  return readRetryAfter(reply.headers, now) ?? new Date(now.getTime() + RATE_WAIT_MS)
}
