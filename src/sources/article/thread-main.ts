import { serveThread } from '../../thread.ts'
import { readArticle } from './extract.ts'
import type { PageMessage, PageReply } from './thread.ts'

// Entry point of the thread that thread.ts starts.
serveThread<PageMessage, PageReply>(({ html, url }) => {
  try {
    return { article: readArticle(html, new URL(url)) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'The page could not be read.' }
  }
})
