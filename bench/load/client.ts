import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

export interface Client {
  ask(method: string, path: string, body: string | null): Promise<Answer>
  close(): void
}

// The service closes what nobody used for longer, which it announces.
const IDLE_MS_MAX = 60_000

// Just enough HTTP to ask our own service, so that the sender takes as little as possible of the processors it shares with what it
// measures. Each connection carries one request at a time; there are as many connections as requests under way.
export function openClient(base: string, headers: Readonly<Record<string, string>>): Client {
  const { hostname, port } = new URL(base)
  const idle: Line[] = []
  const open = new Set<Line>()
  const common = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const head = common.join('')
  const line = () => {
    const opened: Line = new Line(connect(Number(port), hostname), {
      free: () => idle.push(opened),
      gone: () => {
        open.delete(opened)
        if (idle.includes(opened)) idle.splice(idle.indexOf(opened), 1)
      },
    })
    open.add(opened)
    return opened
  }
  // The one that was used last; when it is too old, all are.
  const freshest = () => {
    const last = idle.pop()
    if (last === undefined || performance.now() - last.freeSince < IDLE_MS_MAX) return last
    for (const old of [last, ...idle.splice(0)]) old.close()
    return undefined
  }
  return {
    ask(method, path, body) {
      const length = body === null ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
      return (freshest() ?? line()).ask(`${method} ${path} HTTP/1.1\r\n${head}${length}\r\n${body ?? ''}`)
    },
    close() {
      for (const one of open) one.close()
    },
  }
}

class Line {
  readonly #socket: Socket
  #answered: PromiseWithResolvers<Answer> | null = null
  #bytes = ''
  readonly #free: () => void
  freeSince = 0

  constructor(socket: Socket, when: { free(): void; gone(): void }) {
    this.#socket = socket
    this.#free = when.free
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => this.#read(String(chunk)))
    socket.on('error', (error) => this.#answered?.reject(error))
    socket.on('close', () => {
      when.gone()
      this.#answered?.reject(new Error('The connection was closed.'))
    })
  }

  ask(request: string): Promise<Answer> {
    this.#answered = Promise.withResolvers()
    this.#socket.write(request, 'latin1')
    return this.#answered.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  // An answer is here when as many bytes are as its head says.
  #read(chunk: string): void {
    this.#bytes += chunk
    const end = this.#bytes.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#bytes.slice(0, end).toLowerCase()
    const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1])
    if (this.#bytes.length < end + 4 + length) return
    const body = Buffer.from(this.#bytes.slice(end + 4), 'latin1').toString()
    const answered = this.#answered
    this.#bytes = ''
    this.#answered = null
    this.freeSince = performance.now()
    this.#free()
    answered?.resolve({ status: Number(head.slice(9, 12)), head, body })
  }
}
