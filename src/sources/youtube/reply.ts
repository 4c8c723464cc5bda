import type { Post } from '../../domain/post.ts'
import { decodeEntities, plainName, plainText } from '../../text/plain.ts'
import { asCount, asId, asInstant, asList, asRecord, asText } from '../http/json.ts'
import { need, type ReadItems, readItems } from '../items.ts'
import { SourceError } from '../source.ts'

export interface SearchPage {
  readonly videoIds: readonly string[]
  // Publication time of the newest video found.
  readonly newestAt: Date | null
  readonly nextPageToken: string | null
}

// Only ids and times are read from a search: its snippets are truncated and escaped as HTML.
export function readSearch(json: unknown): SearchPage {
  const reply = expectKind(json, 'searchListResponse')
  const found = asList(reply.items)
    .map(asRecord)
    .flatMap((item) => {
      const id = asId(asRecord(item.id).videoId)
      return id === null ? [] : [{ id, at: asInstant(asRecord(item.snippet).publishedAt) }]
    })
  const times = found.flatMap(({ at }) => (at === null ? [] : [at.getTime()]))
  return {
    videoIds: [...new Set(found.map(({ id }) => id))],
    newestAt: times.length === 0 ? null : new Date(Math.max(...times)),
    nextPageToken: asText(reply.nextPageToken),
  }
}

export interface VideoPage extends ReadItems {
  // Videos that have comments to read.
  readonly commented: readonly string[]
}

// A video that was deleted after the search is missing here.
export function readVideos(json: unknown): VideoPage {
  const items = asList(expectKind(json, 'videoListResponse').items)
  const commented = items
    .map(asRecord)
    .filter((item) => asCount(asRecord(item.statistics).commentCount) > 0)
    .flatMap((item) => asId(item.id) ?? [])
  return { ...readItems(items, readVideo), commented }
}

function readVideo(item: unknown): Post | null {
  const fields = asRecord(item)
  const snippet = asRecord(fields.snippet)
  const counters = asRecord(fields.statistics)
  const id = need(asId(fields.id), 'id')
  const channelId = need(asId(snippet.channelId), 'channelId')
  const publishedAt = need(asInstant(snippet.publishedAt), 'publishedAt')
  const text = plainText(`${asText(snippet.title) ?? ''}\n\n${asText(snippet.description) ?? ''}`)
  if (text === '') return null
  const tags = asList(snippet.tags).filter((tag) => typeof tag === 'string')
  return {
    platform: 'youtube',
    platformId: id,
    kind: 'video',
    text,
    hidden: tags.length === 0 ? undefined : plainText(tags.join('\n')),
    url: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
    publishedAt,
    author: { id: channelId, username: channelId, displayName: plainName(snippet.channelTitle) ?? channelId },
    language: asText(snippet.defaultAudioLanguage) ?? asText(snippet.defaultLanguage) ?? undefined,
    engagement: {
      likes: asCount(counters.likeCount),
      comments: asCount(counters.commentCount),
      shares: 0,
      views: asCount(counters.viewCount),
    },
  }
}

// Channel id to handle, without the `@`.
export function readHandles(json: unknown): ReadonlyMap<string, string> {
  const handles = new Map<string, string>()
  for (const item of asList(expectKind(json, 'channelListResponse').items).map(asRecord)) {
    const id = asId(item.id)
    const handle = plainName(asRecord(item.snippet).customUrl)?.replace(/^@/, '')
    if (id !== null && handle !== undefined && handle !== '') handles.set(id, handle)
  }
  return handles
}

export function readComments(json: unknown): ReadItems {
  return readItems(asList(expectKind(json, 'commentThreadListResponse').items), readComment)
}

function readComment(item: unknown): Post | null {
  const comment = asRecord(asRecord(asRecord(item).snippet).topLevelComment)
  const snippet = asRecord(comment.snippet)
  const id = need(asId(comment.id), 'id')
  const videoId = need(asId(snippet.videoId), 'videoId')
  const publishedAt = need(asInstant(snippet.publishedAt), 'publishedAt')
  const original = asText(snippet.textOriginal)
  const text = plainText(original ?? decodeEntities(asText(snippet.textDisplay) ?? ''))
  if (text === '') return null
  const name = plainName(snippet.authorDisplayName) ?? ''
  const authorId = asId(asRecord(snippet.authorChannelId).value) ?? ''
  return {
    platform: 'youtube',
    platformId: `comment:${id}`,
    kind: 'comment',
    text,
    url: `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}&lc=${encodeURIComponent(id)}`,
    publishedAt,
    author: { id: authorId, username: name.replace(/^@/, '') || authorId, displayName: name || authorId },
    engagement: { likes: asCount(snippet.likeCount), comments: 0, shares: 0, views: 0 },
  }
}

function expectKind(json: unknown, kind: string): Readonly<Record<string, unknown>> {
  const reply = asRecord(json)
  if (reply.kind !== `youtube#${kind}`) throw new SourceError('unreadable', `YouTube returned no ${kind}.`)
  return reply
}
