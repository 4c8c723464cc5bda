import type { Post } from '../../domain/post.ts'
import type { ReadEntry } from '../feeds/entry.ts'
import { type FeedDocument, readFeed } from '../feeds/reply.ts'
import { SourceError } from '../source.ts'

export const GOOGLE_ITEMS_MAX = 100

// Google's feed is plain RSS with three quirks: the outlet is appended to the title, the link is an opaque redirect
// (kept unchanged) and the description only repeats the title.
export function readGoogleNews(document: FeedDocument): Post[] {
  const content = readFeed(document)
  if (content.kind !== 'feed') throw new SourceError('unreadable', 'Google News returned something other than a feed.')
  return content.entries.map(toPost)
}

function toPost({ post, id, title }: ReadEntry): Post {
  const outlet = post.author.displayName
  const suffix = ` - ${outlet}`
  const text = title.endsWith(suffix) ? title.slice(0, -suffix.length).trimEnd() : title
  // Google's ids are globally unique, so they need no outlet in front.
  return { ...post, platformId: id, text: text === '' ? post.text : text }
}
