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
  day(day: string): string
  mentions(count: number): string
  opening(period: { from: string; to: string }, total: number, subject: string): string
  division(parts: string): string
  tonePart(count: number, tone: string, percent: number): string
  // `others` may be empty.
  sources(first: string, count: number, others: string): string
  // Several sources have the most mentions, or all have as many.
  sourcesTied(names: string, count: number, others: string): string
  sourcesEven(names: string, count: number): string
  onlySource(platform: string): string
  sourcePart(platform: string, count: string): string
  themes(terms: string): string
  reports(author: string, quote: string, variant: number): string
  posts(author: string, platform: string, quote: string, variant: number): string
  mostCopied(by: string, count: number, quote: string): string
  drivers(tone: string, count: number, terms: string): string
  toneExample(tone: string, by: string, quote: string): string
  peak(day: string, count: number): string
  peakQuote(by: string, quote: string): string
  tonePeak(tone: string, day: string, count: number): string
  lastDay(days: { first: string; last: string }, count: number, firstCount: number): string
  byWhom(author: string, platform: Platform): string
}

const MONTHS_ID = 'Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember'.split(' ')
const MONTHS_EN = 'January February March April May June July August September October November December'.split(' ')

function formatDay(day: string, months: readonly string[]): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1] ?? ''} ${year}`
}

function platformNames(language: 'id' | 'en', news: string): Record<Platform, string> {
  const names = PLATFORM_ROWS.map(({ id, label }) => [id, label[language]])
  return { ...(Object.fromEntries(names) as Record<Platform, string>), news }
}

const ID: Phrases = {
  platforms: platformNames('id', 'media berita'),
  tones: { positive: 'positif', neutral: 'netral', negative: 'negatif' },
  and: 'dan',
  unknownAuthor: 'sebuah akun',
  number: (value) => value.toLocaleString('id-ID'),
  mentions: (count) => `${ID.number(count)} mention`,
  day: (day) => formatDay(day, MONTHS_ID),
  opening: ({ from, to }, total, subject) =>
    from === to
      ? `Pada ${from} terkumpul ${ID.mentions(total)} tentang ${subject}.`
      : `Antara ${from} dan ${to} terkumpul ${ID.mentions(total)} tentang ${subject}.`,
  division: (parts) => `Dari jumlah itu ${parts}.`,
  tonePart: (count, tone, percent) => `${ID.number(count)} bernada ${tone} (${percent} persen)`,
  sources: (first, count, others) =>
    `Sumber terbanyak adalah ${first} dengan ${ID.mentions(count)}${others === '' ? '' : `, disusul ${others}`}.`,
  sourcesTied: (names, count, others) =>
    `Sumber terbanyak adalah ${names}, masing-masing dengan ${ID.mentions(count)}${others === '' ? '' : `, disusul ${others}`}.`,
  sourcesEven: (names, count) => `Sumbernya merata: ${names}, masing-masing dengan ${ID.mentions(count)}.`,
  onlySource: (platform) => `Semuanya berasal dari ${platform}.`,
  sourcePart: (platform, count) => `${platform} dengan ${count}`,
  themes: (terms) => `Percakapan terutama berkisar pada ${terms}.`,
  reports: (author, quote, variant) =>
    [`${author} memberitakan, ${quote}`, `Menurut ${author}, ${quote}`, `${author} juga menulis, ${quote}`][
      variant % 3
    ] ?? '',
  posts: (author, platform, quote, variant) =>
    [`Di ${platform}, ${author} menulis, ${quote}`, `Sementara itu ${author} di ${platform} menulis, ${quote}`][
      variant % 2
    ] ?? '',
  mostCopied: (by, count, quote) =>
    `Kalimat yang paling banyak beredar, dalam ${ID.mentions(count)}, datang dari ${by}: ${quote}`,
  drivers: (tone, count, terms) => `Nada ${tone} (${ID.mentions(count)}) terutama menyangkut ${terms}.`,
  toneExample: (tone, by, quote) => `Suara ${tone} misalnya datang dari ${by}: ${quote}`,
  peak: (day, count) => `Percakapan memuncak pada ${day} dengan ${ID.mentions(count)}.`,
  peakQuote: (by, quote) => `Pada hari itu ${by} menulis, ${quote}`,
  tonePeak: (tone, day, count) => `Nada ${tone} paling banyak pada ${day}, yaitu ${ID.mentions(count)}.`,
  lastDay: ({ first, last }, count, firstCount) =>
    `Pada hari terakhir, ${last}, tercatat ${ID.mentions(count)}, lebih ${count > firstCount ? 'banyak' : 'sedikit'} daripada ${ID.number(firstCount)} pada ${first}.`,
  byWhom: (author, platform) => (platform === 'news' ? author : `${author} di ${ID.platforms[platform]}`),
}

const EN: Phrases = {
  platforms: platformNames('en', 'news sites'),
  tones: { positive: 'positive', neutral: 'neutral', negative: 'negative' },
  and: 'and',
  unknownAuthor: 'an account',
  number: (value) => value.toLocaleString('en-US'),
  mentions: (count) => (count === 1 ? '1 mention' : `${EN.number(count)} mentions`),
  day: (day) => formatDay(day, MONTHS_EN),
  opening: ({ from, to }, total, subject) =>
    `${from === to ? `On ${from}` : `Between ${from} and ${to}`}, ${EN.mentions(total)} of ${subject} ${total === 1 ? 'was' : 'were'} collected.`,
  division: (parts) => `Of these ${parts}.`,
  tonePart: (count, tone, percent) => `${EN.number(count)} ${count === 1 ? 'is' : 'are'} ${tone} (${percent} percent)`,
  sources: (first, count, others) =>
    `Most came from ${first}, with ${EN.mentions(count)}${others === '' ? '' : `, followed by ${others}`}.`,
  sourcesTied: (names, count, others) =>
    `Most came from ${names}, with ${EN.mentions(count)} each${others === '' ? '' : `, followed by ${others}`}.`,
  sourcesEven: (names, count) => `The sources are evenly spread: ${names}, with ${EN.mentions(count)} each.`,
  onlySource: (platform) => `All of them came from ${platform}.`,
  sourcePart: (platform, count) => `${platform} with ${count}`,
  themes: (terms) => `The conversation mainly revolves around ${terms}.`,
  reports: (author, quote, variant) =>
    [`${author} reported: ${quote}`, `According to ${author}, ${quote}`, `${author} also wrote: ${quote}`][
      variant % 3
    ] ?? '',
  posts: (author, platform, quote, variant) =>
    [`On ${platform}, ${author} wrote: ${quote}`, `Meanwhile ${author} on ${platform} wrote: ${quote}`][variant % 2] ??
    '',
  mostCopied: (by, count, quote) =>
    `The sentence that circulated most, in ${EN.mentions(count)}, came from ${by}: ${quote}`,
  drivers: (tone, count, terms) => `The ${tone} side (${EN.mentions(count)}) mainly concerns ${terms}.`,
  toneExample: (tone, by, quote) => `A ${tone} voice, for example, came from ${by}: ${quote}`,
  peak: (day, count) => `The conversation peaked on ${day} with ${EN.mentions(count)}.`,
  peakQuote: (by, quote) => `On that day ${by} wrote: ${quote}`,
  tonePeak: (tone, day, count) => `The ${tone} side was largest on ${day}, with ${EN.mentions(count)}.`,
  lastDay: ({ first, last }, count, firstCount) =>
    `On the last day, ${last}, there ${count === 1 ? 'was' : 'were'} ${EN.mentions(count)}, ${count > firstCount ? 'more' : 'fewer'} than the ${EN.number(firstCount)} on ${first}.`,
  byWhom: (author, platform) => (platform === 'news' ? author : `${author} on ${EN.platforms[platform]}`),
}

export const PHRASES: Readonly<Record<SummaryLanguage, Phrases>> = { id: ID, en: EN }
