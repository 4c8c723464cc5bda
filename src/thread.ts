import { BroadcastChannel, parentPort, Worker, workerData } from 'node:worker_threads'

// A worker thread with a function-call interface: one message in, one reply out, one call at a time.
export interface Thread<Message, Reply> {
  // Rejects with the error the handler threw. When the thread ends, the call times out or the signal aborts, it rejects with that
  // reason and closes the thread.
  call(message: Message, limits?: CallLimits): Promise<Reply>
  // Resolves when the thread has ended, for whatever reason.
  readonly ended: Promise<void>
  close(): Promise<void>
}

export interface CallLimits {
  readonly ms?: number
  readonly signal?: AbortSignal
}

export interface ThreadOptions {
  readonly memoryMb?: number
  // Called when the thread fails outside a call; without it, such a failure only ends the thread.
  readonly onError?: (error: unknown) => void
}

// Three semi-spaces of 4 MB, as the main thread has them by --max-semi-space-size=4.
const YOUNG_MB = 12

const ENTRY = new URL('./thread-entry.mjs', import.meta.url)

export class ThreadEnded extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ThreadEnded'
  }
}

type Outcome<Reply> = { readonly reply: Reply } | { readonly error: unknown }

// Opens a thread that runs `file`, which must call `serveThread`. An idle thread does not keep the process alive.
export function openThread<Message, Reply>(file: URL, options: ThreadOptions = {}): Thread<Message, Reply> {
  const worker = new Worker(ENTRY, {
    workerData: { file: file.href, shared } satisfies ThreadStart,
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_MB,
      ...(options.memoryMb === undefined ? {} : { maxOldGenerationSizeMb: options.memoryMb }),
    },
  })
  worker.unref()
  worker.on('error', (error) => options.onError?.(error))
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const close = async () => {
    await worker.terminate()
  }
  return {
    ended,
    close,
    async call(message, { ms, signal } = {}) {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Outcome<Reply>>()
      const timer =
        ms === undefined ? undefined : setTimeout(() => reject(new ThreadEnded('The call took too long.')), ms)
      const abort = () => reject(signal?.reason)
      signal?.addEventListener('abort', abort, { once: true })
      worker.once('message', resolve)
      void ended.then(() => reject(new ThreadEnded('The thread ended.')))
      worker.ref()
      try {
        worker.postMessage(message)
        const outcome = await promise.catch(async (error: unknown) => {
          await close()
          throw error
        })
        if ('error' in outcome) throw outcome.error
        return outcome.reply
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        worker.off('message', resolve)
        worker.unref()
      }
    },
  }
}

// How long a thread waits for another call before it is closed.
const IDLE_MS = 5_000

// For calls that are rare and then come several at once: starting a thread takes a tenth of a second of processor time, so the
// one of the last call is kept for a while. Calls at the same time have threads of their own. A failed call closes its thread.
export function callThread<Message, Reply>(file: URL, options: ThreadOptions = {}): Thread<Message, Reply>['call'] {
  let idle: Thread<Message, Reply> | null = null
  let timer: NodeJS.Timeout | undefined
  const take = () => {
    const thread = idle ?? openThread<Message, Reply>(file, options)
    clearTimeout(timer)
    idle = null
    return thread
  }
  const closeIdle = () => {
    void idle?.close()
    idle = null
  }
  const keep = (thread: Thread<Message, Reply>) => {
    closeIdle()
    idle = thread
    clearTimeout(timer)
    timer = setTimeout(closeIdle, IDLE_MS).unref()
    void thread.ended.then(() => {
      if (idle === thread) idle = null
    })
  }
  return async (message, limits) => {
    const thread = take()
    try {
      const reply = await thread.call(message, limits)
      keep(thread)
      return reply
    } catch (error) {
      await thread.close()
      throw error
    }
  }
}

interface ThreadStart {
  readonly file: string
  readonly shared: ReadonlyMap<string, unknown>
}

// What threads of this process made to be used by all: threads that begin later get it with their start, the others by the channel.
const shared = new Map<string, unknown>((workerData as ThreadStart | null)?.shared)
const channel = new BroadcastChannel('pantau shared')
channel.unref()
channel.onmessage = (event) => {
  const { name, value } = event.data as { readonly name: string; readonly value: unknown }
  if (!shared.has(name)) shared.set(name, value)
}

// Large constants that several threads use, such as the weights of a model: plain data, of which arrays on a SharedArrayBuffer are in
// memory once and all else is copied. Threads that make the same at the same time have one each.
export function shareOnce<T>(name: string, make: () => T): T {
  if (shared.has(name)) return shared.get(name) as T
  const value = make()
  shared.set(name, value)
  channel.postMessage({ name, value })
  return value
}

// Handles calls; to be used inside the thread.
export function serveThread<Message, Reply>(handle: (message: Message) => Reply | Promise<Reply>): void {
  parentPort?.on('message', async (message: Message) => {
    try {
      parentPort?.postMessage({ reply: await handle(message) })
    } catch (error) {
      parentPort?.postMessage({ error })
    }
  })
}
