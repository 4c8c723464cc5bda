// What the tools are built on: the public HTTP interface, with the key of the caller. Ownership, scopes, quota and rate limits hold
// here because they hold there.
export interface Api {
  get<T>(path: string, query?: Query): Promise<T>
  send<T>(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<T>
}

export type Query = Readonly<Record<string, string | number | undefined>>

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  readonly body?: unknown
}

export interface ApiResponse {
  readonly status: number
  readonly body: string
}

// The interface refused the request; the message says why.
export class ApiRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function openApi(request: (request: ApiRequest) => Promise<ApiResponse>): Api {
  const call = async <T>(options: ApiRequest): Promise<T> => {
    const { status, body } = await request(options)
    const value: unknown = JSON.parse(body)
    if (status >= 200 && status < 300) return value as T
    throw new ApiRefusal(status, (value as { message: string }).message)
  }
  return {
    get: (path, query = {}) => call({ method: 'GET', url: withQuery(path, query) }),
    send: (method, path, body) => call({ method, url: path, body }),
  }
}

const AT_ONCE_MAX = 4

// A few requests at a time, so that one tool does not fill the queue that all readers share.
export async function mapSome<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += AT_ONCE_MAX)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE_MAX).map(work))))
  return results
}

export function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value))
  return params.size === 0 ? path : `${path}?${params}`
}
