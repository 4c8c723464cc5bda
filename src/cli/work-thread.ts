import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../log.ts'
import { openThread, type Thread } from '../thread.ts'
import type { Work } from './wire-work.ts'

const RESTART_MS = 1_000

export interface WorkStart {
  readonly url: string
  readonly statementSeconds: number
}

export type WorkMessage = WorkStart | 'stop'

// The workers of `pantau start`, in a thread: classifying a batch of posts keeps a core busy for a while, and requests are served
// on another meanwhile. When the thread fails, a new one continues with the queue.
export interface WorkThread {
  start(message: WorkStart): Promise<Work>
}

// Loads the workers' code in parallel with the rest of the start.
export function openWorkThread(): WorkThread {
  let thread = open()
  return {
    async start(message) {
      let stopping = false
      await thread.call(message)
      const ended = (async () => {
        for (;;) {
          await thread.ended
          if (stopping) return
          log.error('the worker thread ended; restarting it')
          await sleep(RESTART_MS)
          if (stopping) return
          thread = open()
          await thread
            .call(message)
            .catch((error: unknown) => log.error({ err: error }, 'the worker thread failed to start'))
        }
      })()
      return {
        async stop() {
          stopping = true
          // Rejects if the thread has just ended.
          await thread.call('stop').catch(() => {})
          await ended
        },
      }
    },
  }
}

function open(): Thread<WorkMessage, void> {
  return openThread(new URL('./work-thread-main.ts', import.meta.url), {
    onError: (error) => log.error({ err: error }, 'the worker thread failed'),
  })
}
