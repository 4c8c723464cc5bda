import type { Span } from '../domain/keyword.ts'
import {
  APOSTROPHE,
  AT,
  DIGIT,
  HASH,
  kindAt,
  LETTER,
  MARK,
  NUMBER,
  PICTOGRAPH,
  REGIONAL,
  SPACELESS,
  skipLetters,
  UNDERSCORE,
  widthAt,
} from './characters.ts'
import { endInOriginal, type Folded, fold, startInOriginal } from './fold.ts'

// The folded words of a text, one per position (0, 1, 2 …), and the alternative readings that start at a position:
//
// - `#TimnasIndonesia` is the word `timnasindonesia` and also the sign `#timnasindonesia`. Underscores separate words, but not
//   hashtags: `#timnas_indonesia` is two words, or the single word `timnasindonesia`, or that sign.
// - `@kota_tua` is two words and also the sign `@kota_tua`. An `@` after a letter is part of an e-mail address, not a sign.
// - An apostrophe inside a word gives both readings, split and joined: `Jum'at` is `jum`, `at` and also `jumat`; `Indonesia's` is
//   `indonesia`, `s` and also `indonesias`.
// - In scripts written without spaces every character is a word, glued to the previous one: `東京` is `東` and `京`, the second
//   also readable as `+京`, so that a term can require adjacent characters.
//
// Emoji form a second sequence of words after the first, so that `timnas 🔥 indonesia` still reads `timnas indonesia`. The position
// between the two sequences holds the empty word, which no term contains.
export interface Words {
  readonly keys: readonly string[]
  readonly readings: ReadonlyMap<number, readonly Reading[]> | null
  // Offsets in the folded text. `spanOf` maps them back to the original text on demand, because few words ever need it.
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly folded: Folded
}

export interface Reading {
  readonly kind: 'sign' | 'joined' | 'glued'
  readonly key: string
  // The position after this reading.
  readonly next: number
  // Offset in the folded text: a sign starts before its first word.
  readonly start: number
}

// A single pass: the cost is linear in the length of the text and depends on nothing else.
export function readWords(text: string): Words {
  const scan = openScan(fold(text))
  const length = scan.text.length
  for (let at = 0; at < length; ) {
    const start = at
    at = skipLetters(scan.text, at)
    if (at > start) {
      if (scan.wordStart < 0) scan.wordStart = start
      continue
    }
    const kind = kindAt(scan.text, at)
    const next = at + widthAt(scan.text, at)
    if (isWordCharacter(kind) && scan.wordStart < 0) scan.wordStart = at
    if (kind === MARK && scan.wordStart < 0) extendSpaceless(scan, at, next)
    if (!isWordCharacter(kind) && kind !== MARK) at = readOther(scan, kind, at, next)
    else at = next
  }
  if (scan.wordStart >= 0) endWord(scan, length)
  endSign(scan, length)
  appendEmoji(scan)
  return scan
}

// Maps a range of the folded text to the original text, in UTF-16 units.
export function spanOf(words: Words, start: number, end: number): Span {
  const first = startInOriginal(words.folded, start)
  // The empty word has no last character, and looking one up could give an end before the start.
  return { start: first, end: start === end ? first : endInOriginal(words.folded, end) }
}

interface Scan extends Words {
  readonly text: string
  readonly keys: string[]
  readonly starts: number[]
  readonly ends: number[]
  readings: Map<number, Reading[]> | null
  // Offset where the current word began; -1 between words.
  wordStart: number
  // Position of the first word of a run joined by apostrophes; -1 outside one.
  group: number
  // Offset of the `#` or `@` of the current sign, and the position of its first word; -1 outside a sign.
  sign: number
  signPosition: number
  // Offset where the last character of a spaceless script ended: a character that starts there is glued to it.
  spacelessEnd: number
  emoji: { readonly start: number; readonly end: number }[] | null
}

function openScan(folded: Folded): Scan {
  return {
    keys: [],
    starts: [],
    ends: [],
    readings: null,
    folded,
    text: folded.text,
    wordStart: -1,
    group: -1,
    sign: -1,
    signPosition: -1,
    spacelessEnd: -1,
    emoji: null,
  }
}

