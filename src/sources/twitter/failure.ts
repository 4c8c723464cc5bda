import { type ApiReply, failureByStatus, safeDetail } from '../http/api-request.ts'
import { asList, asRecord, asText } from '../http/json.ts'
import { readRetryAfter } from '../http/politeness.ts'
import { SourceError } from '../source.ts'

// A window of fifteen minutes, when X does not say when it ends.
const WINDOW_MS = 15 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

// Tells X's failures apart. A problem's `type` lives on two hosts, so only its last path segment counts.
export function readFailure(answer: ApiReply, token: string, now: Date): SourceError {
  const problem = asRecord(answer.json)
  const type = (asText(problem.type) ?? '').split('/').at(-1)
  const detail = safeDetail(asText(problem.detail) ?? asText(problem.title), [token])
  const { status } = answer
  if (status === 402 || type === 'credits') {
    // Nobody knows when the operator buys credits; a day is soon enough to look again.
    return new SourceError('quota', `X has no credits left: ${detail}`, { status, retryAt: later(now, DAY_MS) })
  }
  if (type === 'usage-capped') {
    return new SourceError('quota', `X's usage cap is reached: ${detail}`, {
      status,
      retryAt: nextPeriod(problem, now),
    })
  }
  if (status === 429) {
    const retryAt = readReset(answer.headers, now) ?? readRetryAfter(answer.headers, now) ?? later(now, WINDOW_MS)
    return new SourceError('rate_limited', `X asks to wait: ${detail}`, { status, retryAt })
  }
  if (type === 'client-forbidden') return new SourceError('forbidden', `X refuses this app: ${detail}`, { status })
  return failureByStatus('X', answer, messageOf(problem, detail, token), now)
}

// Which parameters a 400 complains about.
export function rejectedParameters(json: unknown): ReadonlySet<string> {
  const errors = asList(asRecord(json).errors).map(asRecord)
  return new Set(errors.flatMap((error) => Object.keys(asRecord(error.parameters))))
}

// True when the window is used up: the next request would be refused.
export function isSpent(headers: Headers): boolean {
  return headers.get('x-rate-limit-remaining')?.trim() === '0'
}

// The reset is in unix seconds. What lies more than a day ahead is not believed.
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
