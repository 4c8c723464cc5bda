import type { Language } from '../domain/message.ts'
import type { Growth } from './change.ts'

interface Share {
  readonly now: string
  // Null without mentions before.
  readonly before: string | null
}

// Numbers, times and names are passed in as they are shown.
export interface MessageWords {
  readonly over: string
  readonly lost: string
  readonly growth: Readonly<Record<Growth, string>>
  spike(name: string, count: string, times: string): string
  spikeFixed(name: string, count: string): string
  volume(name: string, count: string, minutes: number): string
  negative(name: string, percent: string, count: string): string
  story(name: string, text: string, count: string, minutes: number): string
  mention(name: string, count: string): string
  silence(name: string, source: string, hours: number): string
  silenceOver(name: string, source: string): string
  silenceExpected(count: string): string
  quota(remaining: string, days: string | null): string
  quotaOver(remaining: string): string
  spent(count: string): string
  feed(name: string): string
  feedOver(name: string): string
  source(name: string): string
  sourceOver(name: string): string
  since(time: string): string
  fromTo(from: string, to: string): string
  seen(count: string): string
  expected(seen: string, expected: string, low: string, high: string, times: string | null): string
  readonly littleHistory: string
  readonly fixedRule: string
  readonly lowerBound: string
  readonly notCollected: string
  readonly collected: string
  gap(from: string, to: string, source: string | null): string
  readonly stories: string
  readonly terms: string
  readonly platforms: string
  readonly authors: string
  sentiment(negative: Share, positive: Share): string
  readonly open: string
  readonly acknowledge: string
  readonly snooze: string
}

