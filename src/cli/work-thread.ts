import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { log } from '../log.ts'
import type { Work } from './wire-work.ts'

const RESTART_MS = 1_000

export interface ThreadData {
  readonly url: string
  readonly statementSeconds: number
}

// The workers of `pantau start`, in a thread of their own: judging a batch of posts keeps a processor busy for a while, and
// requests are answered on another meanwhile. Should the thread fail, the next one goes on with what is in the queue.
export interface WorkThread {
  start(data: ThreadData): Promise<Work>
}

// Loads what the workers need, beside everything else that a start has to do.
export function openWorkThread(): WorkThread {
  let thread = new Thread()
  return {
    async start(data) {
      let stopping = false
      if (!(await thread.work(data))) throw new Error('The workers did not start.')
      const ended = (async () => {
        for (;;) {
          await thread.exited
          if (stopping) return
          log.error('the workers ended and are started again')
          await sleep(RESTART_MS)
          if (stopping) return
          thread = new Thread()
          void thread.work(data)
        }
      })()
      return {
        async stop() {
          stopping = true
          thread.post('stop')
          await ended
        },
      }
    },
  }
}

class Thread {
  readonly exited: Promise<false>
  readonly #worker = new Worker(new URL('work-thread-main.ts', import.meta.url))

  constructor() {
    this.#worker.on('error', (error) => log.error({ err: error }, 'the workers failed'))
    // Not `once`, which throws what the thread failed with.
    this.exited = new Promise((resolve) => this.#worker.once('exit', () => resolve(false)))
    // Before there is work, it keeps nobody from ending.
    this.#worker.unref()
  }

  // Resolves when it works; false when it ended instead.
  work(data: ThreadData): Promise<boolean> {
    const works = new Promise<true>((resolve) => this.#worker.once('message', () => resolve(true)))
    this.#worker.ref()
    this.post(data)
    return Promise.race([works, this.exited])
  }

  post(message: ThreadData | 'stop'): void {
    this.#worker.postMessage(message)
  }
}
