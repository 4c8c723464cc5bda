import {
  APOSTROPHE,
  DIGIT,
  isPair,
  JOINER,
  kindOfUnit,
  LETTER,
  NUMBER,
  OTHER,
  PICTOGRAPH,
  SPACE,
  VARIATION,
  MARK as VOWEL_MARK,
} from './characters.ts'

export const WORD = 0
export const EMOJI = 1
// Emoticons and expressive punctuation: `:)`, `!!`, `?`.
export const MARK = 2
// Replaces any address, user name or number.
export const PLACEHOLDER = 3

// Bounds the work per text: only the beginning and the end of a long text are read, because opinions are stated there.
export const HEAD_MAX = 2_000
export const TAIL_MAX = 500
const UNITS_MAX = 6_000
const TOKENS_MAX = 2_048

// The tokens of one text, as spans of normalised UTF-16 units. One instance is reused for all texts.
export interface Tokens {
  readonly units: Uint16Array
  readonly starts: Uint16Array
  readonly ends: Uint16Array
  readonly kinds: Uint8Array
  // 1 where a letter was repeated for emphasis (`baguuus`).
  readonly stretched: Uint8Array
  // 1 where a comma, a full stop or the like precedes the token: a negation does not extend across it.
  readonly breaks: Uint8Array
  count: number
  length: number
}

export function newTokens(): Tokens {
  return {
    units: new Uint16Array(UNITS_MAX),
    starts: new Uint16Array(TOKENS_MAX),
    ends: new Uint16Array(TOKENS_MAX),
    kinds: new Uint8Array(TOKENS_MAX),
    stretched: new Uint8Array(TOKENS_MAX),
    breaks: new Uint8Array(TOKENS_MAX),
    count: 0,
    length: 0,
  }
}

// NFKC turns decorative letters into plain ones; ASCII texts skip it.
export function normalise(text: string): string {
  const bounded =
    text.length <= HEAD_MAX + TAIL_MAX ? text : `${text.slice(0, HEAD_MAX)} ${text.slice(text.length - TAIL_MAX)}`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, control characters included.
  return (/[^\x00-\x7f]/.test(bounded) ? bounded.normalize('NFKC') : bounded).toLowerCase()
}

const AT = 0x40
const TWO = 0x32
const THREE = 0x33
const LESS = 0x3c
const URL_SIGN = 0x2f
const USER_SIGN = 0x40
const NUMBER_SIGN = 0x30

// Fills `tokens` from a text that `normalise` returned.
export function tokenise(text: string, tokens: Tokens): void {
  tokens.count = 0
  tokens.length = 0
  let at = 0
  let afterBreak = 0
  while (at < text.length && tokens.count < TOKENS_MAX - 2 && tokens.length < UNITS_MAX - 128) {
    const unit = text.charCodeAt(at)
    const kind = kindOfUnit(unit)
    const before = tokens.count
    if (isBlank(kind)) {
      if (unit === 10) afterBreak = 1
      at++
      continue
    }
    if (isLetter(kind)) at = isAddress(text, at) ? placeholder(text, at, tokens, URL_SIGN) : word(text, at, tokens)
    else if (kind === DIGIT) at = number(text, at, tokens)
    else if (mayBeEmoji(kind, unit)) at = emoji(text, at, tokens)
    else if (isSkipped(kind)) at++
    else if (unit === AT && isNameUnit(text.charCodeAt(at + 1))) at = placeholder(text, at, tokens, USER_SIGN)
    else {
      at = mark(text, at, tokens)
      if (tokens.count === before) afterBreak = 1
    }
    if (tokens.count > before) {
      tokens.breaks[before] = afterBreak
      afterBreak = 0
    }
  }
}

function isLetter(kind: number): boolean {
  return kind >= LETTER && kind <= VOWEL_MARK
}

function isBlank(kind: number): boolean {
  return kind === SPACE || kind === NUMBER || kind === OTHER
}

// Characters inside a word that are left out of its token.
function isSkipped(kind: number): boolean {
  return kind === APOSTROPHE || kind === JOINER || kind === VARIATION
}

// Unicode classes the copyright and trade mark signs as pictographs; here they are punctuation.
const EMOJI_START = 0x2000

function mayBeEmoji(kind: number, unit: number): boolean {
  return (kind === PICTOGRAPH && unit > EMOJI_START) || isPair(unit)
}

function isPunctuation(unit: number): boolean {
  const kind = kindOfUnit(unit)
  return !isLetter(kind) && kind !== DIGIT && !isBlank(kind) && !isSkipped(kind) && !mayBeEmoji(kind, unit)
}

function push(tokens: Tokens, start: number, kind: number, stretched: number): void {
  const index = tokens.count++
  tokens.starts[index] = start
  tokens.ends[index] = tokens.length
  tokens.kinds[index] = kind
  tokens.stretched[index] = stretched
  tokens.breaks[index] = 0
}

const WORD_MAX = 40

