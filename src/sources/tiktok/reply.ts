import type { Post } from '../../domain/post.ts'
import { plainName, plainText } from '../../text/plain.ts'
import { asCount, asId, asList, asRecord, asText } from '../http/json.ts'
import { need, type ReadItems, readItems } from '../items.ts'
import { SourceError } from '../source.ts'

export interface VideoPage extends ReadItems {
  readonly cursor: number
  readonly searchId: string | null
  readonly hasMore: boolean
}

// Reads one page of a video query whose `error.code` is `ok`.
export function readPage(json: unknown): VideoPage {
  const data = asRecord(asRecord(json).data)
  if (typeof data.has_more !== 'boolean') throw new SourceError('unreadable', 'TikTok returned no page of videos.')
  return {
    // A page may be shorter than requested, or empty: TikTok removes deleted videos from it afterwards.
    ...readItems(asList(data.videos), readVideo),
    cursor: asCount(data.cursor),
    searchId: asId(data.search_id),
    hasMore: data.has_more,
  }
}

function readVideo(item: unknown): Post | null {
  const fields = asRecord(item)
  // The older field name is still in use.
  const id = need(asId(fields.id) ?? asId(fields.video_id), 'id')
  const username = need(plainName(fields.username), 'username')
  const publishedAt = need(asUnixTime(fields.create_time), 'create_time')
  const hidden = [...asList(fields.hashtag_names), fields.voice_to_text].flatMap((part) => asText(part) ?? [])
  const text = plainText(asText(fields.video_description) ?? '')
  if (text === '') return null
  return {
    platform: 'tiktok',
    platformId: id,
    kind: 'video',
    text,
    hidden: hidden.length === 0 ? undefined : plainText(hidden.join('\n')),
    url: `https://www.tiktok.com/@${encodeURIComponent(username)}/video/${encodeURIComponent(id)}`,
    publishedAt,
    // The display name would cost one of the thousand daily requests per author.
    author: { id: username, username, displayName: username },
    engagement: {
      likes: asCount(fields.like_count),
      comments: asCount(fields.comment_count),
      shares: asCount(fields.share_count),
      views: asCount(fields.view_count),
    },
  }
}

const SECONDS_MAX = 253_402_300_799

function asUnixTime(value: unknown): Date | null {
  const seconds = asCount(value)
  return seconds > 0 && seconds <= SECONDS_MAX ? new Date(seconds * 1000) : null
}

export interface Token {
  readonly value: string
  readonly expiresSeconds: number
}

// Null when the reply has no token: a refusal may have status 200.
export function readToken(json: unknown): Token | null {
  const reply = asRecord(json)
  const value = asText(reply.access_token)
  return value === null ? null : { value, expiresSeconds: asCount(reply.expires_in) }
}
