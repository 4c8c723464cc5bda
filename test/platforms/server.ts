import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The base of the test servers: they listen on loopback, record their requests and misbehave on demand.

export interface PlatformRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface PlatformReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  // A string is sent as it is, anything else as JSON.
  readonly body: unknown
}

// Replaces the next response.
export type Behaviour = (
  | { readonly status: number; readonly resetInSeconds?: number; readonly code?: string | number }
  | { readonly garbage: true }
  | { readonly hang: true }
  | { readonly drop: true }
  | { readonly truncate: true }
  | { readonly slowMs: number }
  // Responds as usual, once this is resolved.
  | { readonly after: Promise<void> }
) & {
  // Only for requests whose path contains this.
  readonly path?: string
}

export type StatusBehaviour = Extract<Behaviour, { status: number }>

export interface Platform {
  readonly url: string
  // The last thousand requests, oldest first.
  readonly requests: readonly PlatformRequest[]
  // All of them.
  count(): number
  behave(next: Behaviour, times?: number): void
  close(): Promise<void>
}

export interface ServerOptions {
  readonly handle: (request: PlatformRequest) => PlatformReply
  // The platform's own error body for a status that a test sets.
  readonly refuse: (behaviour: StatusBehaviour) => PlatformReply
  // Called for every request without a queued behaviour: for long tests with random faults.
  readonly chaos?: ((request: PlatformRequest) => Behaviour | null) | undefined
  readonly port?: number | undefined
}

const REQUESTS_MAX = 1_000
const BODY_BYTES_MAX = 1024 * 1024

export async function startServer(options: ServerOptions): Promise<Platform> {
  const requests: PlatformRequest[] = []
  const queue: Behaviour[] = []
  let count = 0
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming)
    count++
    requests.push(request)
    if (requests.length > REQUESTS_MAX) requests.shift()
    const at = queue.findIndex(({ path }) => path === undefined || request.path.includes(path))
    const behaviour = at === -1 ? (options.chaos?.(request) ?? null) : (queue.splice(at, 1)[0] ?? null)
    respond(options, request, response, behaviour)
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    count: () => count,
    behave(next, times = 1) {
      for (let i = 0; i < times; i++) queue.push(next)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<PlatformRequest> {
  const url = new URL(incoming.url ?? '/', 'http://platform')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk)
  }
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString(),
  }
}

function respond(
  options: ServerOptions,
  request: PlatformRequest,
  response: ServerResponse,
  behaviour: Behaviour | null,
): void {
  if (behaviour === null) send(response, handleSafely(options, request))
  else if ('status' in behaviour) send(response, options.refuse(behaviour))
  else if ('garbage' in behaviour) send(response, { status: 200, body: '<html>502 Bad Gateway {"data":' })
  else if ('drop' in behaviour) response.destroy()
  else if ('slowMs' in behaviour) {
    setTimeout(() => send(response, handleSafely(options, request)), behaviour.slowMs).unref()
  } else if ('after' in behaviour) {
    void behaviour.after.then(() => send(response, handleSafely(options, request)))
  } else if ('truncate' in behaviour) {
    const { body, headers } = encode(handleSafely(options, request))
    response.writeHead(200, { ...headers, 'content-length': body.length })
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
  }
  // The remaining behaviour hangs: the connection stays open without a response.
}

// A bug in a test server must not look like a failure of the platform.
function handleSafely(options: ServerOptions, request: PlatformRequest): PlatformReply {
  try {
    return options.handle(request)
  } catch (error) {
    return { status: 418, body: `The test server failed: ${String(error)}` }
  }
}

function send(response: ServerResponse, reply: PlatformReply): void {
  const { body, headers } = encode(reply)
  response.writeHead(reply.status, { ...headers, 'content-length': body.length })
  response.end(body)
}

function encode(reply: PlatformReply): { body: Buffer; headers: Readonly<Record<string, string>> } {
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  return { body: Buffer.from(text), headers: { 'content-type': 'application/json', ...reply.headers } }
}
