import {
  type AtomFeed,
  type JsonFeed,
  parseAtomFeed,
  parseJsonFeed,
  parseRdfFeed,
  parseRssFeed,
  type RdfFeed,
  type RssFeed,
} from 'feedsmith'
import type { Engagement } from '../../domain/post.ts'
import { asCount } from '../http/json.ts'
import type { Entry } from './entry.ts'
import { textOfBody, textOfHtml, textOfPlain, textOfTitle } from './html.ts'
import { readPlainRss } from './plain-rss.ts'

export const ENTRIES_MAX = 1_000

export interface Feed {
  readonly title: string | null
  readonly home: string | null
  readonly language: string | null
  readonly entries: readonly Entry[]
}

// Dates stay unparsed here, because the library's own date parser does not know Indonesian.
const options = { maxItems: ENTRIES_MAX, parseDateFn: (raw: string) => raw }

export function readRss(xml: string): Feed {
  const feed = readPlainRss(xml, options) ?? parseRssFeed(xml, options)
  return {
    title: titleOf(feed.title),
    home: feed.link ?? linkOf(feed.atom?.links) ?? null,
    language: feed.language ?? feed.dc?.languages?.[0] ?? null,
    entries: (feed.items ?? []).map(rssEntry),
  }
}

function rssEntry(item: RssFeed.Item<string>): Entry {
  const guid = item.guid?.value?.trim() || null
  return {
    id: guid,
    links: [item.link, item.guid?.isPermaLink === false ? null : absolute(guid), linkOf(item.atom?.links)],
    title: textOfTitle(item.title ?? item.dc?.titles?.[0] ?? item.media?.title?.value ?? ''),
    body: longest([
      item.content?.encoded,
      item.description,
      item.atom?.content?.value,
      item.atom?.summary?.value,
      item.dc?.descriptions?.[0],
      item.media?.description?.value,
    ]),
    dates: [item.pubDate, ...dublinDates(item), item.atom?.published, item.atom?.updated],
    language: item.dc?.languages?.[0] ?? null,
    outlet: outletOf(item.source),
    byline: bylineOf(item.dc?.creators?.[0], item.authors?.[0]?.name, item.authors?.[0]?.email),
    engagement: engagementOf({ comments: item.slash?.comments }),
  }
}

export function readRdf(xml: string): Feed {
  const feed = parseRdfFeed(xml, options)
  return {
    title: titleOf(feed.title),
    home: feed.link ?? null,
    language: feed.dc?.languages?.[0] ?? null,
    entries: (feed.items ?? []).map(rdfEntry),
  }
}

function rdfEntry(item: RdfFeed.Item<string>): Entry {
  return {
    id: item.rdf?.about?.trim() || null,
    links: [item.link, absolute(item.rdf?.about)],
    title: textOfTitle(item.title ?? item.dc?.titles?.[0] ?? ''),
    body: longest([item.content?.encoded, item.description, item.dc?.descriptions?.[0]]),
    dates: [...dublinDates(item), item.atom?.published, item.atom?.updated],
    language: item.dc?.languages?.[0] ?? null,
    outlet: null,
    byline: bylineOf(item.dc?.creators?.[0]),
  }
}

// `youtube` decides whether `yt:` elements are trusted: any feed could contain them.
export function readAtom(xml: string, { youtube }: { youtube: boolean }): Feed {
  const feed = parseAtomFeed(xml, options)
  return {
    title: atomTitle(feed.title) || null,
    home: linkOf(feed.links) ?? null,
    language: feed.xml?.lang ?? null,
    entries: (feed.entries ?? []).map((entry) => atomEntry(entry, feed, youtube)),
  }
}

function atomEntry(entry: AtomFeed.Entry<string>, feed: AtomFeed.Feed<string>, youtube: boolean): Entry {
  const link = linkOf(entry.links)
  const media = entry.media?.groups?.[0]
  const sourceTitle = atomTitle(entry.source?.title)
  return {
    id: entry.id?.trim() || null,
    links: [within(feed.xml?.base, entry.xml?.base, link), link, absolute(entry.id)],
    title: atomTitle(entry.title) || textOfTitle(entry.media?.title?.value ?? media?.title?.value ?? ''),
    body:
      atomText(entry.content) ||
      atomText(entry.summary) ||
      textOfPlain(media?.description?.value ?? entry.media?.description?.value ?? ''),
    dates: [entry.published, entry.updated, ...dublinDates(entry)],
    language: entry.xml?.lang ?? null,
    outlet: sourceTitle === '' ? null : { name: sourceTitle, url: linkOf(entry.source?.links) ?? null },
    byline: bylineOf(entry.authors?.[0]?.name, entry.dc?.creators?.[0], feed.authors?.[0]?.name),
    engagement: engagementOf({
      likes: media?.community?.starRating?.count,
      views: media?.community?.statistics?.views,
      comments: entry.slash?.comments,
    }),
    ...videoOf(entry, feed, youtube),
  }
}

