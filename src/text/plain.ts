import { POST_TEXT_MAX } from '../domain/post.ts'
import { widthAt } from './characters.ts'

// Normalises the text of a post from any source: NFC, no control characters, no runs of blank lines, no lone surrogates, and cut to
// the stored length. Each source removes its own markup and entities first.
export function plainText(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return cutText(clean, POST_TEXT_MAX)
}

const NAME_UNITS_MAX = 200

// A display name on one line; null when there is none.
export function plainName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = cutText(plainText(value).replace(/\s+/g, ' '), NAME_UNITS_MAX)
  return name === '' ? null : name
}

// C0 controls except tab and line feed, and the delete character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' })
// Longer than any emoji or letter that people write. One with more marks is cut between two of them, so that it cannot displace the
// text before it.
const GRAPHEME_UNITS_MAX = 64

// The beginning of a text, cut between two characters as readers see them: never inside a surrogate pair, a joined emoji or a letter
// with its accents.
export function cutText(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text
  const split = GRAPHEMES.segment(text.slice(0, unitsMax + GRAPHEME_UNITS_MAX)).containing(unitsMax)
  const start = split?.index ?? unitsMax
  const inside = start > 0 && unitsMax - start <= GRAPHEME_UNITS_MAX
  const end = inside ? start : unitsMax + 1 - widthAt(text, unitsMax - 1)
  return text.slice(0, end).trimEnd()
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

// Decodes one layer of character references: `&amp;lt;` becomes `&lt;`, not `<`.
export function decodeEntities(text: string): string {
  const decoded = text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
  // Some writers encode the two halves of a surrogate pair as two references; a half without the other is not a character.
  return decoded.toWellFormed()
}
