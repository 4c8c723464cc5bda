import type { Language } from '../domain/message.ts'
import type { Growth } from './change.ts'

export interface MessageWords {
  readonly over: string
  readonly growth: Readonly<Record<Growth, string>>
  spike(name: string, count: string, times: string): string
  spikeFixed(name: string, count: string): string
  volume(name: string, count: string, minutes: number): string
  negative(name: string, percent: string, count: string): string
  story(name: string, count: string, minutes: number): string
  mention(name: string, count: string): string
  silence(name: string, source: string, hours: number): string
  quota(remaining: string, days: string | null): string
  feed(name: string): string
  source(name: string): string
  since(time: string): string
  expected(seen: string, expected: string, low: string, high: string): string
  readonly littleHistory: string
  readonly lowerBound: string
  readonly stories: string
  readonly terms: string
  readonly platforms: string
  readonly authors: string
  sentiment(now: string | null, before: string | null): string
  readonly open: string
  readonly acknowledge: string
  readonly snooze: string
}

export const MESSAGE_WORDS: Readonly<Record<Language, MessageWords>> = {
  en: {
    over: 'Over.',
    growth: {
      doubled: 'Doubled.',
      negative: 'Turned negative.',
      platform: 'Reached another platform.',
      more: 'More.',
    },
    spike: (name, count, times) => `${name}: ${count} in two hours, ${times} times the usual.`,
    spikeFixed: (name, count) => `${name}: ${count} in two hours, with too little history to say what is usual.`,
    volume: (name, count, minutes) => `${name}: ${count} mentions in ${minutes} minutes.`,
    negative: (name, percent, count) => `${name}: ${percent} % of ${count} mentions are negative.`,
    story: (name, count, minutes) => `${name}: one story has ${count} mentions in ${minutes} minutes.`,
    mention: (name, count) => `${name}: ${count} new ${count === '1' ? 'mention' : 'mentions'}.`,
    silence: (name, source, hours) => `${name}: nothing from ${source} for ${hours} hours.`,
    quota: (remaining, days) =>
      days === null ? `Quota: ${remaining} left.` : `Quota: ${remaining} left, for ${days} days at this pace.`,
    feed: (name) => `Feed not readable: ${name}.`,
    source: (name) => `Source not readable: ${name}.`,
    since: (time) => `Since ${time}.`,
    expected: (seen, expected, low, high) => `${seen} mentions; ${expected} were expected (${low} to ${high}).`,
    littleHistory: 'The project has too little history: a fixed rule is used until there are two weeks of it.',
    lowerBound: 'Some hours were not collected: the number is a lower bound.',
    stories: 'Stories',
    terms: 'New words',
    platforms: 'Platforms',
    authors: 'Authors',
    sentiment: (now, before) => `Negative: ${now ?? '-'} %, before: ${before ?? '-'} %.`,
    open: 'Open in the dashboard',
    acknowledge: 'Acknowledge',
    snooze: 'Snooze for a day',
  },
  id: {
    over: 'Selesai.',
    growth: {
      doubled: 'Naik dua kali lipat.',
      negative: 'Menjadi negatif.',
      platform: 'Mencapai platform lain.',
      more: 'Bertambah.',
    },
    spike: (name, count, times) => `${name}: ${count} dalam dua jam, ${times} kali biasanya.`,
    spikeFixed: (name, count) => `${name}: ${count} dalam dua jam; riwayat belum cukup untuk pembanding.`,
    volume: (name, count, minutes) => `${name}: ${count} mention dalam ${minutes} menit.`,
    negative: (name, percent, count) => `${name}: ${percent} % dari ${count} mention negatif.`,
    story: (name, count, minutes) => `${name}: satu cerita mendapat ${count} mention dalam ${minutes} menit.`,
    mention: (name, count) => `${name}: ${count} mention baru.`,
    silence: (name, source, hours) => `${name}: tidak ada apa pun dari ${source} selama ${hours} jam.`,
    quota: (remaining, days) =>
      days === null ? `Kuota: tersisa ${remaining}.` : `Kuota: tersisa ${remaining}, cukup untuk ${days} hari.`,
    feed: (name) => `Feed tidak terbaca: ${name}.`,
    source: (name) => `Sumber tidak terbaca: ${name}.`,
    since: (time) => `Sejak ${time}.`,
    expected: (seen, expected, low, high) => `${seen} mention; perkiraan ${expected} (${low} sampai ${high}).`,
    littleHistory: 'Riwayat proyek belum cukup: aturan tetap dipakai sampai ada dua minggu.',
    lowerBound: 'Beberapa jam tidak terkumpul: angka ini adalah batas bawah.',
    stories: 'Cerita',
    terms: 'Kata baru',
    platforms: 'Platform',
    authors: 'Penulis',
    sentiment: (now, before) => `Negatif: ${now ?? '-'} %, sebelumnya: ${before ?? '-'} %.`,
    open: 'Buka di dasbor',
    acknowledge: 'Tandai sudah dilihat',
    snooze: 'Tunda satu hari',
  },
}
