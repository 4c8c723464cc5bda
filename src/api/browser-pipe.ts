import type { Readable, Writable } from 'node:stream'

const MESSAGE_BYTES_MAX = 64 * 1024 * 1024

interface Reply {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

interface Call {
  readonly resolve: (result: Record<string, unknown>) => void
  readonly reject: (error: Error) => void
}

// Speaks the Chrome DevTools Protocol over a pair of pipes: JSON messages, each ended by a zero byte.
export class BrowserPipe {
  readonly #input: Writable
  readonly #calls = new Map<number, Call>()
  #last = 0
  #received: Buffer[] = []
  #bytes = 0
  #failure: Error | null = null

  constructor(input: Writable, output: Readable) {
    this.#input = input
    input.on('error', (error) => this.fail(error))
    output.on('error', (error) => this.fail(error))
    output.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  // Calls a method of the browser, or of one of its pages when `session` is given.
  call(method: string, params: object = {}, session?: string): Promise<Record<string, unknown>> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    const id = ++this.#last
    const message = { id, method, params, ...(session === undefined ? {} : { sessionId: session }) }
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject })
      this.#input.write(`${JSON.stringify(message)}\0`)
    })
  }

  // Ends every call that still waits, and those that follow.
  fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#calls.values()) reject(error)
    this.#calls.clear()
  }

  #receive(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = Buffer.concat([...this.#received, rest.subarray(0, end)])
      this.#received = []
      this.#bytes = 0
      rest = rest.subarray(end + 1)
      this.#settle(JSON.parse(message.toString('utf8')) as Reply)
    }
    this.#bytes += rest.length
    if (this.#bytes > MESSAGE_BYTES_MAX) this.fail(new Error('The browser sent too much.'))
    else if (rest.length > 0) this.#received.push(rest)
  }

  #settle({ id, result, error }: Reply): void {
    // Events have no id.
    const call = id === undefined ? undefined : this.#calls.get(id)
    if (id === undefined || call === undefined) return
    this.#calls.delete(id)
    if (error === undefined) call.resolve(result ?? {})
    else call.reject(new Error(error.message))
  }
}
