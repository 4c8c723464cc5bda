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
export async function startWorkThread(data: ThreadData): Promise<Work> {
  let thread = open(data)
  let stopping = false
  const works = new Promise<boolean>((resolve) => thread.once('message', () => resolve(true)))
  if (!(await Promise.race([works, exitOf(thread)]))) throw new Error('The workers did not start.')
  const ended = (async () => {
    for (;;) {
      await exitOf(thread)
      if (stopping) return
      log.error('the workers ended and are started again')
      await sleep(RESTART_MS)
      if (stopping) return
      thread = open(data)
    }
  })()
  return {
    async stop() {
      stopping = true
      thread.postMessage('stop')
      await ended
    },
  }
}

// Not `once`, which throws what the thread failed with.
function exitOf(thread: Worker): Promise<false> {
  return new Promise((resolve) => thread.once('exit', () => resolve(false)))
}

function open(data: ThreadData): Worker {
  const thread = new Worker(new URL('work-thread-main.ts', import.meta.url), { workerData: data })
  thread.on('error', (error) => log.error({ err: error }, 'the workers failed'))
  return thread
}
