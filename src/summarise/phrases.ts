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
  opening(period: { from: string; to: string }, total: string, subject: string): string
  division(parts: string): string
  tonePart(count: string, tone: string, percent: number): string
  sources(first: string, firstCount: string, others: string): string
  onlySource(platform: string): string
  sourcePart(platform: string, count: string): string
  themes(terms: string): string
  reports(author: string, quote: string, variant: number): string
  posts(author: string, platform: string, quote: string, variant: number): string
  mostCopied(by: string, copies: string, quote: string): string
  drivers(tone: string, count: string, terms: string): string
  toneExample(tone: string, by: string, quote: string): string
  peak(day: string, count: string): string
  peakQuote(by: string, quote: string): string
  tonePeak(tone: string, day: string, count: string): string
  lastDay(last: string, count: string, more: boolean, first: string, firstCount: string): string
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
  day: (day) => formatDay(day, MONTHS_ID),
  opening: ({ from, to }, total, subject) =>
    from === to
      ? `Pada ${from} terkumpul ${total} mention tentang ${subject}.`
      : `Antara ${from} dan ${to} terkumpul ${total} mention tentang ${subject}.`,
  division: (parts) => `Dari jumlah itu ${parts}.`,
  tonePart: (count, tone, percent) => `${count} bernada ${tone} (${percent} persen)`,
  sources: (first, count, others) =>
    `Sumber terbanyak adalah ${first} dengan ${count} mention${others === '' ? '' : `, disusul ${others}`}.`,
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
  mostCopied: (by, copies, quote) =>
    `Kalimat yang paling banyak beredar, dalam ${copies} salinan, datang dari ${by}: ${quote}`,
  drivers: (tone, count, terms) => `Nada ${tone} (${count} mention) terutama menyangkut ${terms}.`,
  toneExample: (tone, by, quote) => `Suara ${tone} misalnya datang dari ${by}: ${quote}`,
  peak: (day, count) => `Percakapan memuncak pada ${day} dengan ${count} mention.`,
  peakQuote: (by, quote) => `Pada hari itu ${by} menulis, ${quote}`,
  tonePeak: (tone, day, count) => `Nada ${tone} paling banyak pada ${day}, yaitu ${count} mention.`,
  lastDay: (last, count, more, first, firstCount) =>
    `Pada hari terakhir, ${last}, tercatat ${count} mention, lebih ${more ? 'banyak' : 'sedikit'} daripada ${firstCount} pada ${first}.`,
  byWhom: (author, platform) => (platform === 'news' ? author : `${author} di ${ID.platforms[platform]}`),
}

const EN: Phrases = {
  platforms: platformNames('en', 'news sites'),
  tones: { positive: 'positive', neutral: 'neutral', negative: 'negative' },
  and: 'and',
  unknownAuthor: 'an account',
  number: (value) => value.toLocaleString('en-US'),
  day: (day) => formatDay(day, MONTHS_EN),
  opening: ({ from, to }, total, subject) =>
    from === to
      ? `On ${from}, ${total} mentions of ${subject} were collected.`
      : `Between ${from} and ${to}, ${total} mentions of ${subject} were collected.`,
  division: (parts) => `Of these ${parts}.`,
  tonePart: (count, tone, percent) => `${count} are ${tone} (${percent} percent)`,
  sources: (first, count, others) =>
    `Most came from ${first}, with ${count} mentions${others === '' ? '' : `, followed by ${others}`}.`,
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
  mostCopied: (by, copies, quote) =>
    `The sentence that circulated most, in ${copies} copies, came from ${by}: ${quote}`,
  drivers: (tone, count, terms) => `The ${tone} side (${count} mentions) mainly concerns ${terms}.`,
  toneExample: (tone, by, quote) => `A ${tone} voice, for example, came from ${by}: ${quote}`,
  peak: (day, count) => `The conversation peaked on ${day} with ${count} mentions.`,
  peakQuote: (by, quote) => `On that day ${by} wrote: ${quote}`,
  tonePeak: (tone, day, count) => `The ${tone} side was largest on ${day}, with ${count} mentions.`,
  lastDay: (last, count, more, first, firstCount) =>
    `On the last day, ${last}, there were ${count} mentions, ${more ? 'more' : 'fewer'} than the ${firstCount} on ${first}.`,
  byWhom: (author, platform) => (platform === 'news' ? author : `${author} on ${EN.platforms[platform]}`),
}

export const PHRASES: Readonly<Record<SummaryLanguage, Phrases>> = { id: ID, en: EN }