function videoOf(
  entry: AtomFeed.Entry<string>,
  feed: AtomFeed.Feed<string>,
  youtube: boolean,
): Pick<Entry, 'video'> | Record<string, never> {
  const id = entry.yt?.videoId
  if (!youtube || id === undefined || id === '') return {}
  const author = entry.authors?.[0] ?? feed.authors?.[0]
  const channelId = entry.yt?.channelId ?? feed.yt?.channelId ?? author?.uri ?? ''
  return { video: { id, channelId, channel: textOfTitle(author?.name ?? '') } }
}

// Takes parsed JSON, so that the caller can preserve the digits of long numeric ids.
export function readJsonFeed(value: unknown): Feed {
  const feed = parseJsonFeed(value, options)
  return {
    title: titleOf(feed.title),
    home: feed.home_page_url ?? null,
    language: feed.language ?? null,
    entries: (feed.items ?? []).map(jsonEntry),
  }
}

function jsonEntry(item: JsonFeed.Item<string>): Entry {
  return {
    id: item.id?.trim() || null,
    links: [item.url, item.external_url, absolute(item.id)],
    title: textOfTitle(item.title ?? ''),
    body: textOfPlain(item.content_text ?? '') || textOfHtml(item.content_html ?? '') || textOfBody(item.summary ?? ''),
    dates: [item.date_published, item.date_modified],
    language: item.language ?? null,
    outlet: null,
    byline: bylineOf(item.authors?.[0]?.name),
  }
}

interface Dublin {
  readonly dc?: { readonly dates?: readonly string[] }
  readonly dcterms?: {
    readonly [name in 'issued' | 'created' | 'available' | 'dates' | 'modified']?: readonly string[]
  }
}

function dublinDates({ dc, dcterms }: Dublin): (string | undefined)[] {
  const names = ['issued', 'created', 'available', 'dates', 'modified'] as const
  return [dc?.dates?.[0], ...names.map((name) => dcterms?.[name]?.[0])]
}

function longest(candidates: readonly (string | undefined)[]): string {
  const texts = candidates.map((candidate) => (candidate === undefined ? '' : textOfBody(candidate)))
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '')
}

function atomTitle(title: { value?: string | undefined } | undefined): string {
  return textOfTitle(title?.value ?? '')
}

function atomText(text: AtomFeed.Content | undefined): string {
  if (text?.value === undefined) return ''
  return text.type === 'html' || text.type === 'xhtml' || text.type === 'text/html'
    ? textOfHtml(text.value)
    : textOfBody(text.value)
}

interface Link {
  readonly href?: string | undefined
  readonly rel?: string | undefined
}

function linkOf(links: readonly Link[] | undefined): string | undefined {
  return links?.find(({ rel }) => rel === undefined || rel === '' || rel === 'alternate')?.href
}

// Resolves a link against `xml:base` of the feed and of the entry. Null without either: the caller then uses its own base.
function within(feedBase: string | undefined, entryBase: string | undefined, link: string | undefined): string | null {
  const base = URL.parse(entryBase ?? '', feedBase)?.href ?? feedBase
  return link === undefined || base === undefined ? null : (URL.parse(link, base)?.href ?? null)
}

// Returns an id that is itself a URL; "12345" must not become a path on the outlet's site.
function absolute(id: string | null | undefined): string | null {
  return id != null && /^https?:\/\//i.test(id.trim()) ? id : null
}

function outletOf(source: RssFeed.Item<string>['source']): Entry['outlet'] {
  const name = titleOf(source?.title)
  return name === null ? null : { name, url: source?.url ?? null }
}

// The first name. `mail@example.com (Name)` is RSS's own form; a bare e-mail address is no name.
function bylineOf(...candidates: readonly (string | undefined)[]): string | null {
  for (const candidate of candidates) {
    const text = textOfTitle(candidate ?? '')
    const name = /^\S+@\S+\s*\((.+)\)$/.exec(text)?.[1]?.trim() ?? text
    if (name !== '' && !/^\S+@\S+$/.test(name)) return name
  }
  return null
}

function titleOf(title: string | undefined): string | null {
  return title === undefined ? null : textOfTitle(title) || null
}

function engagementOf(counts: { [name in keyof Engagement]?: number | undefined }): Engagement {
  return {
    likes: asCount(counts.likes),
    comments: asCount(counts.comments),
    shares: 0,
    views: asCount(counts.views),
  }
}
