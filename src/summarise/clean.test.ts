import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanText } from './clean.ts'

const CASES: [string, string][] = [
  ['JAKARTA, KOMPAS.com - Harga beras naik lagi.', 'Harga beras naik lagi.'],
  ['Jakarta (ANTARA) - Harga beras naik lagi.', 'Harga beras naik lagi.'],
  ['Liputan6.com, Jakarta - Harga beras naik lagi.', 'Harga beras naik lagi.'],
  ['REPUBLIKA.CO.ID, JAKARTA -- Harga beras naik lagi.', 'Harga beras naik lagi.'],
  ['Jakarta, CNN Indonesia -- Harga beras naik lagi.', 'Harga beras naik lagi.'],
  ['SURABAYA - Harga beras naik lagi.', 'Harga beras naik lagi.'],
  ['Suara.com - Harga beras naik lagi.', 'Harga beras naik lagi.'],
  ['Prabowo - Gibran unggul di Sleman', 'Prabowo - Gibran unggul di Sleman'],
  ['RT @budi: RT @sari: macet parah di Sleman', 'macet parah di Sleman'],
  ['RT Macet parah di Sleman', 'Macet parah di Sleman'],
  ['- Macet parah di Sleman', 'Macet parah di Sleman'],
  ['@budi @sari setuju banget', 'setuju banget'],
  ['Macet parah di Sleman https://t.co/x #macet #Sleman', 'Macet parah di Sleman'],
  ['Suka #Sleman karena sejuk #wisata', 'Suka #Sleman karena sejuk'],
  ['#satu #dua', ''],
  ['Harga naik.\nBaca juga: Berita lain\n[Gambas:Video CNN]\nWarga protes.', 'Harga naik.\nWarga protes.'],
  ['Tersembunyi\u202e\u200b\u0007 di sini', 'Tersembunyi di sini'],
]
for (const [text, expected] of CASES) {
  test(`cleaning keeps only the post's own words: ${JSON.stringify(text)}`, () =>
    assert.equal(cleanText(text), expected))
}
