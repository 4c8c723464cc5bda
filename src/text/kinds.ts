// What a character of folded text is to the reader of words.
export const BREAK = 1
export const LETTER = 2
// Extends the word before it.
export const MARK = 3
// A word by itself: scripts that are written without spaces.
export const ALONE = 4
export const EMOJI = 5
// Half of a flag.
export const REGIONAL = 6
export const HASH = 7
export const AT = 8
export const APOSTROPHE = 9
export const UNDERSCORE = 10
// The first half of a surrogate pair: ask `kindAt`.
const PAIR = 11

// The kind of the character that begins at an offset; BREAK past the end.
export function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (Number.isNaN(unit)) return BREAK
  let kind = kinds[unit]
  if (kind === undefined || kind === 0) {
    kind = unit >= 0xd800 && unit < 0xdc00 ? PAIR : compute(text.charAt(at))
    kinds[unit] = kind
  }
  return kind === PAIR ? kindOfPair(text.codePointAt(at) ?? unit) : kind
}

// The offset of the next character that is not a letter, as far as letters were met before: `kindAt` decides there.
export function skipLetters(text: string, at: number): number {
  let end = at
  while (end < text.length && kinds[text.charCodeAt(end)] === LETTER) end++
  return end
}

// Filled as characters are met; zero is "not asked yet".
const kinds = new Uint8Array(0x10000)

const PAIRS_MAX = 20_000
const pairs = new Map<number, number>()

function kindOfPair(codePoint: number): number {
  let kind = pairs.get(codePoint)
  if (kind === undefined) {
    kind = compute(String.fromCodePoint(codePoint))
    if (pairs.size >= PAIRS_MAX) pairs.clear()
    pairs.set(codePoint, kind)
  }
  return kind
}

const SIGNS: Readonly<Record<string, number>> = {
  '#': HASH,
  '@': AT,
  _: UNDERSCORE,
  "'": APOSTROPHE,
  '`': APOSTROPHE,
  '’': APOSTROPHE,
  '‘': APOSTROPHE,
  ʼ: APOSTROPHE,
  ʻ: APOSTROPHE,
  ʽ: APOSTROPHE,
}

const SPACELESS = new RegExp(
  `^[[${['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Java', 'Bali', 'Bugi'].map((script) => `\\p{scx=${script}}`).join('')}]&&[\\p{L}\\p{Nl}]]$`,
  'v',
)

function compute(character: string): number {
  const sign = SIGNS[character]
  if (sign !== undefined) return sign
  if (SPACELESS.test(character)) return ALONE
  if (/^[\p{L}\p{N}]$/u.test(character)) return LETTER
  if (/^\p{M}$/u.test(character)) return MARK
  if (/^\p{Regional_Indicator}$/u.test(character)) return REGIONAL
  return /^\p{Extended_Pictographic}$/u.test(character) ? EMOJI : BREAK
}
