import { serveThread } from '../../thread.ts'
import { readArticle } from './extract.ts'
import type { PageMessage, PageReply } from './thread.ts'

// What runs in the thread that thread.ts opens.
serveThread<PageMessage, PageReply>(({ html, url }) => {
  try {
    return { article: readArticle(html, new URL(url)) }
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : 'The page cannot be read.' }
  }
})
