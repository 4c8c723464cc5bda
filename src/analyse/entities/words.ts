// The words of a text as names are read from it: spelled as written, punctuation included, because a comma ends a name.
export interface NameWords {
  readonly texts: readonly string[]
  // In lower case.
  readonly keys: readonly string[]
  readonly shapes: readonly Shape[]
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
const WORD = /https?:\/\/\S+|@\w+|#\w+|[\p{L}\p{M}\p{N}]+(?:[-'’.&][\p{L}\p{M}\p{N}]+)*|[^\s]/gu

export function readNameWords(text: string): NameWords {
  return toNameWords(text.slice(0, CHARACTERS_MAX).match(WORD) ?? [])
}

export function toNameWords(texts: readonly string[]): NameWords {
  const keys = texts.map((text) => text.toLowerCase())
  const shapes = texts.map((text, index) => shapeOf(text, keys[index] as string))
  return { texts, keys, shapes, cased: isCased(shapes) }
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
