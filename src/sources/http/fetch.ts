import { lookup as resolve } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { Client, type Dispatcher } from 'undici'
import { cutText } from '../../text/plain.ts'
import { type Fetch, type FetchOptions, type FetchReply, SourceError } from '../source.ts'
import { ACCEPT_ENCODING, readBeginning, readBody } from './body.ts'
import { type Address, checkedAddresses, type Lookup, pinnedLookup } from './guard.ts'
import { type HostLimiter, openHostLimiter } from './politeness.ts'
import { redact, redactUrl } from './redact.ts'

export interface OpenFetchOptions {
  // Names the product and a page about it, so that site operators can contact us.
  readonly userAgent: string
  // Allows private addresses and any port (tests, intranets).
  readonly allowPrivate: boolean
  // The pause after each request to a host whose limits are unknown.
  readonly hostSpacingMs: number
  // The pause after each request to a platform's API, which announces its own limits.
  readonly trustedSpacingMs?: number
  // From the first packet to the last byte, redirects included. Time spent waiting in the host's queue is not counted.
  readonly deadlineMs?: number
  readonly connectMs?: number
  readonly lookup?: Lookup
}

const DEADLINE_MS = 15_000
const CONNECT_MS = 5_000
const TRUSTED_SPACING_MS = 200
const REDIRECTS_MAX = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PERMANENT = new Set([301, 308])
// Headers that are kept on a redirect to another origin. All others may be credentials or belong to the first address.
const HEADERS_ANYWHERE = new Set(['accept', 'accept-language'])

interface Settings extends Required<Omit<OpenFetchOptions, 'lookup'>> {
  readonly lookup: Lookup
  readonly limiter: HostLimiter
}

// The request of one hop in a chain of redirects.
interface Hop {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

// The only access to the network: guarded, limited in time and size, one request at a time per host.
export function openFetch(options: OpenFetchOptions): Fetch {
  const settings: Settings = {
    deadlineMs: DEADLINE_MS,
    connectMs: CONNECT_MS,
    trustedSpacingMs: Math.min(options.hostSpacingMs, TRUSTED_SPACING_MS),
    lookup: resolveName,
    ...options,
    limiter: openHostLimiter(),
  }
  return (url, request) => follow(settings, url, request)
}

async function follow(settings: Settings, url: URL, request: FetchOptions): Promise<FetchReply> {
  let hop: Hop = {
    url,
    method: request.method ?? 'GET',
    headers: lowerCased(request.headers ?? {}),
    body: request.body ?? null,
  }
  let leftMs = settings.deadlineMs
  let permanent = true
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    // The operator trusted one origin, not the addresses that it redirects to.
    const trusted = request.trusted === true && hop.url.origin === url.origin
    const startedAt = { ms: 0 }
    const reply = await requestHop(settings, hop, request, { trusted, leftMs, startedAt })
    leftMs -= performance.now() - startedAt.ms
    if ('bytes' in reply) return { ...reply, movedPermanently: redirects > 0 && permanent }
    permanent = permanent && PERMANENT.has(reply.status)
    hop = nextHop(hop, reply)
    if (leftMs <= 0) throw new SourceError('network', `${redactUrl(url)}: no response within the time limit`)
  }
  throw new SourceError('network', `${redactUrl(url)}: more than ${REDIRECTS_MAX} redirects`)
}

interface Redirect {
  readonly status: number
  readonly location: string
}
type HopReply = Omit<FetchReply, 'movedPermanently'>
interface HopLimits {
  readonly trusted: boolean
  readonly leftMs: number
  // Set when the host's slot is acquired, so that the wait for it is not counted.
  readonly startedAt: { ms: number }
}

