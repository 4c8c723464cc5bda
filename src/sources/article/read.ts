import type { Post } from '../../domain/post.ts'
import { plainText } from '../../text/plain.ts'
import { decodeText } from '../feeds/charset.ts'
import type { Robots } from '../http/robots.ts'
import { failureOf } from '../http/status.ts'
import type { Fetch } from '../source.ts'
import { type Article, PAGE_BYTES_MAX } from './article.ts'
import { type ArticleThread, openArticleThread } from './thread.ts'

export type ArticleReading =
  | { readonly outcome: 'read'; readonly article: Article }
  // robots.txt does not allow us to read the page.
  | { readonly outcome: 'disallowed' }
  // The page contains no article.
  | { readonly outcome: 'empty' }

export interface ArticleReader {
  read(url: URL, signal: AbortSignal): Promise<ArticleReading>
}

export interface ArticleReaderOptions {
  readonly thread?: ArticleThread
  readonly now?: () => Date
}

// Reads the full text of an article where robots.txt allows it. Throws SourceError when the page cannot be fetched.
export function openArticleReader(fetch: Fetch, robots: Robots, options: ArticleReaderOptions = {}): ArticleReader {
  const thread = options.thread ?? openArticleThread()
  const now = options.now ?? (() => new Date())
  return {
    async read(url, signal) {
      if (!(await robots.allows(url, signal))) return { outcome: 'disallowed' }
      const headers = { accept: 'text/html, application/xhtml+xml;q=0.9' }
      const reply = await fetch(url, { headers, signal, bytesMax: PAGE_BYTES_MAX })
      const failure = failureOf(reply, now())
      if (failure !== null) throw failure
      // After a redirect to another site the rules of that site apply.
      if (reply.url.origin !== url.origin && !(await robots.allows(reply.url, signal))) return { outcome: 'disallowed' }
      const contentType = reply.headers.get('content-type')
      if (contentType !== null && !/html|xml|text\/plain/i.test(contentType)) return { outcome: 'empty' }
      const article = await thread.read(decodeText(reply.bytes, contentType), reply.url)
      return article === null ? { outcome: 'empty' } : { outcome: 'read', article }
    },
  }
}

// A feed that gives more than this after the title gives the article, or enough of it.
export const TEASER_MAX = 500

// True when the feed contained only a headline or a short teaser, so that reading the page is worthwhile.
export function isTeaser({ kind, text, linkless }: Pick<Post, 'kind' | 'text' | 'linkless'>): boolean {
  const titleEnd = text.indexOf('\n')
  const body = titleEnd < 0 ? '' : text.slice(titleEnd).trim()
  return kind === 'article' && linkless !== true && body.length < TEASER_MAX
}

// The post with the article's text instead of the feed's, if it is the longer one. The feed's title stays, because that is what readers saw.
export function withArticle(post: Post, article: Article): Post {
  const [title = ''] = post.text.split('\n', 1)
  const text = plainText(`${title}\n\n${article.text}`)
  if (text.length <= post.text.length) return post
  return { ...post, text, language: post.language ?? article.language ?? undefined }
}
