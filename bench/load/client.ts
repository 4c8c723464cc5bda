import { connect, type Socket } from 'node:net'

export interface Reply {
  readonly status: number
  readonly head: string
  readonly body: string
}

export interface Client {
  request(method: string, path: string, body: string | null): Promise<Reply>
  close(): void
}

// Below the idle time after which the service closes a connection.
const IDLE_MS_MAX = 60_000

// A minimal HTTP client, so that the sender takes as little as possible of the processors it shares with what it measures. Each
// connection carries one request at a time; there are as many connections as requests under way.
export function openClient(base: string, headers: Readonly<Record<string, string>>): Client {
  const { hostname, port } = new URL(base)
  const idle: Connection[] = []
  const open = new Set<Connection>()
  const head = Object.entries({ host: `${hostname}:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const openConnection = () => {
    const connection: Connection = new Connection(connect(Number(port), hostname), {
      onFree: () => idle.push(connection),
      onClosed: () => {
        open.delete(connection)
        if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1)
      },
    })
    open.add(connection)
    return connection
  }
  // The most recently used; when that one is too old, all are.
  const takeIdle = () => {
    const last = idle.pop()
    if (last === undefined || performance.now() - last.freeSince < IDLE_MS_MAX) return last
    for (const old of [last, ...idle.splice(0)]) old.close()
    return undefined
  }
  return {
    request(method, path, body) {
      const length = body === null ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
      const text = `${method} ${path} HTTP/1.1\r\n${head}${length}\r\n${body ?? ''}`
      return (takeIdle() ?? openConnection()).send(text)
    },
    close() {
      for (const connection of open) connection.close()
    },
  }
}

class Connection {
  readonly #socket: Socket
  readonly #onFree: () => void
  #pending: PromiseWithResolvers<Reply> | null = null
  #bytes = ''
  freeSince = 0

  constructor(socket: Socket, { onFree, onClosed }: { onFree(): void; onClosed(): void }) {
    this.#socket = socket
    this.#onFree = onFree
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => this.#read(String(chunk)))
    socket.on('error', (error) => this.#pending?.reject(error))
    socket.on('close', () => {
      onClosed()
      this.#pending?.reject(new Error('The connection was closed.'))
    })
  }

  send(request: string): Promise<Reply> {
    this.#pending = Promise.withResolvers()
    this.#socket.write(request, 'latin1')
    return this.#pending.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  // A reply is complete when it has as many bytes as its head says.
  #read(chunk: string): void {
    this.#bytes += chunk
    const end = this.#bytes.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#bytes.slice(0, end).toLowerCase()
    const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1])
    if (this.#bytes.length < end + 4 + length) return
    const body = Buffer.from(this.#bytes.slice(end + 4), 'latin1').toString()
    const pending = this.#pending
    this.#bytes = ''
    this.#pending = null
    this.freeSince = performance.now()
    this.#onFree()
    pending?.resolve({ status: Number(head.slice(9, 12)), head, body })
  }
}
