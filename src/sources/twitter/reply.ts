import type { Post } from '../../domain/post.ts'
import { decodeEntities, plainName, plainText } from '../../text/plain.ts'
import { asCount, asId, asInstant, asList, asRecord, asText } from '../http/json.ts'
import { need, readItems } from '../items.ts'
import { SourceError } from '../source.ts'

export interface TwitterPage {
  readonly posts: readonly Post[]
  readonly broken: number
  readonly newestId: string | null
  readonly nextToken: string | null
}

// Reads one page of recent search, in either of the two dialects (`tweet.fields`, `post.fields`).
export function readPage(json: unknown): TwitterPage {
  const reply = asRecord(json)
  const meta = asRecord(reply.meta)
  const items = asList(reply.data)
  // An empty result has no `data`, but its `meta` always has a count of 0.
  if (items.length === 0 && meta.result_count !== 0) {
    throw new SourceError('unreadable', 'X returned neither posts nor a result count of 0.')
  }
  const users = readUsers(asRecord(reply.includes).users)
  const { posts, broken } = readItems(items, (item) => readPost(item, users))
  return { posts, broken, newestId: asId(meta.newest_id) ?? newestOf(posts), nextToken: asText(meta.next_token) }
}

interface User {
  readonly username: string
  readonly name: string
}

function readUsers(value: unknown): ReadonlyMap<string, User> {
  const users = new Map<string, User>()
  for (const item of asList(value).map(asRecord)) {
    const id = asId(item.id)
    const username = plainName(item.username)
    if (id !== null && username !== null) users.set(id, { username, name: plainName(item.name) ?? username })
  }
  return users
}

function readPost(item: unknown, users: ReadonlyMap<string, User>): Post | null {
  const fields = asRecord(item)
  const id = need(asId(fields.id), 'id')
  const publishedAt = need(asInstant(fields.created_at), 'created_at')
  const note = asRecord(fields.note_tweet ?? fields.note_post)
  const text = plainText(decodeThree(asText(note.text) ?? asText(fields.text) ?? ''))
  if (text === '') return null
  const authorId = asId(fields.author_id) ?? ''
  const user = users.get(authorId)
  const metrics = asRecord(fields.public_metrics)
  return {
    platform: 'twitter',
    platformId: id,
    kind: 'post',
    text,
    hidden: hiddenText([asRecord(fields.entities), asRecord(note.entities)]),
    url: `https://x.com/${user === undefined ? 'i' : encodeURIComponent(user.username)}/status/${encodeURIComponent(id)}`,
    publishedAt,
    // A suspended or protected author is missing from `includes`: only the id is known.
    author: { id: authorId, username: user?.username ?? authorId, displayName: user?.name ?? authorId },
    language: readLanguage(fields.lang),
    engagement: {
      likes: asCount(metrics.like_count),
      comments: asCount(metrics.reply_count),
      shares: asCount(metrics.retweet_count ?? metrics.repost_count),
      views: asCount(metrics.impression_count),
    },
  }
}

// X escapes only these three characters, so `&#39;` was typed by the author.
function decodeThree(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (entity) => decodeEntities(entity))
}

// X matches a query against the link behind t.co and its page title. The local matcher needs them as well, or it would discard
// correct results.
function hiddenText(entities: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  const parts = entities
    .flatMap((entity) => asList(entity.urls).map(asRecord))
    .flatMap((url) => [asText(url.expanded_url), asText(url.title), asText(url.description)])
    .filter((part) => part !== null)
  return parts.length === 0 ? undefined : plainText([...new Set(parts)].join('\n'))
}

// X still uses the language codes of 1988 for Indonesian and Hebrew, and `und`, `zxx` or its own `q…` codes for no language.
function readLanguage(value: unknown): string | undefined {
  const code = asText(value)
  if (code === null || code === 'und' || code === 'zxx' || /^q[a-z]{2}$/.test(code)) return undefined
  return { in: 'id', iw: 'he' }[code] ?? code
}

function newestOf(posts: readonly Post[]): string | null {
  return posts.reduce<string | null>((newest, { platformId }) => laterId(newest, platformId), null)
}

// Ids exceed the safe integers, so they are compared as strings: the longer one is larger.
export function laterId(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  if (a.length !== b.length) return a.length > b.length ? a : b
  return a > b ? a : b
}
