import type { Facts, Material, SummaryMention } from './material.ts'
import { openReader } from './reader.ts'
import { compareRecent } from './recent.ts'

// Builders for tests: counts of a thousand mentions about the price of rice, with a sample of eight.
export function aMention(id: string, text: string, more: Partial<SummaryMention> = {}): SummaryMention {
  const publishedAt = new Date('2025-08-12T03:00:00Z')
  return {
    id,
    storyId: id,
    text,
    sentiment: 0,
    platform: 'twitter',
    author: 'warga62',
    publishedAt,
    groupSize: 1,
    language: 'ind',
    ...more,
  }
}

export const PERIOD = {
  from: '2025-08-09T17:00:00.000Z',
  to: '2025-08-17T17:00:00.000Z',
  collectedUntil: '2025-08-18T00:00:00.000Z',
}

// A day in Jakarta.
export function aDay(day: string) {
  const start = Date.parse(`${day}T00:00:00+07:00`)
  return { day, from: new Date(start).toISOString(), to: new Date(start + 86_400_000).toISOString() }
}

const DAYS = [
  { ...aDay('2025-08-11'), positive: 50, neutral: 100, negative: 90 },
  { ...aDay('2025-08-12'), positive: 70, neutral: 150, negative: 330 },
  { ...aDay('2025-08-14'), positive: 80, neutral: 50, negative: 80 },
]

export const READER = openReader({ subject: 'beras', keyword: 'beras', exclude: '' })

export const FACTS: Facts = {
  subject: 'beras',
  from: '2025-08-10',
  to: '2025-08-17',
  timeZone: 'Asia/Jakarta',
  period: PERIOD,
  total: 1_000,
  sentiment: { positive: 200, neutral: 300, negative: 500 },
  platforms: { twitter: 600, news: 300, facebook: 100 },
  days: DAYS,
  largestStory: { storyId: 'a2', size: 30 },
  recent: compareRecent({ from: '2025-08-10', to: '2025-08-17', timeZone: 'Asia/Jakarta' }, DAYS),
  gaps: [],
  terms: ['operasi pasar', 'jalan rusak'],
}

const day = (date: number) => new Date(Date.UTC(2025, 7, date, 5))

export function aMaterial(more: Partial<Material> = {}): Material {
  const mentions = [
    aMention(
      'a1',
      'KUPANG, KOMPAS.com - Pemerintah Kota Kupang menyiapkan 615 ton beras untuk operasi pasar di seluruh kecamatan. "Kami pastikan stok aman," kata Rahmat Hidayat.',
      { platform: 'news', author: 'KOMPAS.com', publishedAt: day(11), groupSize: 12 },
    ),
    aMention(
      'a2',
      'Harga beras di pasar Oeba tembus Rp18.000 per kilo, ibu-ibu ngeluh uang belanja habis sebelum akhir bulan #beras',
      {
        sentiment: -1,
        groupSize: 30,
      },
    ),
    aMention(
      'a3',
      'Kecewa banget, operasi pasar cuma sebentar terus berasnya habis dibeli tengkulak, pemerintah ke mana',
      {
        sentiment: -1,
        platform: 'facebook',
        author: 'Maria Tambunan',
        publishedAt: day(14),
        groupSize: 3,
      },
    ),
    aMention('a4', 'Terima kasih Pak Wali, operasi pasar beras di Oebobo lancar dan murah, warga senang sekali', {
      sentiment: 1,
      author: 'sitinur',
      publishedAt: day(14),
      groupSize: 2,
    }),
    aMention(
      'a5',
      'Jakarta (ANTARA) - Badan Pangan Nasional menyatakan distribusi beras ke Nusa Tenggara Timur kembali normal setelah jalan yang rusak diperbaiki.',
      { platform: 'news', author: 'ANTARA', publishedAt: day(14), groupSize: 20 },
    ),
    aMention('a6', 'Jalan rusak bikin truk beras telat seminggu, petani juga rugi karena gabah tidak terangkut', {
      sentiment: -1,
      author: 'petani_ntt',
      groupSize: 5,
    }),
    aMention('a7', 'Antre dari subuh demi beras murah, pulang dapat 5 kilo, lumayan buat seminggu', {
      sentiment: 1,
      platform: 'facebook',
      author: 'mama oeba',
      publishedAt: day(14),
      groupSize: 4,
    }),
    aMention(
      'a8',
      'Pedagang pasar induk mengaku pasokan beras berkurang sejak dua pekan terakhir karena jalan rusak.',
      {
        sentiment: -1,
        platform: 'news',
        author: 'Pos Kupang',
        groupSize: 6,
      },
    ),
  ]
  return { mentions, facts: FACTS, language: 'id', reader: READER, ...more }
}
