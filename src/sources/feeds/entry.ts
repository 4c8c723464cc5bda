import { createHash } from 'node:crypto'
import { getDomain } from 'tldts'
import { type Platform, platformRow } from '../../domain/platform.ts'
import { type Engagement, NO_ENGAGEMENT, PLATFORM_ID_MAX, type Post } from '../../domain/post.ts'
import { readPostAddress } from '../../domain/post-address.ts'
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
  // The person who wrote it.
  readonly byline: string | null
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
  // Whose posts the feed brings. Entries of a bridge get the id and the user name that their links contain.
  readonly platform: Platform
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
  const { title } = entry
  const isBridged = context.platform !== 'news' && entry.video === undefined
  const text = plainText(isBridged ? textOfPost(entry) : textOfArticle(entry))
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
  const post =
    entry.video !== undefined
      ? video(entry.video, url, shared)
      : isBridged
        ? bridged(entry, context, url, shared)
        : article(entry, context, url, shared)
  return { post, id: cutText(id, PLATFORM_ID_MAX), title, dated: date !== null }
}

function textOfArticle({ title, body }: Entry): string {
  return title === '' || body === '' || body === title ? title || body : `${title}\n\n${body}`
}

// Most bridges repeat the beginning of a post as its title.
function textOfPost(entry: Entry): string {
  const beginning = entry.title.replace(/(?:…|\.\.\.)$/, '').trim()
  const body = entry.body.replace(/\s+/g, ' ')
  return body.includes(beginning) ? entry.body : textOfArticle(entry)
}

type Shared = Pick<Post, 'text' | 'publishedAt' | 'language' | 'engagement'>

function article(entry: Entry, context: EntryContext, link: string | null, shared: Shared): Post {
  const url = link ?? firstLink([context.home], context.base) ?? context.base.href
  const domain = channelOf(url) ?? domainOf(entry.outlet?.url ?? url) ?? domainOf(url) ?? 'local'
  const name = cutText(plainText(entry.outlet?.name || context.label || context.feedTitle || domain), NAME_MAX)
  const byline = cutText(entry.byline ?? '', NAME_MAX)
  return {
    ...shared,
    platform: 'news',
    platformId: platformIdOf(entry.id, link, domain, shared.text),
    kind: 'article',
    url,
    ...(link === null ? { linkless: true } : {}),
    author: { id: domain, username: domain, displayName: name },
    ...(byline === '' || byline === name || byline === domain ? {} : { byline }),
  }
}

// A Telegram channel is an outlet of its own; its posts are at `t.me/<channel>/<number>`.
function channelOf(url: string): string | null {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  const channel = /^\/(?:s\/)?(\w{4,})\/\d+/.exec(pathname)?.[1]
  return hostname === 't.me' && channel !== undefined ? `t.me/${channel.toLowerCase()}` : null
}

// A post of a platform that was read through a bridge. It gets the id that the platform gives it, so that the same post from a bridge,
// the platform's API and an imported file is one mention.
function bridged(entry: Entry, context: EntryContext, link: string | null, shared: Shared): Post {
  const { platform } = context
  const found = link === null ? null : postAddressOf(link, platform)
  const user = found?.user ?? ''
  const name = entry.byline ?? (user || context.label || context.feedTitle || '')
  const url = found?.url ?? link ?? firstLink([context.home], context.base) ?? context.base.href
  return {
    ...shared,
    platform,
    platformId: shorten(found?.id ?? `url:${link ?? `sha256:${sha256(shared.text)}`}`),
    kind: platformRow(platform).postKind,
    url,
    author: { id: user, username: user, displayName: cutText(plainText(name), NAME_MAX) },
  }
}

// Mirrors such as Nitter keep the path of a post under a host of their own; the mention links to the platform itself.
function postAddressOf(link: string, platform: Platform): { id: string; user: string | null; url: string } | null {
  const own = readPostAddress(link)
  const url = own === null ? mirrored(link, platform) : link
  const found = own ?? (url === null ? null : readPostAddress(url))
  if (found === null || url === null || found.platform !== platform || found.id === null) return null
  return { id: found.id, user: found.user, url }
}

function mirrored(link: string, platform: Platform): string | null {
  const url = URL.parse(link)
  const [host] = platformRow(platform).hosts
  return url === null || host === undefined ? null : `https://${host}${url.pathname}${url.search}`
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
