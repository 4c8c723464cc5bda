// Character classes shared by all text readers: the words of the matcher, the tokens of the models, near-duplicate signatures and
// terms. One table lookup per character keeps the cost of reading a text at a few microseconds.
//
// The order matters: classes that can be part of a word come first.
export const LETTER = 1
// A letter of a script that is written without spaces.
export const SPACELESS = 2
// Extends the letter before it: accents, vowel signs.
export const MARK = 3
export const DIGIT = 4
// Numerals that are not decimal digits: ½, Ⅳ.
export const NUMBER = 5
export const UNDERSCORE = 6
export const APOSTROPHE = 7
// Invisible inside a word: soft hyphen, zero-width joiner.
export const JOINER = 8
export const HASH = 9
export const AT = 10
export const PUNCTUATION = 11
export const PICTOGRAPH = 12
// Half of a flag emoji.
export const REGIONAL = 13
// Changes only the appearance of the emoji before it.
export const VARIATION = 14
export const SPACE = 15
export const OTHER = 16

// The first half of a surrogate pair: the kind is that of the whole pair.
const PAIR = 17

// Filled lazily; zero means "not computed yet".
const kinds = new Uint8Array(0x1_0000)
const PAIRS_MAX = 20_000
const pairs = new Map<number, number>()

// The kind of the character that begins at an offset; OTHER past the end and for half a pair.
export function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (Number.isNaN(unit)) return OTHER
  const kind = kindOfUnit(unit)
  return kind === PAIR ? kindOfPair(text.codePointAt(at) ?? unit) : kind
}

// The kind of a UTF-16 unit, for readers that handle surrogate pairs themselves.
export function kindOfUnit(unit: number): number {
  const known = kinds[unit] as number
  if (known !== 0) return known
  const kind = unit >= 0xd800 && unit < 0xdc00 ? PAIR : kindOf(String.fromCharCode(unit))
  kinds[unit] = kind
  return kind
}

export function isPair(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

export function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

// Skips letters that are already in the table. The character at the returned offset may still be a letter: `kindAt` decides.
export function skipLetters(text: string, at: number): number {
  let end = at
  while (end < text.length && kinds[text.charCodeAt(end)] === LETTER) end++
  return end
}

function kindOfPair(codePoint: number): number {
  let kind = pairs.get(codePoint)
  if (kind === undefined) {
    kind = kindOf(String.fromCodePoint(codePoint))
    if (pairs.size >= PAIRS_MAX) pairs.clear()
    pairs.set(codePoint, kind)
  }
  return kind
}

const SIGNS: ReadonlyMap<string, number> = new Map([
  ['#', HASH],
  ['@', AT],
  ['_', UNDERSCORE],
  ...[..."'`’‘ʼʻʽ"].map((sign) => [sign, APOSTROPHE] as const),
  ...[...'\u00ad\u200b\u200c\u200d\u2060\ufeff'].map((sign) => [sign, JOINER] as const),
])

const SPACELESS_SCRIPTS = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Java', 'Bali', 'Bugi']
const SPACELESS_LETTER = new RegExp(
  `^[[${SPACELESS_SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]&&[\\p{L}\\p{Nl}]]$`,
  'v',
)

function kindOf(character: string): number {
  const sign = SIGNS.get(character)
  if (sign !== undefined) return sign
  if (/^[\ufe00-\ufe0f]$/.test(character)) return VARIATION
  if (SPACELESS_LETTER.test(character)) return SPACELESS
  if (/^\p{L}$/u.test(character)) return LETTER
  if (/^\p{M}$/u.test(character)) return MARK
  if (/^\p{Nd}$/u.test(character)) return DIGIT
  if (/^\p{N}$/u.test(character)) return NUMBER
  if (/^\p{Regional_Indicator}$/u.test(character)) return REGIONAL
  if (/^\p{Extended_Pictographic}$/u.test(character)) return PICTOGRAPH
  if (/^\s$/u.test(character)) return SPACE
  return /^[\p{P}\p{S}]$/u.test(character) ? PUNCTUATION : OTHER
}
