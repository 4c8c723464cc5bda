import { parseRssFeed, type RssFeed } from 'feedsmith'
import { decodeUsual } from './references.ts'

export interface RssOptions {
  readonly maxItems: number
  readonly parseDateFn: (raw: string) => string
}

// Items of RSS as most outlets write them: one after the other, each with a few known elements of plain text. They are read here, at a
// tenth of what the library takes, and everything else of the document by the library, with one item in their place that shows that the
// library looks for items there. Whatever looks different in any way makes the whole document the library's, and the result null:
// plain-rss.test.ts compares both on generated feeds.
export function readPlainRss(xml: string, options: RssOptions): RssFeed.Feed<string> | null {
  const first = xml.indexOf('<item>')
  const last = xml.lastIndexOf(ITEM_END)
  if (first === -1 || last === -1) return null
  const head = xml.slice(0, first)
  const tail = xml.slice(last + ITEM_END.length)
  const body = xml.slice(first, last + ITEM_END.length)
  if (UNPLAIN.test(body) || tail.includes('<item') || !hasUsualPrefixes(head)) return null
  const items = readItems(body.includes('\r') ? body.replace(/\r\n?/g, '\n') : body, options.maxItems)
  const shell = items === null ? null : readShell(`${head}<item><guid>${PROBE}</guid></item>${tail}`, options)
  return items === null || shell === null ? null : { ...shell, items }
}

const PROBE = 'probe'

function readShell(xml: string, options: RssOptions): RssFeed.Feed<string> | null {
  try {
    const shell = parseRssFeed(xml, options)
    return shell.items?.length === 1 && shell.items[0]?.guid?.value === PROBE ? shell : null
  } catch {
    return null
  }
}

const ITEM_END = '</item>'
// A comment, a declaration of a namespace, or a document type within items.
const UNPLAIN = /<!--|<!DOCTYPE|xmlns/i
const DECLARATION = /xmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const USUAL: Readonly<Record<string, string>> = {
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  media: 'http://search.yahoo.com/mrss/',
  slash: 'http://purl.org/rss/1.0/modules/slash/',
  wfw: 'http://wellformedweb.org/CommentAPI/',
}

// The prefixes of elements that are read here mean what they usually do, and elements without a prefix are RSS's own.
function hasUsualPrefixes(head: string): boolean {
  for (const [, prefix, doubled, single] of head.matchAll(DECLARATION)) {
    if (prefix === undefined) return false
    const usual = USUAL[prefix.toLowerCase()]
    if (usual !== undefined && usual !== (doubled ?? single)) return false
  }
  return true
}

// Elements whose text is read, those that nothing is read from, and those that are only read without content.
const READ = new Set('title link description guid pubDate author dc:creator content:encoded slash:comments'.split(' '))
const IGNORED = new Set('category comments wfw:commentRss'.split(' '))
const EMPTY = new Set('enclosure media:content media:thumbnail'.split(' '))

const ITEM = /\s*<item>\s*/y
const OPENING = /<([a-zA-Z]+(?::[a-zA-Z]+)?)(\s[^<>]*?)?(\/?)>/y
const SPACE = /\s*/y
const CDATA = '<![CDATA['
const CDATA_END = ']]>'

function readItems(body: string, itemsMax: number): RssFeed.Item<string>[] | null {
  const items: RssFeed.Item<string>[] = []
  for (let at = 0; at < body.length; ) {
    at = skip(ITEM, body, at)
    const found = at === -1 ? null : readItem(body, at)
    if (found === null) return null
    if (items.length < itemsMax) items.push(found.item)
    at = found.end
  }
  return items
}

// The item whose first element begins here, and where the next one may begin.
function readItem(body: string, from: number): { readonly item: RssFeed.Item<string>; readonly end: number } | null {
  const fields = new Map<string, string>()
  let isPermaLink: boolean | undefined
  let at = from
  while (!body.startsWith(ITEM_END, at)) {
    OPENING.lastIndex = at
    const found = OPENING.exec(body)
    if (found === null) return null
    const [whole, name = '', attributes = '', closed] = found
    at += whole.length
    if (closed === '/') {
      if (!EMPTY.has(name)) return null
    } else {
      const value = readValue(body, at, name)
      if (value === null) return null
      at = value.end
      if (READ.has(name)) {
        if (attributes !== '' && name !== 'guid') return null
        // Of several authors there is a list, and one may be a name, an address or both, in many forms.
        if ((name === 'author' || name === 'dc:creator') && fields.has(name)) return null
        if (name === 'author' && /[@<>()[\]:]|www\./.test(value.text)) return null
        if (name === 'guid' && attributes !== '') {
          const stated = /^\s+isPermaLink\s*=\s*["'](true|false)["']\s*$/.exec(attributes)
          if (stated === null) return null
          if (!fields.has(name)) isPermaLink = stated[1] === 'true'
        }
        // The first counts, also when it is empty.
        if (!fields.has(name)) fields.set(name, value.text)
      } else if (!IGNORED.has(name)) return null
    }
    at = skip(SPACE, body, at)
  }
  const item = toItem(fields, isPermaLink)
  return item === null ? null : { item, end: at + ITEM_END.length }
}

// The text of an element whose content begins here, and where its end tag ends: plain text, or one section of CDATA.
function readValue(body: string, from: number, name: string): { readonly text: string; readonly end: number } | null {
  const start = skip(SPACE, body, from)
  const isCdata = body.startsWith(CDATA, start)
  const close = body.indexOf(isCdata ? CDATA_END : '<', isCdata ? start + CDATA.length : from)
  if (close === -1) return null
  const end = isCdata ? skip(SPACE, body, close + CDATA_END.length) : close
  const closing = `</${name}>`
  if (!body.startsWith(closing, end)) return null
  const text = isCdata ? body.slice(start + CDATA.length, close) : decodeUsual(body.slice(from, close))
  return text === null ? null : { text: text.trim(), end: end + closing.length }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

// Null for an item of which the library might say something else: an empty one, or one with a number in words.
function toItem(fields: ReadonlyMap<string, string>, isPermaLink: boolean | undefined): RssFeed.Item<string> | null {
  const present = (name: string) => fields.get(name) || undefined
  const value = present('guid')
  const comments = present('slash:comments')
  if (comments !== undefined && !/^\d{1,9}$/.test(comments)) return null
  const [author, creator, encoded] = [present('author'), present('dc:creator'), present('content:encoded')]
  const item: RssFeed.Item<string> = withoutMissing({
    title: present('title'),
    link: present('link'),
    description: present('description'),
    authors: author === undefined ? undefined : [{ name: author }],
    guid: value === undefined && isPermaLink === undefined ? undefined : withoutMissing({ value, isPermaLink }),
    pubDate: present('pubDate'),
    dc: creator === undefined ? undefined : { creators: [creator] },
    content: encoded === undefined ? undefined : { encoded },
    slash: comments === undefined ? undefined : { comments: Number(comments) },
  })
  return Object.keys(item).length === 0 ? null : item
}

type Present<T> = { [name in keyof T]?: Exclude<T[name], undefined> }

function withoutMissing<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}
