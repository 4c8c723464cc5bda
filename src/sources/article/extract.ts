import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { readDate } from '../feeds/dates.ts'
import { textOfHtml, textOfTitle } from '../feeds/html.ts'
import { SourceError } from '../source.ts'

export interface Article {
  readonly title: string
  readonly text: string
  readonly byline: string | null
  readonly language: string | null
  readonly publishedAt: Date | null
}

export const PAGE_BYTES_MAX = 3 * 1024 * 1024
// Real pages nest some thirty deep and have a few thousand elements. The extractor's work grows much faster than its
// input: ten thousand list items inside each other took it minutes.
const NESTING_MAX = 100
const ELEMENTS_MAX = 10_000
// Each becomes a node of its own, real mark-up or not.
const MARKS_MAX = 50_000
const TEXT_MIN = 140

// The article in a page, or null when there is none. Pure.
export function readArticle(html: string, url: URL): Article | null {
  if (html.length > PAGE_BYTES_MAX) throw new SourceError('unreadable', 'The page is too large.')
  const parsed = extract(html, url)
  if (parsed === null) return null
  const text = textOfHtml(parsed.content ?? '')
  if (text.length < TEXT_MIN) return null
  return {
    title: textOfTitle(parsed.title ?? ''),
    text,
    byline: textOfTitle(parsed.byline ?? '').slice(0, 200) || null,
    language: parsed.lang ?? null,
    publishedAt: readDate(parsed.publishedTime),
  }
}

function extract(html: string, url: URL) {
  if (isMoreThan(html, /<[a-z]/gi, ELEMENTS_MAX) || isMoreThan(html, /[<&]/g, MARKS_MAX))
    throw new SourceError('unreadable', 'The page has too many elements.')
  try {
    // A page without <html> would leave the extractor without a body to look into.
    const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
    if (document.body === null) return null
    if (isTooDeep(document.documentElement)) throw new Error('too deep')
    const base = document.createElement('base')
    base.setAttribute('href', url.href)
    document.head?.prepend(base)
    return new Readability(document, { maxElemsToParse: ELEMENTS_MAX, charThreshold: TEXT_MIN }).parse()
  } catch {
    throw new SourceError('unreadable', 'The page cannot be taken apart.')
  }
}

function isMoreThan(html: string, mark: RegExp, max: number): boolean {
  let count = 0
  for (const _ of html.matchAll(mark)) if (++count > max) return true
  return false
}

interface ElementNode {
  readonly firstElementChild: ElementNode | null
  readonly nextElementSibling: ElementNode | null
  readonly parentElement: ElementNode | null
}

// Walks without recursion: a page that is deep enough to ask for this is deep enough to overflow the stack.
function isTooDeep(root: ElementNode): boolean {
  let node: ElementNode | null = root
  let depth = 0
  while (node !== null && depth <= NESTING_MAX) {
    if (node.firstElementChild !== null) {
      node = node.firstElementChild
      depth++
      continue
    }
    while (node !== null && node !== root && node.nextElementSibling === null) {
      node = node.parentElement
      depth--
    }
    node = node === root ? null : (node?.nextElementSibling ?? null)
  }
  return depth > NESTING_MAX
}
