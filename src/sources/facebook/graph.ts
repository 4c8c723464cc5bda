import { type ApiReply, failureByStatus, safeDetail } from '../http/api-request.ts'
import { asList, asRecord, asText, parseJson } from '../http/json.ts'
import { readRetryAfter } from '../http/politeness.ts'
import { SourceError, type SourceErrorCode } from '../source.ts'

// Shared by the Graph APIs of Facebook and Instagram: the API version, failures and rate limits.
export const GRAPH_VERSION = 'v26.0'

// Nearly every failure has status 400, so the code identifies it.
export function graphCode(json: unknown): number | null {
  const { code } = asRecord(asRecord(json).error)
  return typeof code === 'number' ? code : null
}

export function isGraphReply(reply: ApiReply): boolean {
  return reply.status === 200 && asRecord(reply.json).error === undefined
}

export function readGraphFailure(platform: string, reply: ApiReply, token: string, now: Date): SourceError {
  const error = asRecord(asRecord(reply.json).error)
  const detail = safeDetail(asText(error.message), [token])
  const number = graphCode(reply.json)
  const code = number === null ? undefined : classify(number)
  if (code === undefined) return failureByStatus(platform, reply, detail, now)
  const retryAt = code === 'rate_limited' ? regainAt(reply.headers, now) : undefined
  return new SourceError(code, `${platform} (code ${number}): ${detail}`, { status: reply.status, retryAt })
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
  // The highest usage of all rate limits, in percent.
  readonly percent: number
  // Minutes until access is regained, as estimated by the platform; 0 without an estimate.
  readonly regainMinutes: number
}

// The usage headers contain JSON: one object for the app, and lists by business for the business use cases.
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
const PAUSE_MINUTES = 5
// Rate limits are hourly, so a refusal without a time ends within an hour.
const REFUSED_MINUTES = 60

// When to send the next request after a successful reply that is close to the rate limit. Null when no pause is needed.
export function pausedUntil(headers: Headers, now: Date): Date | null {
  const { percent, regainMinutes } = readUsage(headers)
  if (percent < USAGE_SLOW_PERCENT) return null
  return new Date(now.getTime() + Math.max(regainMinutes, PAUSE_MINUTES) * MINUTE_MS)
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
