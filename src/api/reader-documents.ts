import type { Language } from '../domain/message.ts'
import { SENTIMENT_LABELS } from '../domain/sentiment.ts'
import type { StoredMention } from '../store/mentions/rows.ts'
import type { ReaderList } from '../store/projects/reader-feeds.ts'
import { cutText } from '../text/plain.ts'
import { escapeAttribute, escapeXml } from '../text/xml.ts'
import { VERSION } from '../version.ts'

export interface ReaderDocument {
  readonly id: string
  readonly list: ReaderList
  readonly title: string
  readonly expression: string
  readonly language: Language
  readonly updated: Date
  // Absolute addresses of the feed and of its project in the dashboard; null when the public address is not known.
  readonly self: string | null
  readonly home: string | null
  // The earliest mention of each story, where the list has stories.
  readonly mentions: readonly StoredMention[]
}

export const READER_FORMATS = {
  atom: { type: 'application/atom+xml', write: writeAtom },
  json: { type: 'application/feed+json', write: writeJsonFeed },
} as const
export type ReaderFormat = keyof typeof READER_FORMATS

const TITLE_MAX = 140
const CONTENT_MAX = 5_000

interface Entry {
  // A mention's id, or its story's, stays the same, so a reader does not show one twice.
  readonly id: string
  readonly title: string
  readonly text: string
  readonly url: string | null
  readonly author: string
  readonly sentiment: string
  readonly source: string
  readonly language: string
  readonly published: string
  readonly updated: string
  // Of a story, how many near-duplicates of the mention were found.
  readonly copies: number | null
}

function entriesOf({ list, language, mentions }: ReaderDocument): Entry[] {
  return mentions.map((mention) => {
    const { id, storyId, text, author, sentiment, platform, publishedAt, updatedAt, similar } = mention
    const copies = list === 'stories' ? similar : null
    const note = copies === null || copies === 0 ? '' : `\n\n${COPIES[language](copies)}`
    return {
      id: `urn:uuid:${list === 'stories' ? storyId : id}`,
      title: titleOf(text),
      text: cutText(text, CONTENT_MAX) + note,
      url: isWebAddress(mention.url) ? mention.url : null,
      author: author.displayName || author.username || author.id || platform,
      sentiment: SENTIMENT_LABELS[sentiment],
      source: platform,
      language: mention.language,
      published: publishedAt.toISOString(),
      updated: updatedAt.toISOString(),
      copies,
    }
  })
}

const COPIES = {
  id: (copies: number) => `${copies} salinan`,
  en: (copies: number) => (copies === 1 ? '1 copy' : `${copies} copies`),
} as const satisfies Record<Language, unknown>

// The first line, which is the headline of an article.
function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.replace(/\s+/g, ' ') ?? ''
  return line.length <= TITLE_MAX ? line : `${cutText(line, TITLE_MAX)}…`
}

// Readers make links of addresses: only the web's are passed on.
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

// Atom (RFC 4287).
function writeAtom(document: ReaderDocument): string {
  const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
  const link = (rel: string, href: string | null, type: string) =>
    href === null ? '' : `<link rel="${rel}" type="${type}" href="${escapeAttribute(href)}"/>`
  const category = (term: string) => `<category term="${escapeAttribute(term)}"/>`
  const entries = entriesOf(document).map((entry) =>
    [
      '<entry>',
      element('id', entry.id),
      element('title', entry.title),
      link('alternate', entry.url, 'text/html'),
      `<author>${element('name', entry.author)}</author>`,
      element('published', entry.published),
      element('updated', entry.updated),
      category(entry.sentiment),
      category(entry.source),
      `<content type="text">${escapeXml(entry.text)}</content>`,
      '</entry>',
    ].join(''),
  )
  return [
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${document.language}">`,
    element('id', `urn:uuid:${document.id}`),
    element('title', document.title),
    element('subtitle', document.expression),
    link('self', document.self, READER_FORMATS.atom.type),
    link('alternate', document.home, 'text/html'),
    element('updated', document.updated.toISOString()),
    `<generator version="${escapeAttribute(VERSION)}">Pantau</generator>`,
    ...entries,
    '</feed>\n',
  ].join('\n')
}

// JSON Feed 1.1. An entry must have content; fields without a value are left out.
function writeJsonFeed(document: ReaderDocument): string {
  const { title, expression, language, self, home } = document
  const items = entriesOf(document).map((entry) => ({
    id: entry.id,
    ...(entry.url === null ? {} : { url: entry.url }),
    title: entry.title,
    content_text: entry.text,
    date_published: entry.published,
    date_modified: entry.updated,
    authors: [{ name: entry.author }],
    tags: [entry.sentiment, entry.source],
    language: entry.language,
    ...(entry.copies === null ? {} : { _pantau: { copies: entry.copies } }),
  }))
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: expression,
    language,
    ...(home === null ? {} : { home_page_url: home }),
    ...(self === null ? {} : { feed_url: self }),
    items,
  })
}
