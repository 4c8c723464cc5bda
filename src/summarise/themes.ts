import { rarityOf } from '../analyse/background.ts'
import { splitSentences } from '../text/sentences.ts'
import { cleanText } from './clean.ts'
import type { SummaryMention } from './material.ts'
import { canBeInTheme, canEndTheme, isBackdrop, isTitle } from './theme-words.ts'

// A phrase of two to four words that mentions have in common, as one of them writes it.
export interface Theme {
  readonly phrase: string
  readonly mentions: readonly SummaryMention[]
  readonly score: number
}

const WORDS_MIN = 2
const WORDS_MAX = 4
const TEXT_LENGTH_MAX = 4_000
const LEAD_SENTENCES = 2
// Names of people, clubs and products say who, but not what: at most this many.
const NAMES_MAX = 2
// A name with a word of the expression in at least this share of the mentions is the subject itself.
const SUBJECT_SHARE = 0.2
// A pair of words that is more frequent than this, in bits, is ordinary language.
const RARITY_MIN = 9
// In a sample of this size, what only two texts have comes after what more have.
const WIDE_SAMPLE = 60
const WIDE_MENTIONS = 3
// A phrase is part of a longer one that has at least this share of its weight.
const PART_SHARE = 0.6

const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:[-'’][\p{L}\p{N}]+)*/gu

export interface ThemeSubject {
  // Lower-case words of the expression and the subject.
  readonly own: ReadonlySet<string>
  // Whether a sentence holds the expression.
  isAbout(sentence: string): boolean
}

interface Found {
  readonly words: readonly string[]
  phrase: string
  readonly mentions: SummaryMention[]
  weight: number
  // How often it was written as a name.
  names: number
}

// The phrases that describe the mentions best against ordinary language, best first. `own` are the words of the expression and the
// subject: every mention has them, so a phrase needs at least one more. Outlets are recognised by the names of the authors.
export function findThemes(
  mentions: readonly SummaryMention[],
  { own, isAbout }: ThemeSubject,
  limit: number,
): Theme[] {
  const authors = new Set(
    mentions.flatMap(({ platform, author }) => (platform === 'news' ? [wordsIn(author).join(' ')] : [])),
  )
  const words = new Map<string, number>()
  const phrases = new Map<string, Found>()
  // A sentence that several texts copy counts once.
  const copied = new Set<string>()
  for (const mention of mentions) countPhrases(mention, isAbout, { words, phrases, copied })
  const frequent = [...phrases.values()].filter(
    (found) => found.mentions.length > 1 && isTelling(found.words, own) && !authors.has(found.words.join(' ')),
  )
  const subjects = frequent.filter((found) => isSubject(found, own, mentions.length))
  const whole = withoutParts(frequent).filter((found) => !subjects.some((subject) => contains(found, subject)))
  const isWide = (found: Found) => mentions.length < WIDE_SAMPLE || found.mentions.length >= WIDE_MENTIONS
  const ranked = whole
    .map((found) => ({ ...found, score: scoreOf(found, words, own) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => Number(isWide(b)) - Number(isWide(a)) || b.score - a.score || (a.phrase < b.phrase ? -1 : 1))
  return withoutRepeats(ranked, own).slice(0, limit)
}

// Beside a word of the expression an ordinary word says nothing: `kasus narkoba`.
function isTelling(words: readonly string[], own: ReadonlySet<string>): boolean {
  const others = words.filter((word) => !own.has(word))
  const telling = others.filter((word) => !isBackdrop(word))
  return telling.length > 0 && (others.length === words.length || telling.some((word) => rarityOf(word) >= RARITY_MIN))
}

// `Pak Lionel Messi` is the subject too when `Lionel Messi` is.
function contains({ words }: Found, part: Found): boolean {
  return ` ${words.join(' ')} `.includes(` ${part.words.join(' ')} `)
}

// `Lionel Messi` is what the expression `messi` finds, not a theme of it.
function isSubject(found: Found, own: ReadonlySet<string>, texts: number): boolean {
  const { words, mentions } = found
  return isName(found) && words.some((word) => own.has(word)) && mentions.length > texts * SUBJECT_SHARE
}

// Posts write names without capitals too.
function isName({ names, mentions }: Found): boolean {
  return names * 2 >= mentions.length
}

interface Counted {
  readonly words: Map<string, number>
  readonly phrases: Map<string, Found>
  readonly copied: Set<string>
}

function countPhrases(
  mention: SummaryMention,
  isAbout: ThemeSubject['isAbout'],
  { words, phrases, copied }: Counted,
): void {
  const weight = Math.log2(1 + mention.groupSize)
  const seen = new Set<string>()
  for (const [at, sentence] of splitSentences(cleanText(mention.text.slice(0, TEXT_LENGTH_MAX))).entries()) {
    // The rest of an article is background and other topics.
    if (copied.has(sentence) || (at >= LEAD_SENTENCES && !isAbout(sentence))) continue
    copied.add(sentence)
    for (const run of runsOf(sentence)) {
      for (const [start, { lower }] of run.entries()) {
        if (!seen.has(lower)) words.set(lower, (words.get(lower) ?? 0) + weight)
        seen.add(lower)
        for (let length = WORDS_MIN; length <= WORDS_MAX && start + length <= run.length; length++) {
          const part = run.slice(start, start + length)
          const key = part.map((word) => word.lower).join(' ')
          if (seen.has(key) || !isPhrase(part) || isHalfName(run, start, length)) continue
          seen.add(key)
          addTo(phrases, key, part, mention, weight)
        }
      }
    }
  }
}

interface Word {
  readonly lower: string
  readonly written: string
  // Whether it belongs to what stands before or after it: `Kebudayaan` in `Pendidikan dan Kebudayaan`, `Liga` in `Liga 1`.
  readonly joinedBefore: boolean
  readonly joinedAfter: boolean
}

const NUMBER_AFTER = /^(?:\/|(?: ?- ?| )(?:\p{N}|\p{Lu}(?!\p{L}))| of )/u
const LIST_AFTER = /^,? (?:dan|and|&) \p{Lu}/u
const LIST_BEFORE = /\p{Lu}\p{L}+,? (?:dan|and|&) $/u

// Words that may be in a theme and follow each other with only a space between them.
function runsOf(sentence: string): Word[][] {
  const runs: Word[][] = []
  let run: Word[] = []
  let end = -1
  for (const { 0: written, index } of sentence.matchAll(WORD)) {
    const lower = written.toLowerCase()
    if (index !== end + 1 || sentence[end] !== ' ') run = []
    if (canBeInTheme(lower) && !isShortened(written)) {
      if (run.length === 0) runs.push(run)
      const [before, after] = [sentence.slice(0, index), sentence.slice(index + written.length)]
      const isCapital = /^\p{Lu}/u.test(written)
      const joinedBefore = isCapital && LIST_BEFORE.test(before)
      const joinedAfter = NUMBER_AFTER.test(after) || (isCapital && LIST_AFTER.test(after))
      run.push({ lower: lower.replaceAll('-', ''), written, joinedBefore, joinedAfter })
    } else run = []
    end = index + written.length
  }
  return runs.filter(({ length }) => length >= WORDS_MIN)
}

// `yg`, `bnyk`: chat without its vowels. `KPK` is an abbreviation.
function isShortened(written: string): boolean {
  return !/[aeiou]/iu.test(written) && /^\p{Ll}/u.test(written)
}

// A phrase does not end with the title of a person whose name follows, and says no word twice.
function isPhrase(part: readonly Word[]): boolean {
  const { lower: last, written, joinedAfter } = part.at(-1) as Word
  if (joinedAfter || part[0]?.joinedBefore === true) return false
  // `Al` and `ke` need what follows; `FC` and `MK` are abbreviations.
  if (last.length < 3 && written !== written.toUpperCase()) return false
  if (new Set(part.map(({ lower }) => lower)).size < part.length) return false
  if (!canEndTheme(last)) return false
  return !isTitle(last) || part.some(({ lower }) => !isBackdrop(lower))
}

// `Kesehatan Bandung Lilis` of `Dinas Kesehatan Bandung Lilis Rahayu`.
function isHalfName(run: readonly Word[], start: number, length: number): boolean {
  const isCapital = (word: Word | undefined) => word !== undefined && /^\p{Lu}/u.test(word.written)
  const isWhole = !isCapital(run[start - 1]) && !isCapital(run[start + length])
  return !isWhole && run.slice(start, start + length).every(isCapital)
}

function addTo(
  phrases: Map<string, Found>,
  key: string,
  part: readonly Word[],
  mention: SummaryMention,
  weight: number,
): void {
  const found = phrases.get(key)
  const phrase = part.map(({ written }) => written).join(' ')
  const names = /(?:^| )\p{Ll}/u.test(phrase) ? 0 : 1
  if (found === undefined) {
    phrases.set(key, { words: part.map(({ lower }) => lower), phrase, mentions: [mention], weight, names })
  } else {
    found.mentions.push(mention)
    found.weight += weight
    found.names += names
    // The first word of a sentence has its capital anyway.
    if (/^\p{Ll}/u.test(phrase)) found.phrase = phrase
  }
}

// "Tjahaja Purnama" is left out beside "Basuki Tjahaja Purnama".
function withoutParts(phrases: readonly Found[]): Found[] {
  const wholes = new Map<string, number>()
  for (const { words, weight } of phrases) {
    for (let length = WORDS_MIN; length < words.length; length++) {
      for (let start = 0; start + length <= words.length; start++) {
        const part = words.slice(start, start + length).join(' ')
        wholes.set(part, Math.max(wholes.get(part) ?? 0, weight))
      }
    }
  }
  return phrases.filter(({ words, weight }) => (wholes.get(words.join(' ')) ?? 0) < weight * PART_SHARE)
}

// How much a phrase is used, how firmly its words belong together here, and how rare it is elsewhere.
function scoreOf({ words, weight }: Found, counts: ReadonlyMap<string, number>, own: ReadonlySet<string>): number {
  const pairs = words.slice(1).map((word, at) => rarityOf(`${words[at]} ${word}`))
  const rarity = (Math.min(...pairs) + mean(words.map((word) => rarityOf(word)))) / 2
  const others = words.filter((word) => !own.has(word)).map((word) => counts.get(word) ?? weight)
  const cohesion = Math.sqrt(weight / Math.max(weight, Math.min(...others)))
  return weight * cohesion * (rarity - RARITY_MIN)
}

function withoutRepeats<T extends Found>(ranked: readonly T[], own: ReadonlySet<string>): T[] {
  const taken = new Set<string>()
  let names = 0
  return ranked.filter((found) => {
    const { words } = found
    if (isName(found) && names === NAMES_MAX) return false
    const telling = words.filter((word) => !own.has(word) && !isBackdrop(word))
    if (telling.some((word) => taken.has(word))) return false
    for (const word of telling) taken.add(word)
    if (isName(found)) names++
    return true
  })
}

function wordsIn(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => word.toLowerCase())
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
