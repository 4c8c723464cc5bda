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

// The workers of `pantau start`, in a thread: classifying a batch of posts keeps a processor busy for a while, and requests are
// answered on another meanwhile. When the thread fails, a new one continues with what is in the queue.
export interface WorkThread {
  start(message: WorkStart): Promise<Work>
}

// Loads what the workers need, beside everything else that a start has to do.
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
          log.error('the workers ended and are started again')
          await sleep(RESTART_MS)
          if (stopping) return
          thread = open()
          await thread.call(message).catch((error: unknown) => log.error({ err: error }, 'the workers did not start'))
        }
      })()
      return {
        async stop() {
          stopping = true
          // It may have ended a moment ago.
          await thread.call('stop').catch(() => {})
          await ended
        },
      }
    },
  }
}

function open(): Thread<WorkMessage, void> {
  return openThread(new URL('./work-thread-main.ts', import.meta.url), {
    onError: (error) => log.error({ err: error }, 'the workers failed'),
  })
}
