import { isPair, widthAt } from '../../text/characters.ts'
import { addUnit, finish, WORD_SEED } from '../hash.ts'
import { headOf } from './heads.ts'

// The words of a text as names are read from it: spelled as written, punctuation included, because a comma ends a name.
export interface NameWords {
  // In lower case.
  readonly keys: readonly string[]
  readonly shapes: readonly Shape[]
  readonly heads: readonly number[]
  // Where something can be kept of each word. Within a generation, a slot belongs to one word.
  readonly slots: readonly number[]
  readonly generation: number
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
  const words = newWords()
  for (let at = 0; at < bounded.length; ) {
    if (kindAt(bounded, at) === SPACE) {
      at++
      continue
    }
    const end = endOfWord(bounded, at)
    addWord(words, spellingAt(bounded, at, end))
    at = end
  }
  return { ...words, generation, cased: isCased(words.shapes) }
}

// Of at most WORDS_MAX words.
export function toNameWords(texts: readonly string[]): NameWords {
  const words = newWords()
  for (const text of texts) addWord(words, spellingAt(text, 0, text.length))
  return { ...words, generation, cased: isCased(words.shapes) }
}

interface Words {
  readonly keys: string[]
  readonly shapes: Shape[]
  readonly heads: number[]
  readonly slots: number[]
}

function newWords(): Words {
  if (slotsUsed >= KEPT_MAX) forget()
  return { keys: [], shapes: [], heads: [], slots: [] }
}

function addWord({ keys, shapes, heads, slots }: Words, { key, shape, head, slot }: Spelling): void {
  keys.push(key)
  shapes.push(shape)
  heads.push(head)
  slots.push(slot)
}

// What a word says by itself.
interface Spelling {
  readonly key: string
  readonly shape: Shape
  readonly head: number
  readonly slot: number
}

// Most words of a text are common ones, and are found by their units, without making a string of them. A text that begins below
// KEPT_MAX may go beyond it.
const KEPT_MAX = 30_000
export const SLOTS = KEPT_MAX + WORDS_MAX
const KEPT_UNITS_MAX = 32
const kept = new Array<Spelling | undefined>(SLOTS).fill(undefined)
let slotsUsed = 0
let generation = 0
const keptUnits = new Uint16Array(SLOTS * KEPT_UNITS_MAX)
const keptLengths = new Uint8Array(SLOTS)
// A hash table of slots, each plus one.
const PLACES = 1 << 16
const places = new Uint16Array(PLACES)

function forget(): void {
  kept.fill(undefined)
  slotsUsed = 0
  generation++
  places.fill(0)
}

function spellingAt(text: string, start: number, end: number): Spelling {
  // A long word is seldom read again, and is not kept.
  if (end - start > KEPT_UNITS_MAX) return newSpelling(text.slice(start, end))
  let state = WORD_SEED
  for (let at = start; at < end; at++) state = addUnit(state, text.charCodeAt(at))
  let place = finish(state) & (PLACES - 1)
  for (; places[place] !== 0; place = (place + 1) & (PLACES - 1)) {
    const slot = (places[place] as number) - 1
    if (isKeptAt(slot, text, start, end)) return kept[slot] as Spelling
  }
  // A part of a text keeps the whole text in memory.
  const added = newSpelling(Buffer.from(text.slice(start, end), 'utf16le').toString('utf16le'))
  kept[added.slot] = added
  places[place] = added.slot + 1
  keptLengths[added.slot] = end - start
  for (let at = start; at < end; at++) keptUnits[added.slot * KEPT_UNITS_MAX + at - start] = text.charCodeAt(at)
  return added
}

function isKeptAt(slot: number, text: string, start: number, end: number): boolean {
  if (keptLengths[slot] !== end - start) return false
  const shift = slot * KEPT_UNITS_MAX - start
  for (let at = start; at < end; at++) if (keptUnits[at + shift] !== text.charCodeAt(at)) return false
  return true
}

function newSpelling(text: string): Spelling {
  const key = text.toLowerCase()
  return { key, shape: shapeOf(text, key), head: headOf(key), slot: slotsUsed++ }
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
  while (end < text.length && isNameUnit(text.charCodeAt(end))) end++
  return end
}

function isNameUnit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f
  )
}

function endOfLetters(text: string, start: number): number {
  let end = start
  while (end < text.length) {
    // Most letters are known single units.
    if (kinds[text.charCodeAt(end)] === WORD) end++
    else if (kindAt(text, end) === WORD) end += widthAt(text, end)
    else break
  }
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
