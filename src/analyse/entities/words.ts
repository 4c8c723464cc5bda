import { isPair, widthAt } from '../../text/characters.ts'
import { headOf } from './heads.ts'

// The words of a text as names are read from it: spelled as written, punctuation included, because a comma ends a name.
export interface NameWords {
  // In lower case.
  readonly keys: readonly string[]
  readonly shapes: readonly Shape[]
  readonly heads: readonly number[]
  // Whether capitals mean anything here: a post in lower case or all in capitals says nothing by them.
  readonly cased: boolean
}

export const LOWER = 0
export const TITLE = 1
export const UPPER = 2
export const MIXED = 3
export const DIGITS = 4
export const SIGN = 5
// An address, a user name or a hashtag.
export const MARKED = 6
export type Shape = number

// Bounds the work per text, and with it the words of one.
const CHARACTERS_MAX = 2_000
export const WORDS_MAX = CHARACTERS_MAX

export function readNameWords(text: string): NameWords {
  const bounded = text.length > CHARACTERS_MAX ? text.slice(0, CHARACTERS_MAX) : text
  const words: Spelling[] = []
  for (let at = 0; at < bounded.length; ) {
    if (kindAt(bounded, at) === SPACE) {
      at++
      continue
    }
    const end = endOfWord(bounded, at)
    words.push(spellingOf(bounded.slice(at, end)))
    at = end
  }
  return toWords(words)
}

export function toNameWords(texts: readonly string[]): NameWords {
  return toWords(texts.map(spellingOf))
}

function toWords(words: readonly Spelling[]): NameWords {
  const shapes = words.map(({ shape }) => shape)
  return { keys: words.map(({ key }) => key), shapes, heads: words.map(({ head }) => head), cased: isCased(shapes) }
}

// What a word says by itself.
interface Spelling {
  readonly key: string
  readonly shape: Shape
  readonly head: number
}

// Most words of a text are common ones. As the same strings they are also found faster by everything that looks them up.
const KEPT_MAX = 20_000
const KEPT_UNITS_MAX = 32
const kept = new Map<string, Spelling>()

function spellingOf(text: string): Spelling {
  const known = kept.get(text)
  if (known !== undefined) return known
  // A part of a text keeps the whole text in memory.
  const own = text.length > KEPT_UNITS_MAX ? text : Buffer.from(text, 'utf16le').toString('utf16le')
  const key = own.toLowerCase()
  const spelling = { key, shape: shapeOf(own, key), head: headOf(key) }
  if (own.length > KEPT_UNITS_MAX) return spelling
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(own, spelling)
  return spelling
}

// Kinds of characters. Those of single units are kept; zero means "not computed yet".
const WORD = 1
const SPACE = 2
const OTHER = 3
const kinds = new Uint8Array(0x1_0000)

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (isPair(unit)) return kindOf(text.slice(at, at + widthAt(text, at)))
  const known = kinds[unit] as number
  if (known !== 0) return known
  const kind = kindOf(text.charAt(at))
  kinds[unit] = kind
  return kind
}

function kindOf(character: string): number {
  if (/^[\p{L}\p{M}\p{N}]$/u.test(character)) return WORD
  return /^\s$/u.test(character) ? SPACE : OTHER
}

const JOINERS = "-'’.&"

// The end of an address, a user name, a hashtag, a word with what joins its parts, or a sign.
function endOfWord(text: string, start: number): number {
  const unit = text.charCodeAt(start)
  if (unit === 0x68 && (text.startsWith('http://', start) || text.startsWith('https://', start))) {
    const from = text.indexOf('/', start) + 2
    const end = endOfAddress(text, from)
    if (end > from) return end
  }
  if (unit === 0x40 || unit === 0x23) return endOfName(text, start + 1)
  let end = endOfLetters(text, start)
  if (end === start) return start + widthAt(text, start)
  while (end < text.length && JOINERS.includes(text.charAt(end))) {
    const next = endOfLetters(text, end + 1)
    if (next === end + 1) break
    end = next
  }
  return end
}

function endOfAddress(text: string, start: number): number {
  let end = start
  while (end < text.length && kindAt(text, end) !== SPACE) end++
  return end
}

function endOfName(text: string, start: number): number {
  let end = start
  while (end < text.length && /\w/.test(text.charAt(end))) end++
  return end
}

function endOfLetters(text: string, start: number): number {
  let end = start
  while (end < text.length && kindAt(text, end) === WORD) end += widthAt(text, end)
  return end
}

const LETTER = /^\p{L}/u
const DIGIT = /^\p{N}/u

function shapeOf(text: string, key: string): Shape {
  const first = text.charCodeAt(0)
  if (first >= 0x61 && first <= 0x7a) return key.startsWith('http') ? MARKED : text === key ? LOWER : MIXED
  if ((first === 0x40 || first === 0x23) && text.length > 1) return MARKED
  if (DIGIT.test(text)) return DIGITS
  if (!LETTER.test(text)) return SIGN
  if (text === key) return LOWER
  if (text.length > 1 && text === text.toUpperCase()) return UPPER
  return text.slice(1) === key.slice(1) ? TITLE : MIXED
}

// A text is cased when it has capitals, and enough words without: in a headline all words may have them.
function isCased(shapes: readonly Shape[]): boolean {
  let lower = 0
  let capital = 0
  for (const shape of shapes)
    if (shape === LOWER) lower++
    else if (shape <= MIXED) capital++
  return capital > 0 && lower * 2 >= capital
}
