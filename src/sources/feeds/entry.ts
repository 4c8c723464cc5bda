import { createHash } from 'node:crypto'
import { getDomain } from 'tldts'
import { type Engagement, NO_ENGAGEMENT, PLATFORM_ID_MAX, type Post } from '../../domain/post.ts'
import { cutText, plainText } from '../../text/plain.ts'
import { clampToNow, readDate } from './dates.ts'

// One entry of a feed in any format: fields as in the feed, texts already converted to plain text.
export interface Entry {
  readonly id: string | null
  // Candidates for the link, best first; the first http(s) link is used.
  readonly links: readonly (string | null | undefined)[]
  readonly title: string
  readonly body: string
  // Candidates for the date, best first; the first readable one is used.
  readonly dates: readonly (string | null | undefined)[]
  readonly language: string | null
  // The outlet named by the entry itself, in a feed that aggregates several outlets.
  readonly outlet: { readonly name: string; readonly url: string | null } | null
  readonly engagement?: Engagement
  readonly video?: { readonly id: string; readonly channelId: string; readonly channel: string }
}

export interface EntryContext {
  // The feed's URL after redirects, against which relative links are resolved.
  readonly base: URL
  // The outlet's home page, for entries without a link.
  readonly home: string | null
  readonly label: string | null
  readonly feedTitle: string | null
  // As returned by `canonicalLanguage`; the default for entries without a language of their own.
  readonly language: string | undefined
  readonly now: Date
}

export interface ReadEntry {
  readonly post: Post
  // The feed's own id of the entry, for display.
  readonly id: string
  readonly title: string
  readonly dated: boolean
}

const LINK_MAX = 2_000
const NAME_MAX = 200

// Converts an entry to a post. Null when it has no text at all.
export function readEntry(entry: Entry, context: EntryContext): ReadEntry | null {
  const title = entry.title
  const body = entry.body === title ? '' : entry.body
  const text = plainText(title === '' || body === '' ? title + body : `${title}\n\n${body}`)
  if (text === '') return null
  const url = firstLink(entry.links, context.base)
  const date = firstDate(entry.dates)
  const shared = {
    text,
    publishedAt: date === null ? context.now : clampToNow(date, context.now),
    language: entry.language === null ? context.language : canonicalLanguage(entry.language),
    engagement: entry.engagement ?? NO_ENGAGEMENT,
  }
  const id = entry.id ?? url ?? `sha256:${sha256(text)}`
  const post = entry.video === undefined ? article(entry, context, url, shared) : video(entry.video, url, shared)
  return { post, id: cutText(id, PLATFORM_ID_MAX), title, dated: date !== null }
}

type Shared = Pick<Post, 'text' | 'publishedAt' | 'language' | 'engagement'>

function article(entry: Entry, context: EntryContext, link: string | null, shared: Shared): Post {
  const url = link ?? firstLink([context.home], context.base) ?? context.base.href
  const domain = domainOf(entry.outlet?.url ?? url) ?? domainOf(url) ?? 'local'
  const name = entry.outlet?.name || context.label || context.feedTitle || domain
  return {
    ...shared,
    platform: 'news',
    platformId: platformIdOf(entry.id, link, domain, shared.text),
    kind: 'article',
    url,
    ...(link === null ? { linkless: true } : {}),
    author: { id: domain, username: domain, displayName: cutText(plainText(name), NAME_MAX) },
  }
}

function video({ id, channelId, channel }: NonNullable<Entry['video']>, link: string | null, shared: Shared): Post {
  return {
    ...shared,
    platform: 'youtube',
    platformId: shorten(id),
    kind: 'video',
    url: link ?? `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
    author: { id: channelId, username: channelId, displayName: cutText(channel || channelId, NAME_MAX) },
  }
}

// All outlets share one platform, so an id that is unique only within its feed ("12345") is prefixed with the outlet's domain.
function platformIdOf(id: string | null, link: string | null, domain: string, text: string): string {
  if (id === null) return shorten(link ?? `${domain}:sha256:${sha256(text)}`)
  return shorten(/^(https?:\/\/|tag:|urn:)/i.test(id) ? id : `${domain}:${id}`)
}

function shorten(id: string): string {
  return id.length <= PLATFORM_ID_MAX ? id : `sha256:${sha256(id)}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

// Only http and https are accepted as links: no `javascript:`, no `data:`, and nothing that a browser would not open.
export function firstLink(candidates: readonly (string | null | undefined)[], base: URL): string | null {
  for (const candidate of candidates) {
    const trimmed = candidate?.trim() ?? ''
    const url = trimmed === '' || trimmed.length > LINK_MAX ? null : URL.parse(trimmed, base.href)
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) continue
    url.username = ''
    url.password = ''
    return url.href
  }
  return null
}

function firstDate(candidates: readonly (string | null | undefined)[]): Date | null {
  for (const candidate of candidates) {
    const date = readDate(candidate)
    if (date !== null) return date
  }
  return null
}

// The registrable domain (`news.detik.com` is detik.com), or the bare host for addresses that have none.
export function domainOf(url: string): string | null {
  return getDomain(url) ?? (URL.parse(url)?.hostname || null)
}

export function canonicalLanguage(language: string | null): string | undefined {
  const tag = language?.trim().replaceAll('_', '-') ?? ''
  try {
    return tag === '' || tag.length > 35 ? undefined : Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
