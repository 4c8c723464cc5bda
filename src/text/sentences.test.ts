import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitSentences } from './sentences.ts'

const CASES: [string, string[]][] = [
  ['Harga naik. Warga protes!', ['Harga naik.', 'Warga protes!']],
  [
    'Bantuan Rp1.000.000 cair pukul 10.30 WIB. Warga antre.',
    ['Bantuan Rp1.000.000 cair pukul 10.30 WIB.', 'Warga antre.'],
  ],
  [
    'Kantor di Jl. Sudirman No. 5 tutup. Kata dr. Budi, besok buka.',
    ['Kantor di Jl. Sudirman No. 5 tutup.', 'Kata dr. Budi, besok buka.'],
  ],
  [
    'Rapat dipimpin H. Agus Salim, S.H., M.Si. dan A. Yani di Solo.',
    ['Rapat dipimpin H. Agus Salim, S.H., M.Si. dan A. Yani di Solo.'],
  ],
  ['Beras, gula, dll. Semua naik.', ['Beras, gula, dll.', 'Semua naik.']],
  ['"Stok aman." Begitu kata dia.', ['"Stok aman."', 'Begitu kata dia.']],
  ['1. Beras naik. 2. Gula turun.', ['1. Beras naik.', '2. Gula turun.']],
  ['Judul Berita\nIsi berita ini.', ['Judul Berita', 'Isi berita ini.']],
  ['Gimana ini?! Parah... Kapan beres', ['Gimana ini?!', 'Parah...', 'Kapan beres']],
  ['Mr. Smith met the U.S. Senator. They agreed.', ['Mr. Smith met the U.S. Senator.', 'They agreed.']],
  ['Harga naik.Warga protes!#beras', ['Harga naik.', 'Warga protes!', '#beras']],
  ['Unduh di KOMPAS.com atau Rp.5.000 per kg', ['Unduh di KOMPAS.com atau Rp.5.000 per kg']],
  ['', []],
]
for (const [text, expected] of CASES) {
  test(`sentences of ${JSON.stringify(text)}`, () => assert.deepEqual(splitSentences(text), expected))
}

test('a hostile text is split in bounded time', () => {
  for (const text of ['.', '"', '. A', 'aa.', ' #a', '?!"']) {
    assert.ok(splitSentences(text.repeat(7_000)).length > 0)
  }
})
