import { openThread, type Thread } from '../../thread.ts'
import { SourceError } from '../source.ts'
import type { Article } from './article.ts'

// Extracts articles in a separate thread. A hostile page can keep the extractor busy for minutes, so time and memory are
// limited; when a page exceeds them, the thread is closed and the next page gets a new one.
export interface ArticleThread {
  read(html: string, url: URL, limitMs?: number): Promise<Article | null>
  close(): Promise<void>
}

export interface PageMessage {
  readonly html: string
  readonly url: string
}
export type PageReply = { readonly article: Article | null } | { readonly error: string }

// Includes starting the thread, which takes seconds on a busy machine.
const LIMIT_MS = 15_000
const MEMORY_MB = 256

export function openArticleThread(): ArticleThread {
  let thread: Thread<PageMessage, PageReply> | null = null
  let last: Promise<unknown> = Promise.resolve()
  const extract = async (message: PageMessage, ms: number): Promise<Article | null> => {
    thread ??= openThread(new URL('./thread-main.ts', import.meta.url), { memoryMb: MEMORY_MB })
    const reply = await thread.call(message, { ms }).catch(() => {
      thread = null
      throw new SourceError('unreadable', 'The page took too long or too much memory to read.')
    })
    if ('error' in reply) throw new SourceError('unreadable', reply.error)
    return reply.article
  }
  return {
    read(html, url, limitMs = LIMIT_MS) {
      const reading = last.then(() => extract({ html, url: url.href }, limitMs))
      last = reading.catch(() => {})
      return reading
    },
    async close() {
      await thread?.close()
      thread = null
    },
  }
}
