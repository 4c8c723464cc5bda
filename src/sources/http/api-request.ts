import { cutText, plainText } from '../../text/plain.ts'
import { type Fetch, SourceError } from '../source.ts'
import { parseJson } from './json.ts'
import { readRetryAfter } from './politeness.ts'
import { redact } from './redact.ts'

export const REPLY_BYTES_MAX = 20 * 1024 * 1024

export interface ApiRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export interface ApiReply {
  readonly status: number
  readonly headers: Headers
  // Undefined when the body is not JSON, such as a gateway's error page.
  readonly json: unknown
}

// Calls a platform's API at an address built from the operator's base URL.
export async function requestApi(fetch: Fetch, url: URL, request: ApiRequest): Promise<ApiReply> {
  const response = await fetch(url, { ...request, bytesMax: REPLY_BYTES_MAX, trusted: true })
  return { status: response.status, headers: response.headers, json: tryJson(response.bytes) }
}

function tryJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch {
    return undefined
  }
}

// The address of an API call. A base URL may have a path of its own, for example that of a gateway.
export function addressOf(
  baseUrl: string,
  path: string,
  params: Readonly<Record<string, string | number | null | undefined>> = {},
): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/${path}`)
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

const DETAIL_UNITS_MAX = 300

// A platform's error message, short enough for a log line and without our secrets: some platforms quote the token that they
// refuse.
export function safeDetail(detail: string | null, secrets: readonly string[]): string {
  let text = plainText(detail ?? '').replace(/\s+/g, ' ')
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '[hidden]')
  return cutText(redact(text), DETAIL_UNITS_MAX)
}

// Classifies a failure by its status, for replies whose body does not explain it.
export function failureByStatus(platform: string, reply: ApiReply, detail: string, now: Date): SourceError {
  const { status } = reply
  const message = `${platform} returned ${status}${detail === '' ? '.' : `: ${detail}`}`
  if (status === 401) return new SourceError('auth', message, { status })
  if (status === 403) return new SourceError('forbidden', message, { status })
  if (status === 429) {
    return new SourceError('rate_limited', message, { status, retryAt: readRetryAfter(reply.headers, now) })
  }
  if (status >= 500) {
    return new SourceError('upstream', message, { status, retryAt: readRetryAfter(reply.headers, now) })
  }
  if (status >= 400) return new SourceError('bad_request', message, { status })
  return new SourceError('unreadable', `${platform} returned ${status} with a body in an unknown format.`, {
    status,
  })
}
