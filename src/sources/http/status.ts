import { type FetchReply, SourceError } from '../source.ts'
import { readRetryAfter } from './politeness.ts'
import { redactUrl } from './redact.ts'

const BUSY_MS = 15 * 60_000

// Classifies the status of a feed, an article or a keyless search. Null for success.
export function failureOf(reply: FetchReply, now: Date): SourceError | null {
  const { status } = reply
  if (status >= 200 && status < 300) return null
  const retryAt = readRetryAfter(reply.headers, now)
  const message = `${redactUrl(reply.url)} returned ${status}${MEANINGS[status] ?? '.'}`
  if (status === 429 || (status === 503 && retryAt !== undefined)) {
    return new SourceError('rate_limited', message, { status, retryAt: retryAt ?? new Date(now.getTime() + BUSY_MS) })
  }
  if (status === 401 || status === 407) return new SourceError('auth', message, { status })
  if (status === 402 || status === 403 || status === 410 || status === 451) {
    return new SourceError('forbidden', message, { status })
  }
  if (status >= 500) return new SourceError('upstream', message, { status })
  if (status >= 400) return new SourceError('bad_request', message, { status })
  return new SourceError('unreadable', message, { status })
}

const MEANINGS: Readonly<Record<number, string>> = {
  401: ': a login is required.',
  403: ': access is denied.',
  404: ': there is nothing at this address.',
  410: ': the feed was removed permanently.',
  429: ': too many requests.',
}
