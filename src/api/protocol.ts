import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '../domain/problem.ts'
import type { App } from './app.ts'
import { errorBody } from './errors.ts'
import { HEADERS, NO_STORE } from './headers.ts'

// How long a connection stays open after its last response.
const LINGER_MS = 1_000
const RETRY_SECONDS = 2

// Node and the framework respond to some requests by themselves, with an empty body or one of another shape. They are sent in the
// contract's shape here.
export function addProtocolErrors(app: App): void {
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const body = bodyOf(417, 'The header Expect may only be 100-continue.')
    request.resume()
    response.writeHead(417, headersFor(body)).end(body)
  })
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    endWith(socket, 405, 'CONNECT is not supported: this is not a proxy.')
  })
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (closing)
      done(new Refusal('unavailable', 'The service is stopping. Try again in a moment.', ['stopping'], RETRY_SECONDS))
    else if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new Refusal('invalid', 'The header Host is required.', ['misused']))
    else done()
  })
}

// The bytes on the socket are not HTTP, or never end. There is no request to respond to, only a connection to close.
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // The same error follows for every packet after the first.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  // The error follows a request that still waits for its response, or gets it now: that one is sent first, and is the last.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (response && (response.req.complete || response.headersSent)) {
    response.shouldKeepAlive = false
    return
  }
  const { status, message } = BROKEN_HTTP[error.code ?? ''] ?? { status: 400, message: 'This is not valid HTTP.' }
  endWith(socket, status, message)
}

const BROKEN_HTTP: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large: at most 16 KiB are read.' },
}

// What the client is still sending is read and dropped for a moment: closing at once would reset the connection, and the client
// could lose the response.
function endWith(socket: Socket, status: number, message: string): void {
  const body = bodyOf(status, message)
  const lines = Object.entries(headersFor(body)).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function bodyOf(status: number, message: string): string {
  return JSON.stringify(errorBody(status, message))
}

function headersFor(body: string) {
  return {
    ...HEADERS,
    'cache-control': NO_STORE,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
}
