import { createHash } from 'node:crypto'
import { isPlatform, PLATFORM_ROWS, PLATFORMS, type Platform, platformRow } from '../../domain/platform.ts'
import { POST_KINDS, type Post, type PostKind } from '../../domain/post.ts'
import { type PostAddress, postIdOf, readPostAddress } from '../../domain/post-address.ts'
import { cutText, decodeEntities } from '../../text/plain.ts'
import { cleanPost } from '../clean-post.ts'
import { readTime } from './dates.ts'
import type { RowPlan } from './plan.ts'
import { type FieldReader, readerOf, withoutSeparators } from './row-fields.ts'
import { type Row, RowError } from './rows.ts'

const ALIASES: ReadonlyMap<string, Platform> = new Map(
  PLATFORM_ROWS.flatMap(({ id, aliases }) => [id, ...aliases].map((alias) => [alias, id] as const)),
)

// Reads a row into a post. Throws RowError and nothing else.
export function readRow(row: Row, plan: RowPlan): Post {
  const field = readerOf(row, plan.sources)
  const url = readUrl(field.first('url'))
  const address = readPostAddress(url)
  field.setAddress(address)
  const platform = readPlatform(field.first('platform'), address, plan)
  const text = readText(field, plan.format.escaped === true)
  const kind = readKind(field.first('kind'), platform, plan)
  const platformId = readId('platform_id', field) || idFor(platform, url, address, text)
  const username = field.first('author_username').replace(/^@/, '')
  const post = cleanPost({
    platform,
    platformId: postIdOf({ platform, kind, platformId, url }),
    kind,
    text,
    url,
    publishedAt: readPublishedAt(field, plan),
    author: {
      id: readId('author_id', field),
      username,
      displayName: field.first('author_name') || username,
    },
    language: field.first('language') || undefined,
    engagement: {
      likes: readCount('likes', field),
      comments: readCount('comments', field),
      shares: readCount('shares', field),
      views: readCount('views', field),
    },
  })
  if (post === null) throw new RowError('The post has no usable id.', ['rowNoId'])
  return post
}

// Spreadsheets round ids of more than 15 digits to 1.98E+18, which many posts share: such a number is no id.
const ROUNDED = /(^|:)\d([.,]\d+E\+?|E\+)\d{1,2}$/i

function readId(name: 'platform_id' | 'author_id', field: FieldReader): string {
  return field.all(name).find((id) => !ROUNDED.test(id)) ?? ''
}

// Exports of posts repeat the beginning of the text as the title; it is not read twice.
function readText(field: FieldReader, escaped: boolean): string {
  const body = field.first('text')
  const title = field.first('title')
  const repeated = title !== '' && body.startsWith(title.replace(/\s*(…|\.\.\.)$/, ''))
  const text = [repeated ? '' : title, body].filter((part) => part !== '').join('\n\n')
  if (text === '')
    throw new RowError('There is no text: the column "text" (or "content") is empty or missing.', ['rowNoText'])
  const plain = escaped ? text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => decodeEntities(entity)) : text
  return plain.normalize('NFC')
}

function readKind(value: string, platform: Platform, { format }: RowPlan): PostKind {
  return POST_KINDS.find((known) => known === value) ?? format.kind ?? platformRow(platform).postKind
}

const SHOWN_MAX = 100

function shown(value: string): string {
  return cutText(value, SHOWN_MAX)
}

// The file's own word, then the address of the post, then what the user gave for the whole file.
function readPlatform(value: string, address: PostAddress | null, plan: RowPlan): Platform {
  const platform = plan.format.platform ?? platformNamed(value) ?? address?.platform ?? plan.platform
  if (platform !== null) return platform
  const advice = `use one of ${PLATFORMS.join(', ')}, or give one for the whole file`
  if (value === '') throw new RowError(`There is no platform: ${advice}.`, ['rowNoPlatform'])
  throw new RowError(`"${shown(value)}" is not a platform: ${advice}.`, ['rowPlatform', shown(value)])
}

// Other services write "Online News" or "SOCIALMEDIA_TWITTER". "Social media" names none.
function platformNamed(value: string): Platform | null {
  const name = value.toLowerCase()
  const platform = ALIASES.get(name) ?? name
  if (isPlatform(platform)) return platform
  if (name.length > SHOWN_MAX) return null
  const words = name.split(/[^\p{L}\p{N}]+/u).flatMap((word) => (word === 'media' ? [] : (ALIASES.get(word) ?? [])))
  return new Set(words).size === 1 ? (words[0] ?? null) : null
}

function readUrl(value: string): string {
  if (value === '') return ''
  const url = URL.parse(value)
  // It is shown as a link, so it must not be a script.
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new RowError(`The url "${shown(value)}" is not an http or https address.`, ['rowAddress', shown(value)])
  }
  return value
}

// The first of the columns that holds a date: a file may have a date of its own beside one that is put together from two columns.
function readPublishedAt(field: FieldReader, { dates }: RowPlan): Date {
  const values = field.all('published_at')
  for (const value of values) {
    const date = readTime(value, dates)
    if (date !== null && !Number.isNaN(date.getTime())) return date
  }
  const [value] = values
  if (value === undefined)
    throw new RowError('There is no date: the column "published_at" is empty or missing.', ['rowNoDate'])
  throw new RowError(`"${shown(value)}" is not a date: write it as 2026-03-20T12:00:00Z.`, ['rowDate', shown(value)])
}

// Some platforms hide a number and some tools write -1 or N/A for it.
const NO_NUMBER = /^(-1|-|n\/?a|null|none|nan)$/i

function readCount(name: 'likes' | 'comments' | 'shares' | 'views', field: FieldReader): number {
  const value = field.first(name)
  if (value === '' || NO_NUMBER.test(value)) return 0
  const digits = withoutSeparators(value)
  if (/^\d+(\.0+)?$/.test(digits)) return Number(digits)
  throw new RowError(`"${shown(value)}" is not a number of ${name}.`, ['rowCount', shown(value), name])
}

// The id that collecting would give the same post, if its address contains one; otherwise a deterministic id.
function idFor(platform: Platform, url: string, address: PostAddress | null, text: string): string {
  if (address !== null && address.platform === platform && address.id !== null) return address.id
  if (url !== '') return platform === 'news' ? url : `url:${url}`
  return `text:${createHash('sha256').update(text).digest('hex')}`
}
