import { type ApiReply, failureByStatus, safeDetail } from '../http/api-request.ts'
import { asList, asRecord, asText } from '../http/json.ts'
import { readRetryAfter } from '../http/politeness.ts'
import { SourceError } from '../source.ts'

// Rate limit windows are fifteen minutes long; used when X does not say when the window ends.
const WINDOW_MS = 15 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

// Classifies X's failures. A problem's `type` is a URL on one of two hosts, so only its last path segment counts.
export function readFailure(reply: ApiReply, token: string, now: Date): SourceError {
  const problem = asRecord(reply.json)
  const type = (asText(problem.type) ?? '').split('/').at(-1)
  const detail = safeDetail(asText(problem.detail) ?? asText(problem.title), [token])
  const { status } = reply
  if (status === 402 || type === 'credits') {
    // It is unknown when the operator will buy credits; retrying after a day is soon enough.
    return new SourceError('quota', `The X account has no credits left: ${detail}`, {
      status,
      retryAt: later(now, DAY_MS),
    })
  }
  if (type === 'usage-capped') {
    return new SourceError('quota', `The usage cap of the X account is reached: ${detail}`, {
      status,
      retryAt: nextPeriod(problem, now),
    })
  }
  if (status === 429) {
    const retryAt = readReset(reply.headers, now) ?? readRetryAfter(reply.headers, now) ?? later(now, WINDOW_MS)
    return new SourceError('rate_limited', `The rate limit of X is reached: ${detail}`, { status, retryAt })
  }
  if (type === 'client-forbidden') return new SourceError('forbidden', `X refused this app: ${detail}`, { status })
  return failureByStatus('X', reply, messageOf(problem, detail, token), now)
}

// The parameters that a 400 names as invalid.
export function rejectedParameters(json: unknown): ReadonlySet<string> {
  const errors = asList(asRecord(json).errors).map(asRecord)
  return new Set(errors.flatMap((error) => Object.keys(asRecord(error.parameters))))
}

// True when the rate limit window is used up: the next request would be refused.
export function isWindowUsedUp(headers: Headers): boolean {
  return headers.get('x-rate-limit-remaining')?.trim() === '0'
}

// The reset time is in Unix seconds. A time more than a day ahead is ignored.
export function readReset(headers: Headers, now: Date): Date | undefined {
  const seconds = Number(headers.get('x-rate-limit-reset') ?? Number.NaN)
  const at = seconds * 1000
  return at > now.getTime() && at <= now.getTime() + DAY_MS ? new Date(at) : undefined
}

function nextPeriod(problem: Readonly<Record<string, unknown>>, now: Date): Date {
  const monthly = (asText(problem.period) ?? '').toLowerCase() === 'monthly'
  return monthly ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) : later(now, DAY_MS)
}

function messageOf(problem: Readonly<Record<string, unknown>>, detail: string, token: string): string {
  const first = asText(asRecord(asList(problem.errors)[0]).message)
  return first === null ? detail : safeDetail(first, [token])
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
