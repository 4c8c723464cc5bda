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
  PICTURE,
  REGIONAL,
  SPACELESS,
  skipLetters,
  UNDERSCORE,
  widthAt,
} from './characters.ts'
import { endInOriginal, type Folded, fold, startInOriginal } from './fold.ts'

// The words of a text, folded, each at its place (0, 1, 2 …), and what else can be read at a place:
//
// - `#TimnasIndonesia` is the word `timnasindonesia` and also the sign `#timnasindonesia`. Underscores separate words, but not
//   hashtags: `#timnas_indonesia` is two words, or the one word `timnasindonesia`, or that sign.
// - `@kota_tua` is two words and also the sign `@kota_tua`. An `@` behind a letter is an e-mail address and no sign.
// - An apostrophe inside a word separates it and also does not: `Jum'at` is `jum`, `at` and also `jumat`; `Indonesia's` is
//   `indonesia`, `s` and also `indonesias`.
// - In scripts written without spaces every character is a word, glued to the one before it: `東京` is `東` and `京`, the second
//   readable as `+京` too, so that a term can ask for characters that touch.
//
// Emoji are words of a second sentence behind the first, so that `timnas 🔥 indonesia` still reads `timnas indonesia`. The place
// between the two has the empty word, which no term contains.
export interface Words {
  readonly keys: readonly string[]
  readonly readings: ReadonlyMap<number, readonly Reading[]> | null
  // Offsets in the folded text. `spanOf` tells where that was in the text as it was given: few words are ever asked for.
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly folded: Folded
}

export interface Reading {
  readonly kind: 'sign' | 'joined' | 'glued'
  readonly key: string
  // The place after what was read.
  readonly next: number
  // Where it starts in the folded text: a sign starts before its first word.
  readonly start: number
}

// One pass over the text, at a cost that grows with its length and nothing else.
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
    if (kind === MARK && scan.wordStart < 0) extendAlone(scan, at, next)
    if (!isWordCharacter(kind) && kind !== MARK) at = readOther(scan, kind, at, next)
    else at = next
  }
  if (scan.wordStart >= 0) endWord(scan, length)
  endSign(scan, length)
  appendEmoji(scan)
  return scan
}

// Where something that was read stands in the text as it was given, in UTF-16 units.
export function spanOf(words: Words, start: number, end: number): Span {
  const first = startInOriginal(words.folded, start)
  // The empty word has no last character that could end before its first one starts.
  return { start: first, end: start === end ? first : endInOriginal(words.folded, end) }
}

interface Scan extends Words {
  readonly text: string
  readonly keys: string[]
  readonly starts: number[]
  readonly ends: number[]
  readings: Map<number, Reading[]> | null
  // Where the word that is being read began; -1 between words.
  wordStart: number
  // The first word of a run joined by apostrophes; -1 outside.
  group: number
  // Where the sign `#` or `@` that is being read stands, and the place of its first word; -1 outside.
  sign: number
  signPlace: number
  // Where the last character of a spaceless script ended: what begins there is glued to it.
  aloneEnd: number
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
    signPlace: -1,
    aloneEnd: -1,
    emoji: null,
  }
}

// Reads one character that is neither letter nor mark and answers the offset after it.
function readOther(scan: Scan, kind: number, at: number, next: number): number {
  if (scan.wordStart >= 0) endWord(scan, at)
  if (kind === UNDERSCORE) return next
  if (kind === SPACELESS) {
    addAlone(scan, at, next)
    return next
  }
  if (scan.sign >= 0) endSign(scan, at)
  if (kind === HASH || (kind === AT && !isWordBefore(scan, at))) {
    scan.sign = at
    scan.signPlace = scan.keys.length
  } else if (kind === PICTURE || kind === REGIONAL) {
    const end = kind === REGIONAL && kindAt(scan.text, next) === REGIONAL ? next + 2 : next
    scan.emoji ??= []
    scan.emoji.push({ start: at, end })
    return end
  }
  return next
}

function endWord(scan: Scan, end: number): void {
  const place = scan.keys.length
  addWord(scan, scan.text.slice(scan.wordStart, end), scan.wordStart, end)
  scan.wordStart = -1
  if (scan.group < 0) scan.group = place
  if (kindAt(scan.text, end) === APOSTROPHE && isWordCharacter(kindAt(scan.text, end + 1))) return
  if (scan.group < place) addJoined(scan, scan.group)
  scan.group = -1
}

function addAlone(scan: Scan, at: number, next: number): void {
  const place = scan.keys.length
  const key = scan.text.slice(at, next)
  const glued = scan.aloneEnd === at
  addWord(scan, key, at, next)
  if (glued) addReading(scan, place, { kind: 'glued', key: `+${key}`, next: place + 1, start: at })
  scan.aloneEnd = next
}

// A vowel or tone mark of a spaceless script belongs to the character before it. A mark without one is nothing.
function extendAlone(scan: Scan, at: number, next: number): void {
  if (scan.aloneEnd !== at) return
  const place = scan.keys.length - 1
  const key = scan.keys[place] + scan.text.slice(at, next)
  scan.keys[place] = key
  scan.ends[place] = next
  const readings = scan.readings?.get(place)
  const glued = readings?.at(-1)
  if (readings !== undefined && glued?.kind === 'glued') readings[readings.length - 1] = { ...glued, key: `+${key}` }
  scan.aloneEnd = next
}

function endSign(scan: Scan, end: number): void {
  if (scan.sign < 0) return
  const { sign, signPlace } = scan
  scan.sign = -1
  const next = scan.keys.length
  if (next === signPlace) return
  const hashtag = scan.text.charAt(sign) === '#'
  const name = hashtag ? scan.keys.slice(signPlace).join('') : scan.text.slice(sign + 1, end)
  addReading(scan, signPlace, { kind: 'sign', key: `${hashtag ? '#' : '@'}${name}`, next, start: sign })
  if (hashtag && next > signPlace + 1) addJoined(scan, signPlace)
}

function addJoined(scan: Scan, place: number): void {
  const key = scan.keys.slice(place).join('')
  addReading(scan, place, { kind: 'joined', key, next: scan.keys.length, start: scan.starts[place] ?? 0 })
}

function addWord(scan: Scan, key: string, start: number, end: number): void {
  scan.keys.push(key)
  scan.starts.push(start)
  scan.ends.push(end)
}

function addReading(scan: Scan, place: number, reading: Reading): void {
  scan.readings ??= new Map()
  const readings = scan.readings.get(place)
  if (readings === undefined) scan.readings.set(place, [reading])
  else readings.push(reading)
}

function appendEmoji(scan: Scan): void {
  if (scan.emoji === null) return
  addWord(scan, '', scan.text.length, scan.text.length)
  let before = -1
  for (const { start, end } of scan.emoji) {
    const place = scan.keys.length
    const key = scan.text.slice(start, end)
    addWord(scan, key, start, end)
    if (start === before) addReading(scan, place, { kind: 'glued', key: `+${key}`, next: place + 1, start })
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
