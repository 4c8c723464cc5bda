import { PLATFORM_ROWS, type Platform } from '../domain/platform.ts'
import type { SummaryLanguage } from './material.ts'

// The sentence templates of the built-in summariser, once per language. Every word here must be reporting vocabulary
// (vocabulary.ts): statements about the subject come from mentions alone, in quotation marks.
export interface Phrases {
  readonly platforms: Readonly<Record<Platform, string>>
  readonly tones: Readonly<Record<'positive' | 'neutral' | 'negative', string>>
  readonly and: string
  readonly unknownAuthor: string
  number(value: number): string
  // A day as the reader of the summary knows it: without the year when the opening has it.
  day(day: string, withYear?: boolean): string
  // `pada 3 Juni 2026`, `antara 3 dan 9 Juni 2026`.
  during(first: string, last: string, withYear?: boolean): string
  mentions(count: number): string
  // Without the full stop, because the division by sentiment may follow.
  opening(during: string, total: number, subject: string): string
  tonePart(count: number, tone: string, percent: number): string
  // The parts of a sentence, without a full stop and with the first letter as inside a sentence. `others` may be empty.
  sources(first: string, count: number, others: string): string
  // Several sources have the most mentions, or all have as many.
  sourcesTied(names: string, count: number, others: string): string
  sourcesEven(names: string, count: number): string
  onlySource(platform: string): string
  sourcePart(platform: string, count: string): string
  peak(day: string, count: number): string
  themes(terms: string): string
  mostCopied(by: string, count: number, quote: string): string
  copied(by: string, count: number, quote: string): string
  alsoCopied(by: string, count: number, quote: string): string
  speaks(speaker: string, by: string, isRequest: boolean, quote: string): string
  // `themes` may be empty.
  voice(side: { tone: string; count: number; themes: string; by: string; quote: string }): string
  // `platform` is null for news.
  writes(author: string, platform: string | null, quote: string): string
  change(spans: { since: string; count: number; earlier: string; before: number }): string
  newStory(by: string, count: number, quote: string): string
  newThemes(themes: string, count: number): string
  // `platform` is null when nothing was collected.
  gap(platform: string | null, during: string): string
  byWhom(author: string, platform: Platform): string
  // Whole sentences: of two parts, of parts that stand side by side, of two sides, of gaps.
  sentence(parts: readonly string[]): string
  clauses(parts: readonly string[]): string
  sides(parts: readonly string[]): string
  gaps(list: string): string
}

const MONTHS_ID = 'Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember'.split(' ')
const MONTHS_EN = 'January February March April May June July August September October November December'.split(' ')

