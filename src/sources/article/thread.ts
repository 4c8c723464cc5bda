import { Worker } from 'node:worker_threads'
import { SourceError } from '../source.ts'
import type { Article } from './extract.ts'

// Takes pages apart in a thread of their own. A page of strangers can keep the extractor busy for minutes; here it has a
// few seconds and some memory, after which the thread is thrown away, and nobody else waits for it.
export interface ArticleThread {
  read(html: string, url: URL, limitMs?: number): Promise<Article | null>
  close(): Promise<void>
}

export interface ThreadQuestion {
  readonly html: string
  readonly url: string
}
export type ThreadAnswer = { readonly article: Article | null } | { readonly refusal: string }

// Starting the thread counts, and takes seconds on a busy machine.
const LIMIT_MS = 15_000
const MEMORY_MB = 256

export function openArticleThread(): ArticleThread {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()

  const stop = async (): Promise<void> => {
    const stopped = worker
    worker = null
    await stopped?.terminate()
  }
  const ask = async (question: ThreadQuestion, limitMs: number): Promise<Article | null> => {
    worker ??= startWorker()
    try {
      return readAnswer(await answerOf(worker, question, limitMs))
    } catch (error) {
      if (!(error instanceof SourceError)) {
        await stop()
        throw new SourceError('unreadable', 'The page took too long or too much memory to take apart.')
      }
      throw error
    }
  }
  return {
    read(html, url, limitMs = LIMIT_MS) {
      const reading = last.then(() => ask({ html, url: url.href }, limitMs))
      last = reading.catch(() => {})
      return reading
    },
    close: stop,
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./thread-main.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  // An idle thread keeps no process alive, and one that dies while idle must not end it.
  worker.unref()
  worker.on('error', () => {})
  return worker
}

async function answerOf(worker: Worker, question: ThreadQuestion, limitMs: number): Promise<ThreadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>()
  const timer = setTimeout(() => reject(new Error('late')), limitMs)
  const end = () => reject(new Error('the thread ended'))
  worker.on('message', resolve)
  worker.on('error', end)
  worker.on('exit', end)
  try {
    worker.postMessage(question)
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve)
    worker.off('error', end)
    worker.off('exit', end)
  }
}

function readAnswer(answer: ThreadAnswer): Article | null {
  if ('refusal' in answer) throw new SourceError('unreadable', answer.refusal)
  return answer.article
}
