import type { Post } from '../../domain/post.ts'
import { postIdOf } from '../../domain/post-address.ts'
import { plainName, plainText } from '../../text/plain.ts'
import { asCount, asId, asInstant, asLink, asList, asRecord, asText } from '../http/json.ts'
import { need, type ReadItems, readItems } from '../items.ts'
import { SourceError } from '../source.ts'

export interface FacebookPage extends ReadItems {
  // Null on the last page and on an empty one. `paging.next` is never followed: it has its own host and contains our token.
  readonly after: string | null
  readonly newestAt: Date | null
  readonly title: string | null
}

export interface PageIdentity {
  readonly id: string
  readonly label: string | null
}

// Reads one page of a Facebook page's posts.
export function readPage(json: unknown, identity: PageIdentity): FacebookPage {
  const reply = asRecord(json)
  if (!Array.isArray(reply.data)) throw new SourceError('unreadable', 'Facebook returned no list of posts.')
  const items = asList(reply.data)
  const { posts, broken } = readItems(items, (item) => readPost(item, identity))
  const paging = asRecord(reply.paging)
  const times = items.map((item) => asInstant(asRecord(item).created_time)?.getTime() ?? 0)
  const newest = Math.max(0, ...times)
  return {
    posts,
    broken,
    after: items.length === 0 || asText(paging.next) === null ? null : asText(asRecord(paging.cursors).after),
    newestAt: newest === 0 ? null : new Date(newest),
    title: posts.find(({ author }) => author.displayName !== identity.id)?.author.displayName ?? null,
  }
}

function readPost(item: unknown, identity: PageIdentity): Post | null {
  const fields = asRecord(item)
  const id = need(asId(fields.id), 'id')
  const publishedAt = need(asInstant(fields.created_time), 'created_time')
  // Photos and profile changes have no message.
  const text = plainText(asText(fields.message) ?? asText(fields.story) ?? '')
  if (text === '') return null
  const from = asRecord(fields.from)
  const authorId = asId(from.id) ?? identity.id
  const url = asLink(fields.permalink_url) ?? `https://www.facebook.com/${encodeURIComponent(id)}`
  return {
    platform: 'facebook',
    platformId: postIdOf({ platform: 'facebook', kind: 'post', platformId: id, url }),
    kind: 'post',
    text,
    url,
    publishedAt,
    author: {
      id: authorId,
      username: /^\d+$/.test(identity.id) ? authorId : identity.id,
      displayName: plainName(from.name) ?? identity.label ?? identity.id,
    },
    engagement: {
      likes: asCount(asRecord(asRecord(fields.reactions).summary).total_count),
      comments: asCount(asRecord(asRecord(fields.comments).summary).total_count),
      shares: asCount(asRecord(fields.shares).count),
      views: 0,
    },
  }
}
