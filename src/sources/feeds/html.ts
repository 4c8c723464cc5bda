import { compile } from 'html-to-text'
import { cutText, decodeEntities, plainText } from '../../text/plain.ts'
import { readPlainHtml } from './plain-html.ts'

// Anything beyond this would not be stored, and converting it would only cost time.
const HTML_MAX = 100_000
const TITLE_MAX = 2_000
const block = { leadingLineBreaks: 2, trailingLineBreaks: 2, uppercase: false }

export const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: HTML_MAX, maxDepth: 100, ellipsis: '' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'iframe', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: block })),
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'blockquote', format: 'block', options: block },
    { selector: 'ul', options: { itemPrefix: '- ' } },
  ],
})

export function textOfHtml(html: string): string {
  const cut = cutText(html, HTML_MAX)
  return textOfPlain(readPlainHtml(cut) ?? convert(cut))
}

// Feeds often declare a body wrongly as text or as HTML, so anything that looks like markup is treated as markup.
export function textOfBody(value: string): string {
  return LOOKS_LIKE_HTML.test(value.slice(0, HTML_MAX))
    ? textOfHtml(value)
    : textOfPlain(decodeEntities(cutText(value, HTML_MAX)))
}

const LOOKS_LIKE_HTML = /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>|&[a-z]{2,8};/i
const INLINE_TAGS = /<\/?(?:a|abbr|b|br|em|font|i|mark|p|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]*)?\/?>/gi
const STILL_ESCAPED = /&(?:[a-z]{2,8}|#\d{1,7}|#x[0-9a-f]{1,6});/i

// A title is one line. Titles are often escaped twice, so remaining entities are decoded once more.
export function textOfTitle(raw: string): string {
  const bare = cutText(raw, TITLE_MAX).replace(INLINE_TAGS, ' ').replace(/\s+/g, ' ')
  // Escaping the angle brackets first keeps a title such as "Harga <Rp 5.000" intact.
  const decoded = STILL_ESCAPED.test(bare) ? convert(bare.replaceAll('<', '&lt;')) : bare
  return plainText(decoded).replace(/\s+/g, ' ')
}

// Cleans text that is already plain. Long runs of blanks are shortened: they carry no meaning, and patterns that search for
// the end of a line would be slow on them.
export function textOfPlain(text: string): string {
  return plainText(cutText(text, HTML_MAX).replace(/[ \t]{3,}/g, '  '))
}
