import createClient, { createQuerySerializer } from 'openapi-fetch'
import type { Arguments, Call, CallOptions, ItemOf, ListPath, Method, ResultOf, Schemas } from './calls.ts'
import { COOKIE, fixedToken, type Login, loggedIn } from './credentials.ts'
import { errorOf, PantauError, UnreachableError } from './errors.ts'
import { type EventOptions, type PantauEvent, streamEvents } from './events.ts'
import { type Change, readChanges, readPages } from './pages.ts'
import { startRun, type WaitOptions, waitForRun } from './runs.ts'
import type { paths } from './schema.ts'
import { type Credentials, createSend, type Fetch, type Send, type SendSettings } from './send.ts'
import {
  type ExportedFile,
  type ExportQuery,
  type ExportRow,
  exportFile,
  exportRows,
  type FileOptions,
  type ImportBody,
  type ImportOptions,
  type ImportPreview,
  type ImportQuery,
  type ImportReport,
  importFile,
  type PreviewQuery,
  previewImport,
  type RowQuery,
} from './transfer.ts'

export interface PantauOptions {
  /** The address of the service: "https://pantau.example.org". Empty in a page that the service itself serves. */
  readonly url: string
  /** One of these three, or none in the dashboard of the service itself, where a cookie has the session. */
  readonly key?: string
  readonly token?: string
  readonly login?: Login
  /** How often a request that was refused with 429 or 503 is repeated. 3 by default. */
  readonly retries?: number
  /** The longest wait for a repetition; a longer one is thrown as the error. One minute by default. */
  readonly waitMsMax?: number
  /** Another implementation of fetch. */
  readonly fetch?: Fetch
}

interface Signal {
  readonly signal?: AbortSignal
}

export interface Pantau {
  /** Any operation of the API, with its types: the result is the body of the response, an error is thrown. */
  readonly get: Call<'get'>
  readonly post: Call<'post'>
  readonly put: Call<'put'>
  readonly patch: Call<'patch'>
  readonly delete: Call<'delete'>
  /** Everything in a list, page by page or item by item. */
  pages<P extends ListPath>(path: P, ...init: Arguments<P, 'get'>): AsyncGenerator<ResultOf<P, 'get'>>
  each<P extends ListPath>(path: P, ...init: Arguments<P, 'get'>): AsyncGenerator<ItemOf<P>>
  /** What was added, changed and deleted after a number, for programs that keep a copy. */
  changes(query: { readonly keywordId: string; readonly since: number }, options?: Signal): AsyncGenerator<Change>
  /** Live events. A lost connection is opened again and continues behind the last event. */
  events(options?: EventOptions): AsyncGenerator<PantauEvent>
  /** Starts to collect a project, or finds the run that is under way: the id of its job. Throws QuotaError or RefusedError. */
  startRun(keywordId: string, options?: Signal): Promise<string>
  /** The job when it is done. Throws RunFailedError. */
  waitForRun(jobId: string, options?: WaitOptions): Promise<Schemas['Job']>
  /** A file as a stream, or its rows one by one. */
  exportFile(query: ExportQuery, options?: Signal): Promise<ExportedFile>
  exportRows<const Query extends RowQuery>(query: Query, options?: Signal): AsyncGenerator<ExportRow<Query>>
  /** Loads posts from a file, a stream or a text. */
  importFile(query: ImportQuery, body: ImportBody, options?: ImportOptions): Promise<ImportReport>
  /** How a file would be read; stores nothing. */
  previewImport(query: PreviewQuery, body: ImportBody, options?: FileOptions): Promise<ImportPreview>
  /** Ends the session of a token or log-in. A key has none, and stays valid until it is revoked. */
  logOut(): Promise<void>
}

const RETRIES = 3
const WAIT_MS_MAX = 60_000

