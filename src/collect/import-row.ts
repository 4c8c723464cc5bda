import { createHash } from 'node:crypto'
import { isPlatform, PLATFORM_ROWS, PLATFORMS, type Platform, platformRow } from '../domain/platform.ts'
import { POST_KINDS, type Post } from '../domain/post.ts'
import { readPostAddress } from '../domain/post-address.ts'
import { readDate } from '../sources/feeds/dates.ts'
import { cutText } from '../text/plain.ts'
import { cleanPost } from './clean-post.ts'

// A row of an import: column names as in the file, values as text.
export type Row = Readonly<Record<string, string>>

// Accepted column names, most specific first; case, spaces and punctuation are ignored. docs/how-to/import.md lists them.
const NAMES = {
  platform: ['platform', 'source', 'socialmediaid', 'sosmedid', 'socialmedia', 'network'],
  id: ['platformid', 'postid', 'tweetid', 'videoid', 'externalid', 'id'],
  title: ['title', 'headline', 'judul'],
  text: ['text', 'content', 'fulltext', 'message', 'caption', 'body', 'description', 'isi'],
  url: ['url', 'link', 'permalink', 'permalinkurl'],
  authorId: ['authorid', 'targetedaccountid', 'userid', 'channelid', 'accountid'],
  authorUsername: [
    'authorusername',
    'targetedaccountusername',
    'username',
    'screenname',
    'handle',
    'userscreenname',
    'author',
  ],
  authorName: [
    'authorname',
    'authordisplayname',
    'targetedaccountdisplayname',
    'displayname',
    'channeltitle',
    'name',
    'author',
  ],
  publishedAt: [
    'publishedat',
    'createdat',
    'published',
    'createdtime',
    'timestamp',
    'datetime',
    'date',
    'time',
    'tanggal',
  ],
  language: ['language', 'lang', 'bahasa'],
  kind: ['kind'],
  likes: ['likes', 'likecount', 'engagementlikes', 'favoritecount', 'reactions'],
  comments: ['comments', 'commentcount', 'commentscount', 'engagementcomments', 'replycount', 'replies'],
  shares: ['shares', 'sharecount', 'engagementshares', 'retweetcount', 'retweets'],
  views: ['views', 'viewcount', 'engagementviews', 'impressioncount', 'impressions', 'playcount'],
} as const
type Field = keyof typeof NAMES

const ALIASES: ReadonlyMap<string, Platform> = new Map(
  PLATFORM_ROWS.flatMap(({ id, aliases }) => aliases.map((alias) => [alias, id] as const)),
)

// A problem with a row, worded for the user who has to fix the file.
export class RowError extends Error {}

// Reads a row into a post. Throws RowError and nothing else.
export function readRow(row: Row): Post {
  const field = fieldsOf(row)
  const platform = readPlatform(field('platform'))
  const text = [field('title'), field('text')].filter((part) => part !== '').join('\n\n')
  if (text === '') throw new RowError('There is no text: the column "text" (or "content") is empty or missing.')
  const url = readUrl(field('url'))
  const kind = field('kind')
  const post = cleanPost({
    platform,
    platformId: field('id') || idFor(platform, url, text),
    kind: POST_KINDS.find((known) => known === kind) ?? platformRow(platform).postKind,
    text: text.normalize('NFC'),
    url,
    publishedAt: readTime(field('publishedAt')),
    author: {
      id: field('authorId'),
      username: field('authorUsername').replace(/^@/, ''),
      displayName: field('authorName') || field('authorUsername'),
    },
    language: field('language') || undefined,
    engagement: {
      likes: readCount('likes', field('likes')),
      comments: readCount('comments', field('comments')),
      shares: readCount('shares', field('shares')),
      views: readCount('views', field('views')),
    },
  })
  if (post === null) throw new RowError('The post has no usable id.')
  return post
}

function fieldsOf(row: Row): (field: Field) => string {
  const byName = new Map<string, string>()
  for (const [name, value] of Object.entries(row)) {
    const key = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    if (!byName.has(key) || byName.get(key) === '') byName.set(key, value.trim())
  }
  return (field) => {
    for (const name of NAMES[field]) {
      const value = byName.get(name)
      if (value !== undefined && value !== '') return value
    }
    return ''
  }
}

const SHOWN_MAX = 100

function shown(value: string): string {
  return cutText(value, SHOWN_MAX)
}

function readPlatform(value: string): Platform {
  const name = value.toLowerCase()
  const platform = ALIASES.get(name) ?? name
  if (isPlatform(platform)) return platform
  const advice = `use one of ${PLATFORMS.join(', ')}`
  throw new RowError(
    name === '' ? `There is no platform: ${advice}.` : `"${shown(value)}" is not a platform: ${advice}.`,
  )
}

function readUrl(value: string): string {
  if (value === '') return ''
  const url = URL.parse(value)
  // It is shown as a link, so it must not be a script.
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new RowError(`The url "${shown(value)}" is not an http or https address.`)
  }
  return value
}

const SECONDS = /^\d{9,10}$/
const MILLIS = /^\d{12,13}$/

function readTime(value: string): Date {
  if (value === '') throw new RowError('There is no date: the column "published_at" is empty or missing.')
  if (SECONDS.test(value)) return new Date(Number(value) * 1000)
  if (MILLIS.test(value)) return new Date(Number(value))
  const date = readDate(value) ?? readTwitterDate(value)
  if (date !== null) return date
  throw new RowError(`"${shown(value)}" is not a date: write it as 2026-03-20T12:00:00Z.`)
}

// Wed Oct 10 20:19:24 +0000 2018
function readTwitterDate(value: string): Date | null {
  const found = /^\p{L}{3} (\p{L}{3}) (\d{1,2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{4}) (\d{4})$/u.exec(value)
  return found === null ? null : readDate(`${found[2]} ${found[1]} ${found[5]} ${found[3]} ${found[4]}`)
}

function readCount(name: string, value: string): number {
  if (value === '') return 0
  const digits = value.replace(/[\s_]/g, '').replace(/[.,](?=\d{3}(?:\D|$))/g, '')
  if (/^\d+(\.0+)?$/.test(digits)) return Number(digits)
  throw new RowError(`"${shown(value)}" is not a number of ${name}.`)
}

// The id that collecting would give the same post, if its address contains one; otherwise a deterministic id.
function idFor(platform: Platform, url: string, text: string): string {
  const address = readPostAddress(url)
  if (address !== null && address.platform === platform && address.id !== null) return address.id
  if (url !== '') return platform === 'news' ? url : `url:${url}`
  return `text:${createHash('sha256').update(text).digest('hex')}`
}
