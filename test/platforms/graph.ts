import type { PlatformReply, PlatformRequest } from './server.ts'

// What the test servers of Facebook and Instagram share, as the real APIs do: tokens, usage headers and error bodies.
export const GRAPH = '/v26.0/'

export interface GraphUsage {
  // Percent of the app's budget.
  readonly percent: number
  readonly regainMinutes?: number
}

export function usageHeaders(usage: GraphUsage): Record<string, string> {
  const app = { call_count: usage.percent, total_time: 10, total_cputime: 10 }
  const business = {
    '17841400000000000': [{ type: 'pages', ...app, estimated_time_to_regain_access: usage.regainMinutes ?? 0 }],
  }
  return { 'x-app-usage': JSON.stringify(app), 'x-business-use-case-usage': JSON.stringify(business) }
}

export function hasToken(request: PlatformRequest, token: string): boolean {
  return request.headers.authorization === `Bearer ${token}`
}

const MESSAGES: Readonly<Record<number, string>> = {
  1: 'An unknown error occurred',
  2: 'An unexpected error has occurred. Please retry your request later.',
  4: '(#4) Application request limit reached',
  10: '(#10) To use Page Public Content Access, your use of this endpoint must be reviewed and approved.',
  18: '(#18) This user has reached the limit of unique hashtags.',
  24: '(#24) The requested resource does not exist',
  32: '(#32) Page request limit reached',
  100: '(#100) Invalid parameter',
  613: '(#613) Calls to this api have exceeded the rate limit.',
  803: '(#803) Some of the aliases you requested do not exist',
  80001: '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
  80002: '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again.',
}

// The status is 400 for nearly everything, so it does not distinguish failures.
export function refuseGraph(code: number, usage: GraphUsage, echo = ''): PlatformReply {
  const message = code === 190 ? `Malformed access token ${echo}` : (MESSAGES[code] ?? `(#${code}) Refused`)
  return {
    status: code === 1 || code === 2 ? 500 : code === 10 || code === 4 ? 403 : 400,
    headers: usageHeaders(usage),
    body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1b' } },
  }
}

const BY_STATUS: Readonly<Record<number, number>> = { 400: 100, 401: 190, 403: 10, 429: 4, 500: 2, 503: 2 }

export function codeForStatus(status: number): number {
  return BY_STATUS[status] ?? 100
}

// As in the real API: an absolute address on its own host, with the token in it. Clients must not follow it.
export function leakyNext(path: string, token: string, after: string): string {
  return `https://graph.facebook.com${path}?access_token=${token}&limit=100&after=${after}`
}

// `2026-11-14T03:21:45+0000`, without a colon in the zone.
export function graphTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}+0000`
}
