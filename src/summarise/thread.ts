import { Worker } from 'node:worker_threads'
import type { WriterOptions } from './llm/writer.ts'
import type { Facts, Summary, SummaryMention } from './material.ts'

export interface SummaryTask {
  readonly mentions: readonly SummaryMention[]
  readonly facts: Facts
  readonly writer: WriterOptions | null
}

// Choosing and verifying sentences takes a good part of a second, so it is done in a thread of its own: requests go on meanwhile.
export function summariseInThread(task: SummaryTask, signal: AbortSignal): Promise<Summary> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const thread = new Worker(new URL('thread-main.ts', import.meta.url), { workerData: task })
    const stop = () => void thread.terminate()
    signal.addEventListener('abort', stop, { once: true })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop)
      reject(signal.aborted ? signal.reason : new Error('The summary ended without a result.'))
    })
  })
}
