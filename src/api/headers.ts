import type { FastifyReply, FastifyRequest } from 'fastify'

// Nothing from another host, no inline script or style.
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

// The reference page sets styles from its script, in the attributes of elements. Its scripts are as restricted as all others.
export const REFERENCE_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")

// The page of a shared report is read by anybody: it can load its own files and nothing more.
export const SHARED_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const NO_INDEX = 'noindex, nofollow'

export const NO_STORE = 'no-store'

export const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

// Sets what every response carries, unless its route has set another policy.
export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(HEADERS)
  reply.header('x-request-id', request.id)
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', POLICY)
  // Responses of the API are for one caller and one moment.
  if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', NO_STORE)
}
