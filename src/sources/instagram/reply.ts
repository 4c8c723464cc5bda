import type { Post } from '../../domain/post.ts'
import { postIdOf } from '../../domain/post-address.ts'
import { plainText } from '../../text/plain.ts'
import { asCount, asId, asInstant, asLink, asList, asRecord, asText } from '../http/json.ts'
import { need, type ReadItems, readItems } from '../items.ts'
import { SourceError } from '../source.ts'

export function readHashtagId(json: unknown): string {
  const id = asId(asRecord(asList(asRecord(json).data)[0]).id)
  // The id becomes part of a path.
  if (id === null || !/^\d+$/.test(id)) throw new SourceError('unreadable', 'Instagram returned no hashtag id.')
  return id
}

export interface MediaPage extends ReadItems {
  // Ids of all media on the page, including those without a caption. They show whether a page has anything new.
  readonly ids: readonly string[]
  // May be the same on every page and still lead to the next one.
  readonly after: string | null
}

export function readMedia(json: unknown): MediaPage {
  const reply = asRecord(json)
  if (!Array.isArray(reply.data)) throw new SourceError('unreadable', 'Instagram returned no list of media.')
  const items = asList(reply.data)
  const paging = asRecord(reply.paging)
  return {
    ...readItems(items, readPost),
    ids: items.flatMap((item) => idOf(asRecord(item)) ?? []),
    after: asText(paging.next) === null ? null : asText(asRecord(paging.cursors).after),
  }
}

function readPost(item: unknown): Post | null {
  const fields = asRecord(item)
  const id = need(idOf(fields), 'id')
  const publishedAt = need(asInstant(fields.timestamp), 'timestamp')
  const url = need(asLink(fields.permalink), 'permalink')
  const text = plainText(asText(fields.caption) ?? '')
  if (text === '') return null
  return {
    platform: 'instagram',
    platformId: id,
    kind: fields.media_type === 'VIDEO' ? 'video' : 'post',
    text,
    url,
    publishedAt,
    // Instagram does not return the authors of hashtag posts, and we do not guess.
    author: { id: '', username: '', displayName: 'Instagram' },
    engagement: { likes: asCount(fields.like_count), comments: asCount(fields.comments_count), shares: 0, views: 0 },
  }
}

// The number that the Graph API gives a medium is in no address, so the code in its address identifies it.
function idOf(fields: Readonly<Record<string, unknown>>): string | null {
  const id = asId(fields.id)
  const url = asLink(fields.permalink) ?? ''
  return id === null ? null : postIdOf({ platform: 'instagram', kind: 'post', platformId: id, url })
}
