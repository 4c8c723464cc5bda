import { decodeUsual } from './references.ts'

// HTML as most feeds have it: paragraphs, line breaks and tags that only change how text looks. Its text is found here in a fifth of the
// time of the library, to which everything else is left: the result is null. plain-html.test.ts compares both on generated HTML.
export function readPlainHtml(html: string): string | null {
  let text = ''
  const opened: string[] = []
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at)
    const piece = decodeUsual(html.slice(at, next === -1 ? html.length : next))
    if (piece === null) return null
    text += piece.replace(BLANKS, ' ')
    if (next === -1) break
    TAG.lastIndex = next
    const [whole, slash, name = ''] = TAG.exec(html) ?? []
    const breaks = whole === undefined ? null : breaksOf(name.toLowerCase(), slash === '/', opened)
    if (breaks === null) return null
    text += breaks
    at = TAG.lastIndex
  }
  return text.replace(/ {2,}/g, ' ').replace(/ ?\n ?/g, '\n')
}

const TAG = /<(\/?)([a-zA-Z]+)(?:\s+[\w:-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))?)*\s*\/?>/y
const INLINE = new Set('a b em i span strong u'.split(' '))
// The library ignores what is nested deeper than a hundred levels.
const OPENED_MAX = 90

// The line breaks that a tag stands for; null where it may mean more. `opened` are the inline tags that are open: a paragraph inside of
// one ends with it.
function breaksOf(name: string, isEnd: boolean, opened: string[]): string | null {
  if (name === 'br') return '\n'
  if (name === 'img') return ''
  if (name === 'p') return opened.length === 0 ? '\n\n' : null
  if (!INLINE.has(name) || opened.length >= OPENED_MAX) return null
  if (!isEnd) opened.push(name)
  else if (opened.includes(name)) opened.length = opened.lastIndexOf(name)
  return ''
}

// What HTML does not distinguish from a space; a no-break space stays.
const BLANKS = /[ \t\r\n\f\u200b]+/g
