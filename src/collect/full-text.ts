import type { Post } from '../domain/post.ts'
import { log } from '../log.ts'
import { type ArticleReader, isTitleOnly, withArticle } from '../sources/article/read.ts'
import { SourceError } from '../sources/source.ts'
import { cleanPost } from './clean-post.ts'

// Whole articles for matched posts of which the feed gave no more than a headline. They are a kindness: a page that cannot be had
// leaves the headline, and a run asks for so many and spends so long at most.
export interface FullTexts {
  // The post with its article, or as it was.
  enrich(post: Post, signal: AbortSignal): Promise<Post>
}

const ARTICLES_MAX = 40
// Google News hides the address of the article behind a page of its own that may not be read.
const REDIRECTS = 'news.google.com'
const SPENT_MS_MAX = 60_000

export function openFullTexts(reader: ArticleReader | null): FullTexts {
  let asked = 0
  let spentMs = 0
  return {
    async enrich(post, signal) {
      const url = URL.parse(post.url)
      if (reader === null || url === null || url.hostname === REDIRECTS || !isTitleOnly(post)) return post
      if (asked >= ARTICLES_MAX || spentMs >= SPENT_MS_MAX) return post
      asked++
      const startedAt = performance.now()
      try {
        const reading = await reader.read(
          url,
          AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(SPENT_MS_MAX - spentMs))]),
        )
        if (reading.outcome !== 'read') return post
        return cleanPost(withArticle(post, reading.article)) ?? post
      } catch (error) {
        if (signal.aborted) throw error
        // A page that takes all the time that is left has failed like any other.
        const expected = error instanceof SourceError || (error instanceof Error && error.name === 'TimeoutError')
        if (!expected) log.warn({ err: error }, 'an article could not be taken apart')
        return post
      } finally {
        spentMs += performance.now() - startedAt
      }
    },
  }
}
