import { type ApiReply, failureByStatus, safeDetail } from '../http/api-request.ts'
import { asList, asRecord, asText } from '../http/json.ts'
import { readRetryAfter } from '../http/politeness.ts'
import { SourceError, type SourceErrorCode } from '../source.ts'
import { quotaResetAt } from './quota.ts'

// Statuses mislead here: a wrong key is a 400 and a spent quota a 403. The reason is what counts.
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

export function readFailure(answer: ApiReply, key: string, now: Date): SourceError {
  const error = asRecord(asRecord(answer.json).error)
  const detail = safeDetail((asText(error.message) ?? '').replace(/<[^>]*>/g, ''), [key])
  const code = reasonsOf(answer.json)
    .map((reason) => REASONS[reason])
    .find((found) => found !== undefined)
  if (code === undefined) return failureByStatus('YouTube', answer, detail, now)
  const retryAt = code === 'quota' ? quotaResetAt(now) : code === 'rate_limited' ? rateReset(answer, now) : undefined
  return new SourceError(code, `YouTube: ${detail}`, { status: answer.status, retryAt })
}

// The most telling first: the details name API_KEY_INVALID where `errors` only says badRequest.
export function reasonsOf(json: unknown): readonly string[] {
  const error = asRecord(asRecord(json).error)
  return [...asList(error.details), ...asList(error.errors)].map(asRecord).flatMap(({ reason }) => asText(reason) ?? [])
}

function rateReset(answer: ApiReply, now: Date): Date {
  return readRetryAfter(answer.headers, now) ?? new Date(now.getTime() + RATE_WAIT_MS)
}