// Letter runs are cut to two, so that `bagusss` and `bagussss` are the same word. `anak2` becomes `anak anak`, and `anak2nya`
// becomes `anak anaknya`.
function word(text: string, from: number, tokens: Tokens): number {
  const { units } = tokens
  const start = tokens.length
  let length = start
  let at = from
  let last = 0
  let run = 0
  let stretched = 0
  let two = -1
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const kind = kindOfUnit(unit)
    if (isSkipped(kind)) continue
    if (!isLetter(kind) && kind !== DIGIT) break
    if (unit === TWO && two < 0 && length - start > 1) {
      two = length
      last = 0
      continue
    }
    run = unit === last ? run + 1 : 1
    last = unit
    if (run > 2) stretched = 1
    else if (length - start < WORD_MAX) units[length++] = unit
  }
  if (two < 0) {
    tokens.length = length
    push(tokens, start, WORD, stretched)
    return at
  }
  tokens.length = two
  push(tokens, start, WORD, stretched)
  const stem = two - start
  const suffix = length - two
  units.copyWithin(two + stem, two, length)
  units.copyWithin(two, start, two)
  tokens.length = two + stem + suffix
  push(tokens, two, WORD, stretched)
  return at
}

function number(text: string, from: number, tokens: Tokens): number {
  let at = from + 1
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    const inside = (unit === 0x2e || unit === 0x2c) && kindOfUnit(text.charCodeAt(at + 1)) === DIGIT
    if (!inside && kindOfUnit(unit) !== DIGIT) break
    at++
  }
  addPlaceholder(tokens, NUMBER_SIGN)
  return at
}

// An address or a user name, up to the next white space or the end of the name.
function placeholder(text: string, from: number, tokens: Tokens, what: number): number {
  let at = from + 1
  if (what === USER_SIGN) while (at < text.length && isNameUnit(text.charCodeAt(at))) at++
  else while (at < text.length && !isBlank(kindOfUnit(text.charCodeAt(at)))) at++
  addPlaceholder(tokens, what)
  return at
}

function addPlaceholder(tokens: Tokens, what: number): void {
  const start = tokens.length
  tokens.units[tokens.length++] = what
  push(tokens, start, PLACEHOLDER, 0)
}

function isAddress(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit === 0x68) return text.startsWith('http://', at) || text.startsWith('https://', at)
  return unit === 0x77 && text.startsWith('www.', at)
}

function isNameUnit(unit: number): boolean {
  return unit === 0x5f || (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}

const MARK_MAX = 4
const EYES = ':;='
const MOUTHS = 'dpo3cs'
const SILENT = '.,;:"()[]{}/\\-_#&%$|«»“”•+*'

// A run of punctuation: an emoticon or an expressive mark becomes a token; a plain separator does not.
function mark(text: string, from: number, tokens: Tokens): number {
  const start = tokens.length
  let length = start
  let at = from
  let last = 0
  let run = 0
  for (; at < text.length && isPunctuation(text.charCodeAt(at)); at++) {
    const unit = text.charCodeAt(at)
    if (unit === AT && at > from) break
    run = unit === last ? run + 1 : 1
    last = unit
    if (run <= 2 && length - start < MARK_MAX) tokens.units[length++] = unit
  }
  const next = text[at]
  if (next !== undefined && EYES.includes(String.fromCharCode(last)) && MOUTHS.includes(next) && endsAt(text, at + 1)) {
    tokens.units[length++] = next.charCodeAt(0)
    at++
  } else if (last === LESS && text.charCodeAt(at) === THREE) {
    tokens.units[length++] = THREE
    at++
  } else if (length - start === 1 && SILENT.includes(text[from] as string)) return at
  tokens.length = length
  push(tokens, start, MARK, run > 2 ? 1 : 0)
  return at
}

function endsAt(text: string, at: number): boolean {
  const kind = at < text.length ? kindOfUnit(text.charCodeAt(at)) : SPACE
  return !isLetter(kind) && kind !== DIGIT
}

function emoji(text: string, at: number, tokens: Tokens): number {
  const codePoint = text.codePointAt(at) as number
  if (codePoint > 0xffff) {
    if (isWideEmoji(codePoint)) {
      const start = tokens.length
      tokens.units[tokens.length++] = codePoint >>> 16
      tokens.units[tokens.length++] = codePoint & 0xffff
      push(tokens, start, EMOJI, 0)
    }
    return at + 2
  }
  if (kindOfUnit(codePoint) === PICTOGRAPH) {
    const start = tokens.length
    tokens.units[tokens.length++] = codePoint
    push(tokens, start, EMOJI, 0)
  }
  return at + 1
}

// Emoji beyond the basic plane, without the skin tone modifiers.
function isWideEmoji(codePoint: number): boolean {
  return codePoint >= 0x1f000 && codePoint <= 0x1faff && (codePoint < 0x1f3fb || codePoint > 0x1f3ff)
}
