import type { Post } from '../../domain/post.ts'
import type { ReadEntry } from '../feeds/entry.ts'
import { type FeedDocument, readFeed } from '../feeds/reply.ts'
import { SourceError } from '../source.ts'

export const GOOGLE_ITEMS_MAX = 100

// Google's feed is plain RSS with three habits: the outlet is appended to the title, the link is an opaque redirect
// (kept as it is) and the description only repeats the title.
export function readGoogleNews(document: FeedDocument): Post[] {
  const content = readFeed(document)
  if (content.kind !== 'feed') throw new SourceError('unreadable', 'Google News answered something that is no feed.')
  return content.entries.map(toPost)
}

function toPost({ post, id, title }: ReadEntry): Post {
  const outlet = post.author.displayName
  const suffix = ` - ${outlet}`
  const text = title.endsWith(suffix) ? title.slice(0, -suffix.length).trimEnd() : title
  // Its ids are unique by themselves, wherever the article comes from.
  return { ...post, platformId: id, text: text === '' ? post.text : text }
}
