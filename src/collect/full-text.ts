import type { Post } from '../domain/post.ts'
import { log } from '../log.ts'
import { type ArticleReader, isTeaser, withArticle } from '../sources/article/read.ts'
import { SourceError } from '../sources/source.ts'
import { type ArchivedPost, saveFullText } from '../store/collecting/archive.ts'
import type { Db } from '../store/db.ts'
import { cleanPost } from './clean-post.ts'

// Fetches whole articles for matched posts whose feed gave only a headline or a short teaser. This is best effort: if a page cannot be
// fetched that stays, and the number of pages per host and run and the total time per run are limited.
export interface FullTexts {
  // Returns the post with its article, or unchanged.
  enrich(post: Post, signal: AbortSignal): Promise<Post>
}

const ARTICLES_MAX = 40
const HOST_ARTICLES_MAX = 10
// Google News hides the article's address behind a redirect page that may not be fetched; a page of Telegram has nothing else than the post.
const UNREADABLE: ReadonlySet<string> = new Set(['news.google.com', 't.me'])
const SPENT_MS_MAX = 60_000

export function openFullTexts(reader: ArticleReader | null): FullTexts {
  const perHost = new Map<string, number>()
  let fetched = 0
  let spentMs = 0
  return {
    async enrich(post, signal) {
      const url = URL.parse(post.url)
      if (reader === null || url === null || UNREADABLE.has(url.hostname) || !isTeaser(post)) return post
      const ofHost = perHost.get(url.host) ?? 0
      if (fetched >= ARTICLES_MAX || ofHost >= HOST_ARTICLES_MAX || spentMs >= SPENT_MS_MAX) return post
      perHost.set(url.host, ofHost + 1)
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

// Returns the archived post with the text of its article. An article that was not fetched yet, or has changed since, is fetched now and
// saved for the other projects.
export async function withFullText(
  db: Db,
  archived: ArchivedPost,
  fullTexts: FullTexts,
  signal: AbortSignal,
): Promise<ArchivedPost> {
  const { post, seq, fullText, isOutdated } = archived
  if (fullText !== null && !isOutdated) return archived
  const full = await fullTexts.enrich(post, signal)
  if (full === post) return archived
  await saveFullText(db, seq, full.text)
  return { ...archived, fullText: full.text, isOutdated: false }
}
