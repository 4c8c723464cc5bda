import type { Post } from '../domain/post.ts'
import { log } from '../log.ts'
import { type ArticleReader, isTitleOnly, withArticle } from '../sources/article/read.ts'
import { SourceError } from '../sources/source.ts'
import { type ArchivedPost, saveFullText } from '../store/collecting/archive.ts'
import type { Db } from '../store/db.ts'
import { cleanPost } from './clean-post.ts'

// Fetches whole articles for matched posts whose feed gave only a headline. This is best effort: if a page cannot be fetched the
// headline stays, and the number of pages and the total time per run are limited.
export interface FullTexts {
  // Returns the post with its article, or unchanged.
  enrich(post: Post, signal: AbortSignal): Promise<Post>
}

const ARTICLES_MAX = 40
// Google News hides the article's address behind a redirect page that may not be fetched.
const REDIRECTS = 'news.google.com'
const SPENT_MS_MAX = 60_000

export function openFullTexts(reader: ArticleReader | null): FullTexts {
  let fetched = 0
  let spentMs = 0
  return {
    async enrich(post, signal) {
      const url = URL.parse(post.url)
      if (reader === null || url === null || url.hostname === REDIRECTS || !isTitleOnly(post)) return post
      if (fetched >= ARTICLES_MAX || spentMs >= SPENT_MS_MAX) return post
      fetched++
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
        // A page that uses up the remaining time is an ordinary failure.
        const expected = error instanceof SourceError || (error instanceof Error && error.name === 'TimeoutError')
        if (!expected) log.warn({ err: error }, 'failed to parse an article')
        return post
      } finally {
        spentMs += performance.now() - startedAt
      }
    },
  }
}

// Returns the post with the text of its article. An article not fetched yet is fetched now and saved for the other projects.
export async function withFullText(
  db: Db,
  archived: ArchivedPost,
  fullTexts: FullTexts,
  signal: AbortSignal,
): Promise<Post> {
  const { post, seq, fullText } = archived
  if (fullText !== null) return { ...post, text: fullText }
  const full = await fullTexts.enrich(post, signal)
  if (full !== post) await saveFullText(db, seq, full.text)
  return full
}
