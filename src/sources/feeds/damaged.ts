import { parseFeed } from '@rowanmanning/feed-parser'
import type { Entry } from './entry.ts'
import { ENTRIES_MAX, type Feed, readAtom, readRdf, readRss } from './feed.ts'
import { textOfBody, textOfTitle } from './html.ts'

export type XmlRoot = 'rss' | 'rdf' | 'atom'

// Recovers entries from a feed that is not well-formed: first everything up to the last complete entry, which keeps all
// fields, then with a lenient parser. Null when neither finds an entry.
export function readDamaged(xml: string, root: XmlRoot, options: { youtube: boolean }): Feed | null {
  return readUpToLastEntry(xml, root, options) ?? readLenient(xml)
}

export function readXml(xml: string, root: XmlRoot, options: { youtube: boolean }): Feed {
  if (root === 'rss') return readRss(xml)
  return root === 'rdf' ? readRdf(xml) : readAtom(xml, options)
}

function readUpToLastEntry(xml: string, root: XmlRoot, options: { youtube: boolean }): Feed | null {
  const closing = root === 'atom' ? /<\/((?:[\w-]+:)?entry)\s*>/g : /<\/((?:[\w-]+:)?item)\s*>/g
  let end = -1
  for (const found of xml.matchAll(closing)) end = found.index + found[0].length
  if (end === -1) return null
  const head = xml.slice(0, end)
  const prefix = /<((?:[\w-]+:)?)(?:feed|RDF)[\s>]/.exec(head)?.[1] ?? ''
  const tail = { rss: '</channel></rss>', rdf: `</${prefix}RDF>`, atom: `</${prefix}feed>` }[root]
  try {
    const feed = readXml(head + tail, root, options)
    return feed.entries.length === 0 ? null : feed
  } catch {
    return null
  }
}

function readLenient(xml: string): Feed | null {
  try {
    const feed = parseFeed(xml)
    const entries = feed.items.slice(0, ENTRIES_MAX).map(
      (item): Entry => ({
        id: item.id,
        links: [item.url],
        title: textOfTitle(item.title ?? ''),
        body: textOfBody(item.content ?? item.description ?? ''),
        dates: [item.published?.toISOString(), item.updated?.toISOString()],
        language: null,
        outlet: null,
        byline: null,
      }),
    )
    if (entries.length === 0) return null
    return { title: textOfTitle(feed.title ?? '') || null, home: feed.url, language: feed.language, entries }
  } catch {
    return null
  }
}
