import { parentPort } from 'node:worker_threads'
import { readArticle } from './extract.ts'
import type { ThreadAnswer, ThreadQuestion } from './thread.ts'

// The inside of thread.ts: one page at a time, asked and answered by message.
parentPort?.on('message', ({ html, url }: ThreadQuestion) => {
  parentPort?.postMessage(answer(html, new URL(url)))
})

function answer(html: string, url: URL): ThreadAnswer {
  try {
    return { article: readArticle(html, url) }
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : 'The page cannot be taken apart.' }
  }
}