function formatDay(day: string, months: readonly string[], withYear = true): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1] ?? ''}${withYear ? ` ${year}` : ''}`
}

// What both days have in common is written once.
function formatFirst(first: string, last: string, months: readonly string[], withYear = true): string {
  if (first.slice(0, 7) === last.slice(0, 7)) return String(Number(first.slice(8)))
  return formatDay(first, months, withYear && first.slice(0, 4) !== last.slice(0, 4))
}

// Fewer mentions than this share of the earlier ones are no change worth calling one.
const CHANGE_MIN = 0.05

function isAlike(count: number, before: number): boolean {
  return Math.abs(count - before) < CHANGE_MIN * before
}

function platformNames(language: 'id' | 'en', news: string): Record<Platform, string> {
  const names = PLATFORM_ROWS.map(({ id, label }) => [id, label[language]])
  return { ...(Object.fromEntries(names) as Record<Platform, string>), news }
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const ID: Phrases = {
  platforms: platformNames('id', 'media berita'),
  tones: { positive: 'positif', neutral: 'netral', negative: 'negatif' },
  and: 'dan',
  unknownAuthor: 'sebuah akun',
  number: (value) => value.toLocaleString('id-ID'),
  mentions: (count) => `${ID.number(count)} mention`,
  day: (day, withYear) => formatDay(day, MONTHS_ID, withYear),
  during: (first, last, withYear) =>
    first === last
      ? `pada ${ID.day(first, withYear)}`
      : `antara ${formatFirst(first, last, MONTHS_ID, withYear)} dan ${ID.day(last, withYear)}`,
  opening: (during, total, subject) => `${capitalise(during)} terkumpul ${ID.mentions(total)} tentang ${subject}`,
  tonePart: (count, tone, percent) => `${ID.number(count)} bernada ${tone} (${percent} persen)`,
  sources: (first, count, others) =>
    `sumber terbanyak adalah ${first} dengan ${ID.mentions(count)}${others === '' ? '' : `, disusul ${others}`}`,
  sourcesTied: (names, count, others) =>
    `sumber terbanyak adalah ${names}, masing-masing dengan ${ID.mentions(count)}${others === '' ? '' : `, disusul ${others}`}`,
  sourcesEven: (names, count) => `sumbernya merata: ${names}, masing-masing dengan ${ID.mentions(count)}`,
  onlySource: (platform) => `semuanya berasal dari ${platform}`,
  sourcePart: (platform, count) => `${platform} dengan ${count}`,
  peak: (day, count) => `percakapan memuncak pada ${day} dengan ${ID.mentions(count)}`,
  themes: (terms) => `Percakapan terutama berkisar pada ${terms}`,
  mostCopied: (by, count, quote) =>
    `kabar yang paling banyak beredar, dalam ${ID.mentions(count)}, datang dari ${by}: ${quote}`,
  copied: (by, count, quote) =>
    `salah satu kabar yang beredar, dalam ${ID.mentions(count)}, datang dari ${by}: ${quote}`,
  alsoCopied: (by, count, quote) => `kabar lain, dalam ${ID.mentions(count)}, datang dari ${by}: ${quote}`,
  speaks: (speaker, by, isRequest, quote) =>
    `${speaker}, dikutip ${by}, ${isRequest ? 'meminta' : 'mengatakan'} ${quote}`,
  voice: ({ tone, count, themes, by, quote }) =>
    themes === ''
      ? `nada ${tone} (${ID.mentions(count)}) terdengar misalnya dari ${by}: ${quote}`
      : `nada ${tone} (${ID.mentions(count)}) terutama menyangkut ${themes}, misalnya dari ${by}: ${quote}`,
  writes: (author, platform, quote) =>
    platform === null ? `Menurut ${author}, ${quote}` : `Di ${platform}, ${author} menulis, ${quote}`,
  change: ({ since, count, earlier, before }) => {
    if (count === before) return `sejak ${since} tercatat ${ID.mentions(count)}, sama banyak dengan jumlah ${earlier}`
    if (isAlike(count, before))
      return `sejak ${since} tercatat ${ID.mentions(count)}, hampir sama dengan ${ID.number(before)} ${earlier}`
    const direction = count > before ? 'naik' : 'turun'
    return `sejak ${since} tercatat ${ID.mentions(count)}, ${direction} dari ${ID.number(before)} ${earlier}`
  },
  newStory: (by, count, quote) => `kabar baru, dalam ${ID.mentions(count)}, datang dari ${by}: ${quote}`,
  newThemes: (themes) => `yang baru mengemuka adalah ${themes}`,
  gap: (platform, during) => `${platform === null ? 'pemantauan berhenti' : `${platform} tidak terbaca`} ${during}`,
  byWhom: (author, platform) => (platform === 'news' ? author : `${author} di ${ID.platforms[platform]}`),
  sentence: (parts) => `${capitalise(parts.join(', dan '))}.`,
  clauses: (parts) => `${capitalise(parts.join('; '))}.`,
  sides: (parts) => `${capitalise(parts.join('; sebaliknya, '))}.`,
  gaps: (list) => `Cakupan tidak lengkap, sehingga jumlah di atas adalah batas bawah: ${list}.`,
}

const EN: Phrases = {
  platforms: platformNames('en', 'news sites'),
  tones: { positive: 'positive', neutral: 'neutral', negative: 'negative' },
  and: 'and',
  unknownAuthor: 'an account',
  number: (value) => value.toLocaleString('en-US'),
  mentions: (count) => (count === 1 ? '1 mention' : `${EN.number(count)} mentions`),
  day: (day, withYear) => formatDay(day, MONTHS_EN, withYear),
  during: (first, last, withYear) =>
    first === last
      ? `on ${EN.day(first, withYear)}`
      : `between ${formatFirst(first, last, MONTHS_EN, withYear)} and ${EN.day(last, withYear)}`,
  opening: (during, total, subject) =>
    `${capitalise(during)}, ${EN.mentions(total)} of ${subject} ${total === 1 ? 'was' : 'were'} collected`,
  tonePart: (count, tone, percent) => `${EN.number(count)} ${count === 1 ? 'is' : 'are'} ${tone} (${percent} percent)`,
  sources: (first, count, others) =>
    `most came from ${first}, with ${EN.mentions(count)}${others === '' ? '' : `, followed by ${others}`}`,
  sourcesTied: (names, count, others) =>
    `most came from ${names}, with ${EN.mentions(count)} each${others === '' ? '' : `, followed by ${others}`}`,
  sourcesEven: (names, count) => `the sources are evenly spread: ${names}, with ${EN.mentions(count)} each`,
  onlySource: (platform) => `all of them came from ${platform}`,
  sourcePart: (platform, count) => `${platform} with ${count}`,
  peak: (day, count) => `the conversation peaked on ${day} with ${EN.mentions(count)}`,
  themes: (terms) => `The conversation mainly revolves around ${terms}`,
  mostCopied: (by, count, quote) =>
    `the story that circulated most, in ${EN.mentions(count)}, came from ${by}: ${quote}`,
  copied: (by, count, quote) =>
    `one of the stories that circulated, in ${EN.mentions(count)}, came from ${by}: ${quote}`,
  alsoCopied: (by, count, quote) => `another, in ${EN.mentions(count)}, came from ${by}: ${quote}`,
  speaks: (speaker, by, isRequest, quote) => `${speaker}, quoted by ${by}, ${isRequest ? 'asked:' : 'said:'} ${quote}`,
  voice: ({ tone, count, themes, by, quote }) =>
    themes === ''
      ? `the ${tone} side (${EN.mentions(count)}) is heard for example from ${by}: ${quote}`
      : `the ${tone} side (${EN.mentions(count)}) mainly concerns ${themes}, for example from ${by}: ${quote}`,
  writes: (author, platform, quote) =>
    platform === null ? `According to ${author}, ${quote}` : `On ${platform}, ${author} wrote: ${quote}`,
  change: ({ since, count, earlier, before }) => {
    const now = `since ${since} there ${count === 1 ? 'was' : 'were'} ${EN.mentions(count)}`
    if (count === before) return `${now}, as many as ${earlier}`
    if (isAlike(count, before)) return `${now}, about as many as the ${EN.number(before)} ${earlier}`
    return `${now}, ${count > before ? 'up' : 'down'} from ${EN.number(before)} ${earlier}`
  },
  newStory: (by, count, quote) => `a new story, in ${EN.mentions(count)}, came from ${by}: ${quote}`,
  newThemes: (themes, count) => `newly prominent ${count === 1 ? 'is' : 'are'} ${themes}`,
  gap: (platform, during) => `${platform === null ? 'monitoring stopped' : `${platform} is missing`} ${during}`,
  byWhom: (author, platform) => (platform === 'news' ? author : `${author} on ${EN.platforms[platform]}`),
  sentence: (parts) => `${capitalise(parts.join(', and '))}.`,
  clauses: (parts) => `${capitalise(parts.join('; '))}.`,
  sides: (parts) => `${capitalise(parts.join('; on the other hand, '))}.`,
  gaps: (list) => `Coverage is incomplete, so the numbers above are a lower bound: ${list}.`,
}

export const PHRASES: Readonly<Record<SummaryLanguage, Phrases>> = { id: ID, en: EN }