export const MESSAGE_WORDS: Readonly<Record<Language, MessageWords>> = {
  en: {
    over: 'Over.',
    lost: 'No longer watched.',
    growth: {
      doubled: 'Doubled.',
      negative: 'Turned negative.',
      platform: 'Reached another platform.',
      more: 'More.',
    },
    spike: (name, count, times) => `${name}: ${mentionsEn(count)} in two hours, ${times} times the usual.`,
    spikeFixed: (name, count) =>
      `${name}: ${mentionsEn(count)} in two hours, with too little history to say what is usual.`,
    volume: (name, count, minutes) => `${name}: ${mentionsEn(count)} in ${minutes} minutes.`,
    negative: (name, percent, count) => `${name}: ${percent} % of ${mentionsEn(count)} are negative.`,
    story: (name, text, count, minutes) => `${name}: ${mentionsEn(count)} in ${minutes} minutes of the story “${text}”`,
    mention: (name, count) => `${name}: ${count} new ${count === '1' ? 'mention' : 'mentions'}.`,
    silence: (name, source, hours) => `${name}: nothing from ${source} for ${hours} hours.`,
    silenceOver: (name, source) => `Over. ${name}: mentions from ${source} again.`,
    silenceExpected: (count) => `Mentions that were expected in this time: ${count}.`,
    quota: (remaining, days) =>
      days === null ? `Quota: ${remaining} left.` : `Quota: ${remaining} left, for ${days} days at this pace.`,
    quotaOver: (remaining) => `Over. Quota: ${remaining} left, enough again.`,
    spent: (count) => `The last 24 hours cost ${count}.`,
    feed: (name) => `Feed not readable: ${name}.`,
    feedOver: (name) => `Over. Feed readable again: ${name}.`,
    source: (name) => `Source not readable: ${name}.`,
    sourceOver: (name) => `Over. Source readable again: ${name}.`,
    since: (time) => `Since ${time}.`,
    fromTo: (from, to) => `From ${from} to ${to}.`,
    seen: (count) => `${mentionsEn(count)} in this time.`,
    expected: (seen, expected, low, high, times) =>
      `${mentionsEn(seen)} in this time; ${expected} expected (${low} to ${high})${times === null ? '' : `, so ${times} times as many`}.`,
    littleHistory: 'There is too little history to say how many were expected.',
    fixedRule:
      'There is too little history to say how many were expected: a fixed rule is used for the first two weeks.',
    lowerBound: 'Some hours were not collected, so the numbers are lower bounds:',
    notCollected: 'The source was not collected in these hours:',
    collected: 'The source was collected and returned nothing that matches.',
    gap: (from, to, source) => `${source ?? 'All sources'}: ${from} to ${to}`,
    stories: 'Stories',
    terms: 'New words',
    platforms: 'Platforms',
    authors: 'Authors',
    sentiment: (negative, positive) =>
      negative.before === null || positive.before === null
        ? `Negative ${negative.now} %, positive ${positive.now} %; no mentions before to compare with.`
        : `Negative ${negative.now} % (before: ${negative.before} %), positive ${positive.now} % (before: ${positive.before} %).`,
    open: 'Open in the dashboard',
    acknowledge: 'Acknowledge',
    snooze: 'Snooze for a day',
  },
  id: {
    over: 'Selesai.',
    lost: 'Tidak lagi dipantau.',
    growth: {
      doubled: 'Naik dua kali lipat.',
      negative: 'Menjadi negatif.',
      platform: 'Mencapai platform lain.',
      more: 'Bertambah.',
    },
    spike: (name, count, times) => `${name}: ${count} mention dalam dua jam, ${times} kali biasanya.`,
    spikeFixed: (name, count) => `${name}: ${count} mention dalam dua jam; riwayat belum cukup untuk pembanding.`,
    volume: (name, count, minutes) => `${name}: ${count} mention dalam ${minutes} menit.`,
    negative: (name, percent, count) => `${name}: ${percent} % dari ${count} mention negatif.`,
    story: (name, text, count, minutes) => `${name}: ${count} mention dalam ${minutes} menit tentang cerita “${text}”`,
    mention: (name, count) => `${name}: ${count} mention baru.`,
    silence: (name, source, hours) => `${name}: tidak ada apa pun dari ${source} selama ${hours} jam.`,
    silenceOver: (name, source) => `Selesai. ${name}: ada mention lagi dari ${source}.`,
    silenceExpected: (count) => `Perkiraan mention dalam waktu ini: ${count}.`,
    quota: (remaining, days) =>
      days === null
        ? `Kuota: tersisa ${remaining}.`
        : `Kuota: tersisa ${remaining}, cukup untuk ${days} hari dengan laju ini.`,
    quotaOver: (remaining) => `Selesai. Kuota: tersisa ${remaining}, cukup kembali.`,
    spent: (count) => `24 jam terakhir memakai ${count}.`,
    feed: (name) => `Feed tidak terbaca: ${name}.`,
    feedOver: (name) => `Selesai. Feed terbaca lagi: ${name}.`,
    source: (name) => `Sumber tidak terbaca: ${name}.`,
    sourceOver: (name) => `Selesai. Sumber terbaca lagi: ${name}.`,
    since: (time) => `Sejak ${time}.`,
    fromTo: (from, to) => `Dari ${from} sampai ${to}.`,
    seen: (count) => `${count} mention dalam waktu ini.`,
    expected: (seen, expected, low, high, times) =>
      `${seen} mention dalam waktu ini; perkiraan ${expected} (${low} sampai ${high})${times === null ? '' : `, jadi ${times} kali lipat`}.`,
    littleHistory: 'Riwayat belum cukup untuk memperkirakan jumlahnya.',
    fixedRule: 'Riwayat belum cukup untuk memperkirakan jumlahnya: aturan tetap dipakai selama dua minggu pertama.',
    lowerBound: 'Beberapa jam tidak terkumpul, jadi angka-angka ini adalah batas bawah:',
    notCollected: 'Sumber ini tidak terkumpul pada jam-jam berikut:',
    collected: 'Sumber ini terkumpul dan tidak memuat apa pun yang cocok.',
    gap: (from, to, source) => `${source ?? 'Semua sumber'}: ${from} sampai ${to}`,
    stories: 'Cerita',
    terms: 'Kata baru',
    platforms: 'Platform',
    authors: 'Penulis',
    sentiment: (negative, positive) =>
      negative.before === null || positive.before === null
        ? `Negatif ${negative.now} %, positif ${positive.now} %; belum ada mention sebelumnya sebagai pembanding.`
        : `Negatif ${negative.now} % (sebelumnya ${negative.before} %), positif ${positive.now} % (sebelumnya ${positive.before} %).`,
    open: 'Buka di dasbor',
    acknowledge: 'Tandai sudah dilihat',
    snooze: 'Tunda satu hari',
  },
}

function mentionsEn(count: string): string {
  return `${count} ${count === '1' ? 'mention' : 'mentions'}`
}