async function requestHop(
  settings: Settings,
  hop: Hop,
  request: FetchOptions,
  limits: HopLimits,
): Promise<HopReply | Redirect> {
  const spacingMs = limits.trusted ? settings.trustedSpacingMs : settings.hostSpacingMs
  const release = await settings.limiter.acquire(limiterKey(hop.url), spacingMs, request.signal)
  limits.startedAt.ms = performance.now()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new DeadlineExceeded()), limits.leftMs)
  const abort = () => deadline.abort(request.signal.reason)
  request.signal.addEventListener('abort', abort, { once: true })
  try {
    return await exchange(settings, hop, request, limits.trusted, deadline.signal)
  } catch (error) {
    // An abort by the caller is not a failure of the platform.
    if (request.signal.aborted) throw request.signal.reason
    throw deadline.signal.aborted
      ? new SourceError('network', `${redactUrl(hop.url)}: no response within the time limit`)
      : asSourceError(error, hop.url)
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', abort)
    release()
  }
}

class DeadlineExceeded extends Error {}

async function exchange(
  settings: Settings,
  hop: Hop,
  { bytesMax, firstResponse = false }: FetchOptions,
  trusted: boolean,
  signal: AbortSignal,
): Promise<HopReply | Redirect> {
  const open = trusted || settings.allowPrivate
  const addresses = await orAborted(checkedAddresses(hop.url, settings.lookup, { open }), signal)
  const client = openClient(hop.url, addresses, settings.connectMs)
  try {
    const response = await client.request({ ...requestOf(hop, settings.userAgent), signal })
    const status = response.statusCode
    if (firstResponse) {
      const bytes = await readBeginning(response.body, bytesMax)
      return { status, headers: toHeaders(response.headers), url: hop.url, bytes }
    }
    const location = first(response.headers.location)
    if (REDIRECTS.has(status) && location !== undefined) return { status, location }
    const bytes = await readBody(
      response.body,
      first(response.headers['content-encoding']),
      first(response.headers['content-length']),
      { bytesMax, label: redactUrl(hop.url) },
    )
    return { status, headers: toHeaders(response.headers), url: hop.url, bytes }
  } finally {
    // Discards the rest of the response. A connection is never reused, so it cannot outlive the check of its address.
    client.destroy().catch(() => {})
  }
}

function openClient(url: URL, addresses: readonly Address[], connectMs: number): Client {
  return new Client(url.origin, {
    // Our own deadline covers the whole exchange; undici's timeouts only measure pauses within it.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectMs, lookup: pinnedLookup(addresses) },
  })
}

function requestOf(hop: Hop, userAgent: string): Dispatcher.RequestOptions {
  return {
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: { 'accept-encoding': ACCEPT_ENCODING, ...hop.headers, 'user-agent': userAgent },
    body: hop.body,
  }
}

function nextHop(hop: Hop, { status, location }: Redirect): Hop {
  const url = URL.parse(location, hop.url.href)
  if (url === null) throw new SourceError('network', `${redactUrl(hop.url)}: redirects to an invalid URL`)
  url.hash = ''
  const becomesGet = status === 303 || (hop.method === 'POST' && (status === 301 || status === 302))
  const sameOrigin = url.origin === hop.url.origin
  if (!sameOrigin && hop.body !== null && !becomesGet)
    throw new SourceError('network', `${redactUrl(hop.url)}: redirects a POST body to another host`)
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (sameOrigin || HEADERS_ANYWHERE.has(name)) && !(becomesGet && name === 'content-type'),
  )
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? null : hop.body,
  }
}

// http and https of a host share one queue; another port is another server.
function limiterKey(url: URL): string {
  return (url.port === '' || url.port === '80' || url.port === '443' ? url.hostname : url.host).replace(/\.$/, '')
}

async function resolveName(hostname: string): Promise<Address[]> {
  const found = await resolve(hostname, { all: true })
  return found.map(({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 }))
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolvePromise, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolvePromise, reject)
  })
}

function asSourceError(error: unknown, url: URL): SourceError {
  if (error instanceof SourceError) return error
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: '' }
  const reason = message === '' ? (code ?? 'the connection failed') : message
  return new SourceError('network', `${redactUrl(url)}: ${cutText(redact(reason), 200)}`)
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function toHeaders(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) {
      try {
        headers.append(name, one)
      } catch {
        // A header that is invalid in HTTP is of no use to us.
      }
    }
  }
  return headers
}
