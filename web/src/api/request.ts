// All requests to the server go through this module, except for files with a progress bar (upload.ts): JSON or a file in, JSON out. The session is in a cookie that scripts cannot read.
export class ApiError extends Error {
  readonly status: number
  readonly retryAfterSeconds: number | null

  constructor(status: number, message: string, retryAfterSeconds: number | null) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

// No response at all: the network or the service is down.
export class Unreachable extends Error {
  constructor() {
    super('The server did not respond.')
    this.name = 'Unreachable'
  }
}

export type Query = Readonly<Record<string, string | readonly string[]>>

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly query?: Query
  readonly body?: unknown
  // Sent as it is, instead of a body.
  readonly file?: Blob
  readonly signal?: AbortSignal
}

export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { method = 'GET', body, file, signal } = options
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      // A form on another site cannot send this header; the server rejects changes without it.
      ...(method === 'GET' ? {} : { 'x-pantau-request': '1' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': FILE_TYPE }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: file }),
    ...(signal === undefined ? {} : { signal }),
  }
  const response = await send(withQuery(path, options.query), init)
  if (!response.ok) throw await readError(response)
  return (await response.json()) as T
}

// The server recognises a file by its content.
export const FILE_TYPE = 'application/octet-stream'

export function withQuery(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
  )
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? path : `${path}?${text}`
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Unreachable()
  }
}

async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const message =
    typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
      ? body.message
      : response.statusText
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(response.status, message, Number.isFinite(retryAfter) ? retryAfter : null)
}
