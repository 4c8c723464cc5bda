import { createHash } from 'node:crypto'
import { type Engagement, PLATFORM_ID_MAX, POST_TEXT_MAX, type Post } from '../domain/post.ts'
import { cutText } from '../text/plain.ts'

const URL_MAX = 4_000
const NAME_MAX = 500
// The sum of a thousand of them is still exact.
const COUNT_MAX = 1e12

// Makes a post storable, whatever its source produced: PostgreSQL rejects NUL and lone surrogates, and one such character must not
// block everything stored with it. Returns null when the post has no usable id or date.
export function cleanPost(post: Post): Post | null {
  const platformId = cleanId(post.platformId)
  const time = post.publishedAt.getTime()
  if (platformId === '' || Number.isNaN(time) || time < 0) return null
  const { id, username, displayName } = post.author
  return {
    platform: post.platform,
    platformId,
    kind: post.kind,
    text: clean(post.text, POST_TEXT_MAX),
    ...(post.hidden === undefined ? {} : { hidden: clean(post.hidden, POST_TEXT_MAX) }),
    url: clean(post.url, URL_MAX),
    ...(post.linkless === true ? { linkless: true } : {}),
    publishedAt: post.publishedAt,
    author: { id: clean(id, NAME_MAX), username: clean(username, NAME_MAX), displayName: clean(displayName, NAME_MAX) },
    ...(post.byline === undefined ? {} : { byline: clean(post.byline, NAME_MAX) }),
    ...(post.language === undefined ? {} : { language: clean(post.language, 35) }),
    engagement: cleanEngagement(post.engagement),
  }
}

function clean(text: string, max: number): string {
  return cutText(storable(text), max)
}

// An id that is too long is hashed, so that the same id always gives the same value.
function cleanId(id: string): string {
  const text = storable(id).trim()
  return text.length <= PLATFORM_ID_MAX ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

function cleanEngagement({ likes, comments, shares, views }: Engagement): Engagement {
  return { likes: count(likes), comments: count(comments), shares: count(shares), views: count(views) }
}

function count(value: number): number {
  return value > 0 ? Math.min(Math.floor(value), COUNT_MAX) : 0
}
