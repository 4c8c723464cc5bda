import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { cutText } from '../../text/plain.ts'
import { readDate } from '../feeds/dates.ts'
import { textOfHtml, textOfTitle } from '../feeds/html.ts'
import { SourceError } from '../source.ts'
import { type Article, PAGE_BYTES_MAX } from './article.ts'

// Real pages nest about thirty levels deep and have a few thousand elements. The extractor's run time grows much faster than
// its input: ten thousand nested list items took minutes.
const NESTING_MAX = 100
const ELEMENTS_MAX = 10_000
// Each mark becomes a node of its own, whether it is real markup or not.
const MARKS_MAX = 50_000
const TEXT_MIN = 140
const BYLINE_MAX = 200

// Extracts the article from a page, or returns null when there is none. Pure.
export function readArticle(html: string, url: URL): Article | null {
  if (html.length > PAGE_BYTES_MAX) throw new SourceError('unreadable', 'The page is too large.')
  const parsed = extract(html, url)
  if (parsed === null) return null
  const text = textOfHtml(parsed.content ?? '')
  if (text.length < TEXT_MIN) return null
  return {
    title: textOfTitle(parsed.title ?? ''),
    text,
    byline: cutText(textOfTitle(parsed.byline ?? ''), BYLINE_MAX) || null,
    language: parsed.lang ?? null,
    publishedAt: readDate(parsed.publishedTime),
  }
}

function extract(html: string, url: URL) {
  if (isMoreThan(html, /<[a-z]/gi, ELEMENTS_MAX) || isMoreThan(html, /[<&]/g, MARKS_MAX))
    throw new SourceError('unreadable', 'The page has too many elements.')
  try {
    // The extractor needs a body, which a page without <html> would not have.
    const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
    if (document.body === null) return null
    if (isTooDeep(document.documentElement)) throw new Error('too deep')
    const base = document.createElement('base')
    base.setAttribute('href', url.href)
    document.head?.prepend(base)
    return new Readability(document, { maxElemsToParse: ELEMENTS_MAX, charThreshold: TEXT_MIN }).parse()
  } catch {
    throw new SourceError('unreadable', 'The page could not be parsed.')
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

// Iterative, because a page that is too deep could also overflow the stack of a recursive walk.
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
