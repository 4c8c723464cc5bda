import { DIGIT, kindOfUnit, LETTER, MARK, NUMBER as NUMERAL, SPACELESS, VARIATION } from '../text/characters.ts'

// Reads a text into word hashes for the near-duplicate signature: RT marks, @names, links and the hashtags at the end are left out;
// case, accents and elongation are folded; `1.947.000` is one number. Works on character codes and reuses its arrays because it runs
// for every post.
export interface Words {
  // Valid up to `count`, and only until the next call.
  readonly hashes: Uint32Array
  readonly kinds: Uint8Array
  readonly count: number
}

// What a word is: a number, a word of a hashtag, a word written with a capital inside a sentence, or the first after a break.
export const NUMBER = 1
export const CAPITAL = 2
export const HASHTAG = 4
export const BREAK = 8

const WORDS_MAX = 16_384
const hashes = new Uint32Array(WORDS_MAX)
const kinds = new Uint8Array(WORDS_MAX)

const lower = new Uint16Array(65_536)

const AT = 0x40
const HASH = 0x23
const ELLIPSIS = 0x2026
const LINK = /(?:https?:\/\/|www\.|pic\.twitter\.com\/|t\.co\/)\S+/iy
const SEED = 0x811c9dc5
const RT = hashText('rt')
// Hashtags at the end are ignored, because each repost adds its own; a text of hashtags only keeps them.
const WORDS_BEFORE_TAGS_MIN = 3
// `Rp85.000`, `24jam` and `B1234XY` are numbers; `covid19` is a word.
const LETTERS_IN_NUMBER_MAX = 3

export function readWords(text: string): Words {
  const source = fold(text)
  let count = 0
  let at = 0
  let first = true
  let broken = true
  while (at < source.length && count < WORDS_MAX) {
    const code = source.charCodeAt(at)
    const kind = kindOfUnit(code)
    if (isWordUnit(kind)) {
      const link = linkEnd(source, at)
      const start = at
      at = link > at ? link : readWord(source, at, count)
      // A word cut off by an ellipsis would differ from the whole word.
      if (link > 0 || (source.charCodeAt(at) === ELLIPSIS && at + 1 === source.length)) continue
      if (start > 0 && source.charCodeAt(start - 1) === HASH) kinds[count] = (kinds[count] ?? 0) | HASHTAG
      // The first word of a sentence has its capital anyway.
      if (first) kinds[count] = (kinds[count] ?? 0) & ~CAPITAL
      if (broken) kinds[count] = (kinds[count] ?? 0) | BREAK
      first = false
      broken = false
      count++
    } else if (kind === SPACELESS) {
      hashes[count] = mix(code)
      kinds[count++] = 0
      at++
    } else {
      if (code === AT) {
        // `RT` before a name is a repost mark; elsewhere it is a word (in Indonesia, a neighbourhood).
        if (count > 0 && hashes[count - 1] === RT) count--
        at = skipName(source, at)
      }
      if (STOPS.has(code)) first = true
      if (BREAKS.has(code)) broken = true
      at++
    }
  }
  return { hashes, kinds, count: withoutTags(count) }
}

function withoutTags(count: number): number {
  let end = count
  while (end > 0 && ((kinds[end - 1] ?? 0) & HASHTAG) !== 0) end--
  return end >= WORDS_BEFORE_TAGS_MIN ? end : count
}

// Writes one word to `slot` and returns the offset after it.
function readWord(source: string, start: number, slot: number): number {
  let hash = SEED
  let previous = 0
  let letters = 0
  let digits = 0
  let at = start
  for (; at < source.length; at++) {
    const kind = kindOfUnit(source.charCodeAt(at))
    const code = lowerOf(source.charCodeAt(at))
    if (kind === MARK || kind === VARIATION) continue
    if (isNumber(kind)) digits++
    else if (kind !== LETTER) {
      const inNumber = isNumber(kindOfUnit(previous)) && (code === 0x2e || code === 0x2c)
      if (inNumber && at + 1 < source.length && isNumber(kindOfUnit(source.charCodeAt(at + 1)))) continue
      break
    } else if (code === previous) continue
    else letters++
    hash = Math.imul(hash ^ code, 0x01000193)
    previous = code
  }
  hashes[slot] = mix(hash)
  const first = source.charCodeAt(start)
  const isFigure = digits > 0 && (letters <= LETTERS_IN_NUMBER_MAX || digits >= letters)
  kinds[slot] = isFigure ? NUMBER : lowerOf(first) === first ? 0 : CAPITAL
  return at
}

function fold(text: string): string {
  // Most posts are plain ASCII and need no folding.
  if (!/[^ -~\s]/.test(text)) return text
  // The ellipsis must survive compatibility folding, which would turn it into three full stops.
  return text.replaceAll('…', '\ue000').normalize('NFKD').replaceAll('\ue000', '…')
}

// The end of a link that starts here, or -1. Few words start with these letters, so the pattern is rarely tried.
function linkEnd(source: string, start: number): number {
  const first = lowerOf(source.charCodeAt(start))
  if (first !== 0x68 && first !== 0x77 && first !== 0x70 && first !== 0x74) return -1
  LINK.lastIndex = start
  return LINK.test(source) ? LINK.lastIndex : -1
}

// The offset of the last character of an @name that starts here.
function skipName(source: string, start: number): number {
  let at = start
  for (; at + 1 < source.length; at++) {
    const code = source.charCodeAt(at + 1)
    if (!isWordUnit(kindOfUnit(code)) && code !== 0x5f) break
  }
  return at
}

// Characters after which a capital may only mark the start of a sentence.
const STOPS: ReadonlySet<number> = new Set([...'.!?:\n#"“”‘«…–—-'].map((stop) => stop.charCodeAt(0)))

// Characters that separate a comment from the text it is about.
const BREAKS: ReadonlySet<number> = new Set([...'.!?\n"“”«»—'].map((stop) => stop.charCodeAt(0)))

function isWordUnit(kind: number): boolean {
  return kind === LETTER || isNumber(kind)
}

function isNumber(kind: number): boolean {
  return kind === DIGIT || kind === NUMERAL
}

function lowerOf(code: number): number {
  if (lower[code] === 0) lower[code] = String.fromCharCode(code).toLowerCase().charCodeAt(0)
  return lower[code] ?? code
}

// The hash that `readWords` gives a word of plain lower-case letters without repeated ones.
export function hashText(text: string): number {
  let hash = SEED
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && text[at] === text[at - 1]) continue
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return mix(hash)
}

// Spreads every bit of a 32-bit number over all the others.
export function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
