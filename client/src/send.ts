import { UnreachableError } from './errors.ts'

// The credentials of the caller. A `login` is exchanged for a token by the first request, and again when that token has expired.
export interface Credentials {
  // The token or key to send; null for none.
  readonly token: () => Promise<string | null>
  // The browser sends a cookie.
  readonly isCookie: boolean
  // Replaces a token that was refused; false where that is not possible.
  readonly renew: (refused: string | null) => Promise<boolean>
}

export interface SendOptions {
  readonly retries?: number | undefined
  readonly repeatable?: boolean | undefined
  // The body is a stream, which cannot be sent twice.
  readonly once?: boolean
}

// Every attempt makes its request anew, because a body can be read only once.
export type Send = (make: () => Request, options?: SendOptions) => Promise<Response>

export type Fetch = (request: Request) => Promise<Response>

export interface SendSettings {
  readonly fetch: Fetch
  readonly credentials: Credentials
  readonly retries: number
  readonly waitMsMax: number
}

// Waits this long, doubled with each attempt, where the response does not say how long.
const WAIT_MS = 1_000

// Sends a request with its credentials and repeats it when it was refused with 429 or 503. What is refused with 429 was not begun, so
// that any request may be repeated; after 503 only one that may be executed twice.
export function createSend(settings: SendSettings): Send {
  const { credentials, retries: retriesOfAll, waitMsMax } = settings
  return async (make, { retries = retriesOfAll, repeatable = false, once = false } = {}) => {
    let isRenewed = false
    for (let attempt = 0; ; ) {
      const token = await credentials.token()
      const request = make()
      if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
      // A form on another site cannot send this header; the service refuses changes with a cookie and without it.
      if (credentials.isCookie && request.method !== 'GET') request.headers.set('x-pantau-request', '1')
      const response = await fetchOrFail(settings.fetch, request)
      if (once) return response
      if (response.status === 401 && !isRenewed) {
        isRenewed = true
        if (!(await credentials.renew(token))) return response
        await response.body?.cancel()
      } else {
        const isRefused = response.status === 429 || (response.status === 503 && (repeatable || isIdempotent(request)))
        if (!isRefused || attempt >= retries) return response
        const waitMs = waitOf(response, attempt)
        if (waitMs > waitMsMax) return response
        attempt++
        await response.body?.cancel()
        await waitFor(waitMs, request.signal)
      }
    }
  }
}

async function fetchOrFail(fetch: Fetch, request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    request.signal.throwIfAborted()
    throw new UnreachableError('The service did not respond.', { cause: error })
  }
}

function isIdempotent({ method }: Request): boolean {
  return method === 'GET' || method === 'PUT' || method === 'DELETE'
}

function waitOf(response: Response, attempt: number): number {
  const seconds = Number(response.headers.get('retry-after') || Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1_000 : WAIT_MS * 2 ** attempt
}

// Rejects as soon as the signal is aborted.
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
