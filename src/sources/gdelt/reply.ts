import { NO_ENGAGEMENT, type Post } from '../../domain/post.ts'
import { cutText, plainText } from '../../text/plain.ts'
import { clampToNow, readDate } from '../feeds/dates.ts'
import { readEntry } from '../feeds/entry.ts'
import { textOfTitle } from '../feeds/html.ts'
import { asList, asRecord, asText, parseJson } from '../http/json.ts'
import { redact } from '../http/redact.ts'
import { SourceError } from '../source.ts'

export const GDELT_RECORDS_MAX = 250
const BUSY_MS = 60_000
const DETAIL_MAX = 200

export interface GdeltPage {
  readonly posts: readonly Post[]
  readonly total: number
  // When the oldest article of the page was seen. The next request ends there.
  readonly oldest: Date | null
}

const LANGUAGES: Readonly<Record<string, string>> = {
  indonesian: 'id',
  english: 'en',
  malay: 'ms',
  javanese: 'jv',
  sundanese: 'su',
  chinese: 'zh',
  arabic: 'ar',
  dutch: 'nl',
}

// GDELT reports errors as plain text with status 200, and no match as an empty object or an empty body.
export function readGdelt(bytes: Uint8Array, now: Date): GdeltPage {
  const text = new TextDecoder().decode(bytes).trim()
  if (text === '') return { posts: [], total: 0, oldest: null }
  if (!text.startsWith('{')) throw readTextError(text, now)
  const articles = asList(asRecord(parseJson(bytes)).articles)
  const read = articles.map((article) => readArticleRecord(asRecord(article), now)).filter((post) => post !== null)
  if (articles.length > 0 && read.length === 0) {
    throw new SourceError('unreadable', 'GDELT returned articles in an unknown format.')
  }
  const oldestMs = Math.min(...read.map((post) => post.publishedAt.getTime()))
  return { posts: read, total: articles.length, oldest: read.length === 0 ? null : new Date(oldestMs) }
}

function readArticleRecord(article: Readonly<Record<string, unknown>>, now: Date): Post | null {
  const url = asText(article.url)
  const seen = readDate(asText(article.seendate))
  if (url === null || seen === null || URL.parse(url) === null) return null
  const context = {
    base: new URL(url),
    home: null,
    label: asText(article.domain),
    feedTitle: null,
    platform: 'news' as const,
    language: undefined,
    now,
  }
  const entry = readEntry(
    {
      id: url,
      links: [url],
      title: joinTokens(textOfTitle(asText(article.title) ?? '')),
      body: '',
      dates: [clampToNow(seen, now).toISOString()],
      language: LANGUAGES[(asText(article.language) ?? '').toLowerCase()] ?? null,
      outlet: null,
      byline: null,
      engagement: NO_ENGAGEMENT,
    },
    context,
  )
  return entry?.post ?? null
}

// Titles are tokens separated by spaces: "Banjir , warga ( 12 ) mengungsi !".
function joinTokens(title: string): string {
  return title.replace(/ (?=[,.;:!?%)\]”’])/g, '').replace(/(?<=[([“‘]) /g, '')
}

function readTextError(text: string, now: Date): SourceError {
  if (text.startsWith('<')) return new SourceError('upstream', 'GDELT returned a web page.')
  const detail = cutText(redact(plainText(cutText(text, 1_000)).replace(/\s+/g, ' ')), DETAIL_MAX)
  if (/limit requests|too many requests|rate limit/i.test(text)) {
    return new SourceError('rate_limited', `GDELT: ${detail}`, { retryAt: new Date(now.getTime() + BUSY_MS) })
  }
  return new SourceError('bad_request', `GDELT: ${detail}`)
}
