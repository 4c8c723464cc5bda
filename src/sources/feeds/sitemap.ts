import { decodeEntities } from '../../text/plain.ts'
import type { Entry } from './entry.ts'
import { ENTRIES_MAX } from './feed.ts'
import { textOfTitle } from './html.ts'

// News sitemaps are flat lists of a few known elements. Scanning by position reads a truncated sitemap as far as possible,
// expands no entities and stays linear on hostile input.
const BLOCK_MAX = 20_000

export interface SitemapIndex {
  // Newest first, where the index has dates.
  readonly children: readonly string[]
}

export function readSitemapIndex(xml: string): SitemapIndex {
  const found: { loc: string; at: string }[] = []
  for (const block of blocks(xml, 'sitemap')) {
    const loc = elementText(block, 'loc')
    if (loc !== null) found.push({ loc, at: elementText(block, 'lastmod') ?? '' })
  }
  return { children: found.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map(({ loc }) => loc) }
}

// Entries of a news sitemap. Pages without a title are not news entries and are only counted.
export function readSitemap(xml: string): { entries: readonly Entry[]; untitled: number } {
  const entries: Entry[] = []
  let untitled = 0
  for (const block of blocks(xml, 'url')) {
    if (entries.length >= ENTRIES_MAX) break
    const title = textOfTitle(newsText(block, 'title') ?? '')
    const loc = elementText(block, 'loc')
    if (title === '' || loc === null) untitled++
    else entries.push(entryOf(block, loc, title))
  }
  return { entries, untitled }
}

function entryOf(block: string, loc: string, title: string): Entry {
  const name = textOfTitle(newsText(block, 'name') ?? '')
  return {
    id: loc,
    links: [loc],
    title,
    body: '',
    dates: [newsText(block, 'publication_date'), elementText(block, 'lastmod')],
    language: newsText(block, 'language'),
    outlet: name === '' ? null : { name, url: loc },
    byline: null,
  }
}

// Yields the content of each `<name>…</name>`, limited in length, so that a missing end tag costs no more than that.
function* blocks(xml: string, name: string): Generator<string> {
  const opening = new RegExp(`<${name}[\\s>]`, 'g')
  const closing = `</${name}`
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    const end = xml.indexOf(closing, found.index)
    if (end === -1) return
    yield withoutCdata(xml.slice(found.index, Math.min(end, found.index + BLOCK_MAX)))
    opening.lastIndex = end
  }
}

// The prefix is `news:` in practice, but XML allows any.
function newsText(block: string, name: string): string | null {
  return elementText(block, `[\\w-]{1,40}:${name}`)
}

// No part of the pattern can match past the next angle bracket, which keeps it linear on hostile blocks.
function elementText(block: string, name: string): string | null {
  const raw = new RegExp(`<${name}(?:\\s[^<>]*)?>([^<]*)</`).exec(block)?.[1]
  return raw === undefined ? null : decodeEntities(raw).trim() || null
}

// Converts CDATA sections to escaped text, so that only one kind of text remains.
function withoutCdata(block: string): string {
  const [start = '', ...sections] = block.split('<![CDATA[')
  return sections.reduce((text, section) => {
    const end = section.indexOf(']]>')
    const inside = (end === -1 ? section : section.slice(0, end)).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return text + inside + (end === -1 ? '' : section.slice(end + 3))
  }, start)
}
