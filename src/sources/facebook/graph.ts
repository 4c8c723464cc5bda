import { type ApiReply, failureByStatus, safeDetail } from '../http/api-request.ts'
import { asList, asRecord, asText, parseJson } from '../http/json.ts'
import { readRetryAfter } from '../http/politeness.ts'
import { SourceError, type SourceErrorCode } from '../source.ts'

// What Facebook's and Instagram's Graph API have in common: how it fails and how it says that it has had enough.
export const GRAPH_VERSION = 'v26.0'

// The status is 400 for nearly everything; the code is what counts.
export function graphCode(json: unknown): number | null {
  const { code } = asRecord(asRecord(json).error)
  return typeof code === 'number' ? code : null
}

export function isGraphReply(answer: ApiReply): boolean {
  return answer.status === 200 && asRecord(answer.json).error === undefined
}

export function readGraphFailure(platform: string, answer: ApiReply, token: string, now: Date): SourceError {
  const error = asRecord(asRecord(answer.json).error)
  const detail = safeDetail(asText(error.message), [token])
  const number = graphCode(answer.json)
  const code = number === null ? undefined : classify(number)
  if (code === undefined) return failureByStatus(platform, answer, detail, now)
  const retryAt = code === 'rate_limited' ? regainAt(answer.headers, now) : undefined
  return new SourceError(code, `${platform} (code ${number}): ${detail}`, { status: answer.status, retryAt })
}

const RATE_CODES = new Set([4, 17, 32, 613, 80_001, 80_002])

function classify(code: number): SourceErrorCode | undefined {
  if (code === 190 || code === 102) return 'auth'
  if (code === 3 || code === 10 || (code >= 200 && code <= 299)) return 'forbidden'
  if (RATE_CODES.has(code)) return 'rate_limited'
  if (code === 100 || code === 803) return 'bad_request'
  return code === 1 || code === 2 ? 'upstream' : undefined
}

export interface Usage {
  // The most used of all budgets, in percent.
  readonly percent: number
  // Minutes until a refused caller is let in again, as the platform estimates them; 0 when it does not.
  readonly regainMinutes: number
}

// The usage headers hold JSON: one object for the app, lists by business for the business use cases.
export function readUsage(headers: Headers): Usage {
  const app = asRecord(readHeader(headers, 'x-app-usage'))
  const businesses = Object.values(asRecord(readHeader(headers, 'x-business-use-case-usage'))).flatMap(asList)
  const usages = [app, ...businesses.map(asRecord)]
  const percents = usages.flatMap((usage) => [usage.call_count, usage.total_time, usage.total_cputime].map(asPercent))
  const minutes = usages.map((usage) => asPercent(usage.estimated_time_to_regain_access))
  return { percent: Math.max(0, ...percents), regainMinutes: Math.max(0, ...minutes) }
}

export const USAGE_SLOW_PERCENT = 80
const MINUTE_MS = 60 * 1000
const REST_MINUTES = 5
// Budgets are by the hour, so that a refusal without a time ends within one.
const REFUSED_MINUTES = 60

// When to come back after an answer that was fine but came close to the limit; null when there is no hurry to rest.
export function pausedUntil(headers: Headers, now: Date): Date | null {
  const { percent, regainMinutes } = readUsage(headers)
  if (percent < USAGE_SLOW_PERCENT) return null
  return new Date(now.getTime() + Math.max(regainMinutes, REST_MINUTES) * MINUTE_MS)
}

function regainAt(headers: Headers, now: Date): Date {
  const { regainMinutes } = readUsage(headers)
  const waitMs = (regainMinutes > 0 ? regainMinutes : REFUSED_MINUTES) * MINUTE_MS
  return readRetryAfter(headers, now) ?? new Date(now.getTime() + waitMs)
}

function readHeader(headers: Headers, name: string): unknown {
  try {
    return parseJson(new TextEncoder().encode(headers.get(name) ?? '{}'))
  } catch {
    return {}
  }
}

function asPercent(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
