import { errorOf, UnreachableError } from '../../../client/src/index.ts'
import { type Query, withQuery } from './address.ts'

// The server recognises a file by its content.
const FILE_TYPE = 'application/octet-stream'

export interface Upload {
  readonly query: Query
  readonly file: Blob
  readonly signal: AbortSignal
  // The share of the file that was sent.
  readonly onSent: (share: number) => void
  // Each line of the response, as soon as it arrives.
  readonly onLine: (line: string) => void
}

// Sends a file and reads the response line by line. Only this older interface reports how much of a file was sent.
export function upload(path: string, { query, file, signal, onSent, onLine }: Upload): Promise<void> {
  return new Promise((resolve, reject) => {
    const sender = new XMLHttpRequest()
    let read = 0
    const readLines = (): void => {
      const received = sender.responseText
      for (let end = received.indexOf('\n', read); end >= 0; end = received.indexOf('\n', read)) {
        onLine(received.slice(read, end))
        read = end + 1
      }
    }
    sender.open('POST', withQuery(path, query))
    sender.setRequestHeader('accept', 'application/x-ndjson')
    sender.setRequestHeader('content-type', FILE_TYPE)
    sender.setRequestHeader('x-pantau-request', '1')
    sender.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total)
    sender.onprogress = () => sender.status === 200 && readLines()
    sender.onerror = () => reject(new UnreachableError('The server did not respond.'))
    sender.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    sender.onload = () => {
      const headers = { get: (name: string) => sender.getResponseHeader(name) }
      if (sender.status !== 200) return reject(errorOf(sender.status, sender.responseText, headers))
      readLines()
      resolve()
    }
    signal.addEventListener('abort', () => sender.abort(), { once: true })
    sender.send(file)
  })
}