// Reads one character that is neither a letter nor a mark and returns the offset after it.
function readOther(scan: Scan, kind: number, at: number, next: number): number {
  if (scan.wordStart >= 0) endWord(scan, at)
  if (kind === UNDERSCORE) return next
  if (kind === SPACELESS) {
    addSpaceless(scan, at, next)
    return next
  }
  if (scan.sign >= 0) endSign(scan, at)
  if (kind === HASH || (kind === AT && !isWordBefore(scan, at))) {
    scan.sign = at
    scan.signPosition = scan.keys.length
  } else if (kind === PICTOGRAPH || kind === REGIONAL) {
    const end = kind === REGIONAL && kindAt(scan.text, next) === REGIONAL ? next + 2 : next
    scan.emoji ??= []
    scan.emoji.push({ start: at, end })
    return end
  }
  return next
}

function endWord(scan: Scan, end: number): void {
  const position = scan.keys.length
  addWord(scan, scan.text.slice(scan.wordStart, end), scan.wordStart, end)
  scan.wordStart = -1
  if (scan.group < 0) scan.group = position
  if (kindAt(scan.text, end) === APOSTROPHE && isWordCharacter(kindAt(scan.text, end + 1))) return
  if (scan.group < position) addJoined(scan, scan.group)
  scan.group = -1
}

function addSpaceless(scan: Scan, at: number, next: number): void {
  const position = scan.keys.length
  const key = scan.text.slice(at, next)
  const glued = scan.spacelessEnd === at
  addWord(scan, key, at, next)
  if (glued) addReading(scan, position, { kind: 'glued', key: `+${key}`, next: position + 1, start: at })
  scan.spacelessEnd = next
}

// A vowel or tone mark of a spaceless script belongs to the character before it. A mark without such a character is ignored.
function extendSpaceless(scan: Scan, at: number, next: number): void {
  if (scan.spacelessEnd !== at) return
  const position = scan.keys.length - 1
  const key = scan.keys[position] + scan.text.slice(at, next)
  scan.keys[position] = key
  scan.ends[position] = next
  const readings = scan.readings?.get(position)
  const glued = readings?.at(-1)
  if (readings !== undefined && glued?.kind === 'glued') readings[readings.length - 1] = { ...glued, key: `+${key}` }
  scan.spacelessEnd = next
}

function endSign(scan: Scan, end: number): void {
  if (scan.sign < 0) return
  const { sign, signPosition } = scan
  scan.sign = -1
  const next = scan.keys.length
  if (next === signPosition) return
  const hashtag = scan.text.charAt(sign) === '#'
  const name = hashtag ? scan.keys.slice(signPosition).join('') : scan.text.slice(sign + 1, end)
  addReading(scan, signPosition, { kind: 'sign', key: `${hashtag ? '#' : '@'}${name}`, next, start: sign })
  if (hashtag && next > signPosition + 1) addJoined(scan, signPosition)
}

function addJoined(scan: Scan, position: number): void {
  const key = scan.keys.slice(position).join('')
  addReading(scan, position, { kind: 'joined', key, next: scan.keys.length, start: scan.starts[position] ?? 0 })
}

function addWord(scan: Scan, key: string, start: number, end: number): void {
  scan.keys.push(key)
  scan.starts.push(start)
  scan.ends.push(end)
}

function addReading(scan: Scan, position: number, reading: Reading): void {
  scan.readings ??= new Map()
  const readings = scan.readings.get(position)
  if (readings === undefined) scan.readings.set(position, [reading])
  else readings.push(reading)
}

function appendEmoji(scan: Scan): void {
  if (scan.emoji === null) return
  addWord(scan, '', scan.text.length, scan.text.length)
  let before = -1
  for (const { start, end } of scan.emoji) {
    const position = scan.keys.length
    const key = scan.text.slice(start, end)
    addWord(scan, key, start, end)
    if (start === before) addReading(scan, position, { kind: 'glued', key: `+${key}`, next: position + 1, start })
    before = end
  }
}

function isWordBefore(scan: Scan, at: number): boolean {
  if (at === 0) return false
  const before = kindAt(scan.text, at - 1)
  return isWordCharacter(before) || before === MARK || before === UNDERSCORE
}

function isWordCharacter(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === NUMBER
}
