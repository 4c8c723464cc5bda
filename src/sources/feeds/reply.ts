import { gunzipSync } from 'node:zlib'
import type { Platform } from '../../domain/platform.ts'
import { parseJson } from '../http/json.ts'
import { SourceError } from '../source.ts'
import { decodeText } from './charset.ts'
import { readDamaged, readXml, type XmlRoot } from './damaged.ts'
import { canonicalLanguage, type Entry, type ReadEntry, readEntry } from './entry.ts'
import { type Feed, readJsonFeed } from './feed.ts'
import { readSitemap, readSitemapIndex } from './sitemap.ts'

export const FEED_BYTES_MAX = 5 * 1024 * 1024

export interface FeedDocument {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  // After redirects.
  readonly url: URL
  readonly label: string | null
  // Whose posts the feed brings; news unless the operator said otherwise.
  readonly platform?: Platform
  readonly now: Date
}

export type FeedContent =
  // A list of further sitemaps to read.
  | { readonly kind: 'index'; readonly children: readonly string[] }
  | {
      readonly kind: 'feed'
      readonly title: string | null
      readonly entries: readonly ReadEntry[]
      readonly undated: number
      // Entries without any text or title, which are skipped.
      readonly empty: number
      // True when the document is not well-formed and may be incomplete.
      readonly damaged: boolean
    }

// Reads a feed of any format. The content decides the format, because servers declare arbitrary content types.
export function readFeed(document: FeedDocument): FeedContent {
  const text = decodeText(unpacked(document.bytes), document.contentType)
  const trimmed = text.trimStart()
  if (trimmed.startsWith('{')) return toContent(readJson(trimmed), document, false)
  const root = rootOf(trimmed)
  if (root === 'sitemapindex') return { kind: 'index', children: readSitemapIndex(text).children }
  if (root === 'urlset') {
    const { entries, untitled } = readSitemap(text)
    const content = toContent({ title: null, home: null, language: null, entries }, document, false)
    return content.kind === 'feed' ? { ...content, empty: content.empty + untitled } : content
  }
  if (root === 'html') throw new SourceError('unreadable', webPageMessage(text, document.url))
  if (root === null) throw new SourceError('unreadable', 'The response is neither a feed nor a news sitemap.')
  return readXmlFeed(text, root, document)
}

function readXmlFeed(text: string, root: XmlRoot, document: FeedDocument): FeedContent {
  // The most common damage is a warning printed before the document.
  const xml = text.slice(Math.max(0, text.search(START)))
  const options = { youtube: isYoutubeFeed(document.url) }
  try {
    return toContent(readXml(xml, root, options), document, false)
  } catch {
    const feed = readDamaged(xml, root, options)
    if (feed !== null) return toContent(feed, document, true)
    throw new SourceError('unreadable', 'The feed is damaged and no entry could be read.')
  }
}

function toContent(feed: Feed, document: FeedDocument, damaged: boolean): FeedContent {
  const context = {
    base: document.url,
    home: feed.home,
    label: document.label,
    feedTitle: feed.title,
    platform: document.platform ?? ('news' as const),
    language: canonicalLanguage(feed.language),
    now: document.now,
  }
  const read = feed.entries.map((entry: Entry) => readEntry(entry, context))
  const entries = read.filter((entry) => entry !== null)
  return {
    kind: 'feed',
    title: feed.title,
    entries,
    undated: entries.filter(({ dated }) => !dated).length,
    empty: read.length - entries.length,
    damaged,
  }
}

// Some outlets serve sitemap.xml.gz without declaring its encoding.
function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: FEED_BYTES_MAX })
  } catch {
    throw new SourceError('unreadable', `The compressed file is damaged or larger than ${FEED_BYTES_MAX} bytes.`)
  }
}

function readJson(text: string): Feed {
  try {
    return readJsonFeed(parseJson(new TextEncoder().encode(text)))
  } catch {
    throw new SourceError('unreadable', 'The response is JSON, but not a JSON Feed.')
  }
}

const HEAD_UNITS = 16_000
const START = /<\?xml|<(?:[\w-]+:)?(?:rss|RDF|feed|channel)[\s>]/

// The root element, after declarations, comments and any output printed before the document.
function rootOf(text: string): XmlRoot | 'sitemapindex' | 'urlset' | 'html' | null {
  const head = text.slice(0, HEAD_UNITS).replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  if (/^\s*<!doctype\s+html/i.test(head)) return 'html'
  const found = /<(?:[\w-]+:)?(rss|rdf|feed|sitemapindex|urlset|html|head|body)(?=[\s>/])/i.exec(head)
  const name = found?.[1]?.toLowerCase()
  if (name === 'rss' || name === 'rdf' || name === 'sitemapindex' || name === 'urlset') return name
  if (name === 'feed') return 'atom'
  return name === undefined ? null : 'html'
}

function webPageMessage(html: string, base: URL): string {
  const hint = alternateOf(html, base)
  const message = 'The address returns a web page, not a feed.'
  return hint === null ? message : `${message} The page links to this feed: ${hint}`
}

function alternateOf(html: string, base: URL): string | null {
  for (const [tag] of html.slice(0, 50_000).matchAll(/<link\s[^>]{1,1000}>/gi)) {
    if (!/rel\s*=\s*["']?alternate/i.test(tag) || !/type\s*=\s*["']?application\/(rss|atom|feed)\+/i.test(tag)) continue
    const href = /href\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1]
    const url = href === undefined ? null : URL.parse(href, base.href)
    if (url !== null && /^https?:$/.test(url.protocol)) return url.href
  }
  return null
}

const YOUTUBE_FEED = /^\/feeds\/videos\.xml$/

// Whether a URL is the feed of a YouTube channel or playlist, whose entries are videos and not articles.
export function isYoutubeFeed(url: URL): boolean {
  const named = ['channel_id', 'playlist_id', 'user'].some((name) => url.searchParams.has(name))
  return YOUTUBE_FEED.test(url.pathname) && (named || /(^|\.)youtube\.com$/.test(url.hostname))
}
