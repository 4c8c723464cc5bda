// What a UTF-16 unit is to the tokeniser. One table look-up a unit is what keeps a text under a few microseconds.
export const SPACE = 0
export const LETTER = 1
export const DIGIT = 2
// Part of a word but no sound of its own: apostrophes, soft hyphens, zero-width joiners.
export const JOINER = 3
export const PUNCTUATION = 4
// A picture in the basic plane, such as U+2764, or the first half of one beyond it.
export const PICTURE = 5
export const HIGH_SURROGATE = 6
// Changes the look of the picture before it and nothing else.
export const IGNORED = 7

const TABLE = buildTable()

export function characterKind(unit: number): number {
  return TABLE[unit] as number
}

// A supplementary code point: pictures and letters are kept, the rest is ignored.
export function supplementaryKind(codePoint: number): number {
  if (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff) return IGNORED
  if (codePoint >= 0x1f000 && codePoint <= 0x1faff) return PICTURE
  return IGNORED
}

function buildTable(): Uint8Array {
  const table = new Uint8Array(0x1_0000)
  const letter = /[\p{L}\p{M}]/u
  const digit = /\p{Nd}/u
  const picture = /\p{Extended_Pictographic}/u
  const punctuation = /[\p{P}\p{S}]/u
  for (let unit = 0; unit < 0x1_0000; unit++) {
    const text = String.fromCharCode(unit)
    if (unit >= 0xd800 && unit <= 0xdbff) table[unit] = HIGH_SURROGATE
    else if (unit >= 0xdc00 && unit <= 0xdfff) table[unit] = IGNORED
    else if (unit >= 0xfe00 && unit <= 0xfe0f) table[unit] = IGNORED
    else if (unit > 0x2000 && picture.test(text)) table[unit] = PICTURE
    else if (letter.test(text)) table[unit] = LETTER
    else if (digit.test(text)) table[unit] = DIGIT
    else if (punctuation.test(text)) table[unit] = PUNCTUATION
  }
  for (const joiner of "'`\u00ad\u02bc\u2019\u2018\u200b\u200c\u200d\u2060\ufeff") table[joiner.charCodeAt(0)] = JOINER
  return table
}