export function createPantau(options: PantauOptions): Pantau {
  const { retries = RETRIES, waitMsMax = WAIT_MS_MAX } = options
  const baseUrl = options.url.replace(/\/+$/, '')
  // Called without `this`, which browsers refuse to be anything but the window.
  const fetchOne = options.fetch ?? ((request: Request) => fetch(request))
  const settings = { fetch: fetchOne, retries, waitMsMax }
  const credentials = credentialsOf(options, baseUrl, settings)
  const send = createSend({ ...settings, credentials })
  const calls = createCalls(baseUrl, send)
  const { get, post } = calls
  const urlOf = (path: keyof paths, query: object): string => `${baseUrl}${path}?${serializeQuery(query)}`
  return {
    ...calls,
    pages: (path, ...init) => pagesOf(get, path, init),
    async *each(path, ...init) {
      for await (const { data } of pagesOf(get, path, init) as AsyncGenerator<{ data: never[] }>) yield* data
    },
    changes: ({ keywordId, since }, more) =>
      readChanges((after) => get('/api/mentions/changes', { ...more, query: { keywordId, since: after } }), since),
    events: (more = {}) => streamEvents(send, `${baseUrl}/api/events`, more),
    startRun: (keywordId, more) => startRun(post, keywordId, more?.signal),
    waitForRun: (jobId, more = {}) => waitForRun(get, jobId, more),
    exportFile: (query, more) => exportFile(send, urlOf('/api/export', query), more?.signal),
    exportRows: (query, more) => exportRows(send, urlOf('/api/export', { ...query, format: 'jsonl' }), more?.signal),
    importFile: (query, body, more = {}) => importFile(send, urlOf('/api/import', query), body, more),
    previewImport: (query, body, more = {}) => previewImport(send, urlOf('/api/import/preview', query), body, more),
    async logOut() {
      const token = await credentials.token()
      if (credentials.isCookie) await calls.delete('/api/session')
      else if (token !== null && token !== options.key) await post('/api/auth/logout', { body: { token } })
    },
  }
}

function credentialsOf(
  { key, token, login }: PantauOptions,
  baseUrl: string,
  settings: Omit<SendSettings, 'credentials'>,
): Credentials {
  if (login !== undefined) return loggedIn(baseUrl, login, settings)
  const given = key ?? token
  return given === undefined ? COOKIE : fixedToken(given)
}

// The list types have made sure that the query fits the path.
function pagesOf<P extends ListPath>(
  get: Call<'get'>,
  path: P,
  [init]: Arguments<P, 'get'>,
): AsyncGenerator<ResultOf<P, 'get'>> {
  const read = (query: object) => get(path, ...([{ ...init, query }] as unknown as Arguments<P, 'get'>))
  return readPages(read as never, { ...(init as AnyInit | undefined)?.query })
}

const serializeQuery = createQuerySerializer()

interface AnyInit extends CallOptions {
  readonly query?: Record<string, unknown>
  readonly path?: Record<string, string>
  readonly body?: unknown
}

// The types of `Call` say what may be passed; below them is one function for all paths.
function createCalls(baseUrl: string, send: Send): Pick<Pantau, Method> {
  const client = createClient<Record<string, Record<Method, never>>>({
    baseUrl,
    headers: { accept: 'application/json' },
  })
  const callWith =
    (method: Method) =>
    async (address: string, init: AnyInit = {}) => {
      const { query = {}, path = {}, body, signal, retries, repeatable } = init
      const fetch = (request: Request) => send(() => request.clone(), { retries, repeatable })
      const options = { params: { query, path }, body, fetch, ...(signal === undefined ? {} : { signal }) }
      const { data, error, response } = await client.request(method, address, options as never).catch((cause) => {
        signal?.throwIfAborted()
        throw cause instanceof PantauError
          ? cause
          : new UnreachableError('The request could not be sent, or its response not be read.', { cause })
      })
      if (!response.ok) throw errorOf(response.status, error, response.headers)
      return data
    }
  const [get, post, put, patch] = [callWith('get'), callWith('post'), callWith('put'), callWith('patch')]
  return { get, post, put, patch, delete: callWith('delete') } as unknown as Pick<Pantau, Method>
}
