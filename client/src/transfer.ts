import type { Schemas } from './calls.ts'
import { InvalidError, UnreachableError } from './errors.ts'
import { bodyOf, readLines } from './lines.ts'
import type { operations } from './schema.ts'
import type { Send } from './send.ts'

// Files in both directions, as streams: nothing is held as a whole.

export type ExportQuery = operations['exportMentions']['parameters']['query']
export type RowQuery = Omit<ExportQuery, 'format'>
export type ImportQuery = operations['importPosts']['parameters']['query']
export type PreviewQuery = operations['previewImport']['parameters']['query']
export type ImportPreview = Schemas['ImportPreview']
export type ImportReport = Schemas['ImportReport']
/** A file as it is; the service recognises its format by the content. */
export type ImportBody = Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string

export interface ExportedFile {
  readonly name: string
  readonly type: string
  readonly body: ReadableStream<Uint8Array>
}

/** With chosen columns a row has those, otherwise everything that a mention has. */
export type ExportRow<Query extends RowQuery> = Query extends { columns: string }
  ? Readonly<Record<string, string | number | boolean | readonly string[] | null>>
  : Schemas['EnrichedMention']

/** First how many rows the file has, then each row. */
export type ImportLine =
  | { readonly rows_total: number }
  | {
      readonly row: number
      readonly outcome: 'new' | 'known' | 'not_matched' | 'outside_dates' | 'unpaid' | 'invalid'
      readonly message: string | null
      /** Why it cannot be read. */
      readonly reason: Schemas['Reason'] | null
    }

export interface FileOptions {
  readonly signal?: AbortSignal
  /** The media type, where the content is not to decide: "text/csv". */
  readonly type?: string
}

export interface ImportOptions extends FileOptions {
  /** Called with each line as soon as it is stored. */
  readonly onLine?: (line: ImportLine) => void
}

export async function exportFile(send: Send, url: string, signal?: AbortSignal): Promise<ExportedFile> {
  const response = await send(() => new Request(url, signal === undefined ? {} : { signal }))
  const body = await bodyOf(response)
  return { name: fileNameIn(response), type: response.headers.get('content-type') ?? '', body }
}

// RFC 6266: a name in other scripts is in `filename*`, beside one that every program can read.
function fileNameIn(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? ''
  const [, full] = /filename\*=UTF-8''([^;\s]+)/.exec(disposition) ?? []
  const [, plain = 'pantau'] = /filename="([^"]+)"/.exec(disposition) ?? []
  return full === undefined ? plain : decodeURIComponent(full)
}

export async function* exportRows<Query extends RowQuery>(
  send: Send,
  url: string,
  signal?: AbortSignal,
): AsyncGenerator<ExportRow<Query>> {
  const { body } = await exportFile(send, url, signal)
  for await (const line of readLines(body, signal)) yield JSON.parse(line)
}

export async function importFile(
  send: Send,
  url: string,
  body: ImportBody,
  { onLine, ...options }: ImportOptions,
): Promise<ImportReport> {
  const response = await sendFile(send, url, { body, accept: 'application/x-ndjson', ...options })
  const lines = readLines(await bodyOf(response), options.signal)
  for await (const line of lines) {
    const value = JSON.parse(line)
    if ('report' in value) return value.report
    // The status was sent before the rows, so a failure is a line.
    if ('error' in value) {
      const { error, reason = null } = value
      throw new InvalidError(error, { status: 400, code: 'Bad Request', reason })
    }
    onLine?.(value)
  }
  throw new UnreachableError('The response was cut.')
}

export async function previewImport(
  send: Send,
  url: string,
  body: ImportBody,
  options: FileOptions,
): Promise<ImportPreview> {
  const response = await sendFile(send, url, { body, accept: 'application/json', ...options })
  return (await new Response(await bodyOf(response)).json()) as ImportPreview
}

interface SentFile extends FileOptions {
  readonly body: ImportBody
  readonly accept: string
}

function sendFile(send: Send, url: string, file: SentFile): Promise<Response> {
  const { body, accept, type = 'application/octet-stream', signal } = file
  const isStream = body instanceof ReadableStream
  const init = {
    method: 'POST',
    headers: { accept, 'content-type': type },
    body,
    ...(signal === undefined ? {} : { signal }),
    // Required for streams by the standard: the response begins when the request was sent.
    ...(isStream ? { duplex: 'half' } : {}),
  }
  return send(() => new Request(url, init as RequestInit), { once: isStream })
}
