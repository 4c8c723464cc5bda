import { lookup as resolve } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { Client, type Dispatcher } from 'undici'
import { type Fetch, type FetchOptions, type FetchReply, SourceError } from '../source.ts'
import { ACCEPT_ENCODING, readBody } from './body.ts'
import { type Address, checkedAddresses, type Lookup, pinnedLookup } from './guard.ts'
import { openTurns, type Turns } from './politeness.ts'
import { redact, redactUrl } from './redact.ts'

export interface OpenFetchOptions {
  // Names the product and a page about it, so that whoever runs the other side can find us.
  readonly userAgent: string
  // Lets every address be private and use any port (tests, intranets).
  readonly allowPrivate: boolean
  // The pause after each request to a host that nobody told us the limits of.
  readonly hostSpacingMs: number
  // The pause on a platform's interface, which announces its own limits.
  readonly trustedSpacingMs?: number
  // From the first packet to the last byte, redirects included; waiting for the host's turn is not counted.
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
// What may follow a redirect to another origin. Everything else may be a credential or belongs to the first address.
const HEADERS_ANYWHERE = new Set(['accept', 'accept-language'])

interface Settings extends Required<Omit<OpenFetchOptions, 'lookup'>> {
  readonly lookup: Lookup
  readonly turns: Turns
}

// What is asked of one hop, and what changes from hop to hop.
interface Hop {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

// The one way to the network: guarded, bounded in time and size, one request at a time for each host.
export function openFetch(options: OpenFetchOptions): Fetch {
  const settings: Settings = {
    deadlineMs: DEADLINE_MS,
    connectMs: CONNECT_MS,
    trustedSpacingMs: Math.min(options.hostSpacingMs, TRUSTED_SPACING_MS),
    lookup: resolveName,
    ...options,
    turns: openTurns(),
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
    // Trust was given to one origin; where that origin sends us is not the operator's word.
    const trusted = request.trusted === true && hop.url.origin === url.origin
    const startedAt = { ms: 0 }
    const answer = await askInTurn(settings, hop, request, { trusted, leftMs, startedAt })
    leftMs -= performance.now() - startedAt.ms
    if ('bytes' in answer) return { ...answer, movedForGood: redirects > 0 && permanent }
    permanent = permanent && PERMANENT.has(answer.status)
    hop = nextHop(hop, answer)
    if (leftMs <= 0) throw new SourceError('network', `${redactUrl(url)}: no answer within the time allowed`)
  }
  throw new SourceError('network', `${redactUrl(url)}: more than ${REDIRECTS_MAX} redirects`)
}

interface Redirect {
  readonly status: number
  readonly location: string
}
type Answer = Omit<FetchReply, 'movedForGood'>
interface Terms {
  readonly trusted: boolean
  readonly leftMs: number
  // Set when the turn begins, so that the wait for it is not counted.
  readonly startedAt: { ms: number }
}

async function askInTurn(
  settings: Settings,
  hop: Hop,
  request: FetchOptions,
  terms: Terms,
): Promise<Answer | Redirect> {
  const spacingMs = terms.trusted ? settings.trustedSpacingMs : settings.hostSpacingMs
  const endTurn = await settings.turns.take(turnName(hop.url), spacingMs, request.signal)
  terms.startedAt.ms = performance.now()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Late()), terms.leftMs)
  const abort = () => limit.abort(request.signal.reason)
  request.signal.addEventListener('abort', abort, { once: true })
  try {
    return await ask(settings, hop, request.bytesMax, terms.trusted, limit.signal)
  } catch (error) {
    // The caller's own wish to stop is not a failure of the platform.
    if (request.signal.aborted) throw request.signal.reason
    throw limit.signal.aborted
      ? new SourceError('network', `${redactUrl(hop.url)}: no answer within the time allowed`)
      : asSourceError(error, hop.url)
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', abort)
    endTurn()
  }
}

class Late extends Error {}

async function ask(
  settings: Settings,
  hop: Hop,
  bytesMax: number,
  trusted: boolean,
  signal: AbortSignal,
): Promise<Answer | Redirect> {
  const open = trusted || settings.allowPrivate
  const addresses = await orAborted(checkedAddresses(hop.url, settings.lookup, { open }), signal)
  const client = openClient(hop.url, addresses, settings.connectMs)
  try {
    const response = await client.request({ ...requestOf(hop, settings.userAgent), signal })
    const status = response.statusCode
    const location = first(response.headers.location)
    if (REDIRECTS.has(status) && location !== undefined) return { status, location }
    const bytes = await readBody(
      response.body,
      first(response.headers['content-encoding']),
      first(response.headers['content-length']),
      { bytesMax, shown: redactUrl(hop.url) },
    )
    return { status, headers: toHeaders(response.headers), url: hop.url, bytes }
  } finally {
    // Whatever is still coming is not wanted; a connection is never used again, so it cannot outlive its check.
    client.destroy().catch(() => {})
  }
}

function openClient(url: URL, addresses: readonly Address[], connectMs: number): Client {
  return new Client(url.origin, {
    // Our own deadline covers the whole exchange; theirs would only measure the pauses in it.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectMs, lookup: pinnedLookup(addresses) },
  })
}

function requestOf(hop: Hop, userAgent: string): Dispatcher.RequestOptions {
  return {
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: { ...hop.headers, 'user-agent': userAgent, 'accept-encoding': ACCEPT_ENCODING },
    body: hop.body,
  }
}

function nextHop(hop: Hop, { status, location }: Redirect): Hop {
  const url = URL.parse(location, hop.url.href)
  if (url === null) throw new SourceError('network', `${redactUrl(hop.url)}: redirects to something that is no address`)
  url.hash = ''
  const becomesGet = status === 303 || (hop.method === 'POST' && (status === 301 || status === 302))
  const sameOrigin = url.origin === hop.url.origin
  if (!sameOrigin && hop.body !== null && !becomesGet)
    throw new SourceError('network', `${redactUrl(hop.url)}: redirects what we post to another host`)
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

// http and https of a host share one turn; another port is another server.
function turnName(url: URL): string {
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
  return new SourceError('network', `${redactUrl(url)}: ${redact(reason).slice(0, 200)}`)
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
        // A header that HTTP does not allow tells us nothing that we could use.
      }
    }
  }
  return headers
}
