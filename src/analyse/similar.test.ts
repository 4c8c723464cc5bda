import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agreement,
  bandsOf,
  decodeSignature,
  encodeSignature,
  NEAR_MIN,
  SIGNATURE_BYTES,
  signatureOf,
} from './similar.ts'

const POST =
  'Harga cabai rawit di pasar Sleman naik lagi jadi Rp85.000 per kilo, ibu-ibu mengeluh karena uang belanja habis sebelum akhir bulan'
const STORY = [
  'Rahmat Hidayat mengatakan pihaknya sudah menyiapkan 615 ton beras untuk operasi pasar di seluruh kecamatan.',
  '"Kami pastikan stok aman sampai akhir tahun, masyarakat tidak perlu panik," kata Rahmat Hidayat di Kupang.',
  'Pedagang di pasar induk Kupang mengaku pasokan beras berkurang sejak dua pekan terakhir karena jalan rusak.',
  'Menurut catatan dinas, harga beras sempat menyentuh Rp41.000 per kilogram sebelum turun perlahan.',
  'Asosiasi pedagang meminta kepala dinas memperbaiki distribusi dan mengawasi gudang yang menimbun barang.',
  'Pemerintah daerah akan menggelar operasi pasar selama 10 hari di 7 titik.',
].join(' ')

// The same decision as in the store: a shared band finds the candidate, agreement confirms it.
function areNear(a: string, b: string): boolean {
  const [first, second] = [signatureOf(a), signatureOf(b)]
  const bands = new Set(bandsOf(first))
  return bandsOf(second).some((band) => bands.has(band)) && agreement(first, second) >= NEAR_MIN
}

const COPIES: Record<string, string> = {
  'a repost': `RT @warga62: ${POST}`,
  'a repost of a repost with a link': `RT @a: RT @b_c: ${POST} https://t.co/abc123 pic.twitter.com/xyz`,
  'upper case and repeated letters': POST.toUpperCase().replace('NAIK', 'NAIIIIK'),
  'accents and full-width letters': POST.replace('Harga', 'Ｈárga').replace('pasar', 'pasár'),
  'different punctuation': `${POST.replaceAll(',', ' …')} 😭🙏`,
  'hashtags at the end': `${POST} #viral #fyp`,
  'one word changed': POST.replace('mengeluh', 'menjerit'),
  'cut with an ellipsis': `${POST.slice(0, 110)}…`,
}
for (const [name, copy] of Object.entries(COPIES)) {
  test(`a copy is grouped with its original: ${name}`, () => assert.equal(areNear(POST, copy), true))
}

const OTHERS: Record<string, [string, string]> = {
  'a different price': [POST, POST.replace('85.000', '64.000')],
  'a different location': [POST, POST.replace('Sleman', 'Padang')],
  'a different subject': [
    POST,
    'Persija menang tipis atas Arema di kandang sendiri, kiper lawan sibuk sepanjang babak kedua',
  ],
  'a daily price': [
    'Harga emas Antam hari ini 12 Agustus 2025 naik Rp5.000 menjadi Rp1.947.000 per gram',
    'Harga emas Antam hari ini 13 Agustus 2025 naik Rp7.000 menjadi Rp1.954.000 per gram',
  ],
  'a short text with one different word': ['Macet parah di Sleman', 'Macet parah di Padang'],
  'seven words, one of them different': [
    'menjadi ahli masak di tengah pandemi ini',
    'menjadi ahli tidur di tengah pandemi ini',
  ],
  'two different emoji': ['😂😂', '😭😭'],
}
for (const [name, [a, b]] of Object.entries(OTHERS)) {
  test(`a text that is only similar is not grouped: ${name}`, () => assert.equal(areNear(a, b), false))
}

test('one agency story in two outlets is grouped, whatever headline and lede precede it', () => {
  const first = `615 Ton Beras Disiapkan, Warga Kupang Diminta Tenang\nKUPANG, KOMPAS.com - Kenaikan harga beras mulai dikeluhkan. ${STORY}`
  const second = `Rahmat Hidayat: Stok Beras Aman\nANTARA - Pemerintah menahan laju harga beras di Kupang. ${STORY}`
  assert.equal(areNear(first, second), true)
})

test('short texts are grouped only when their words are equal', () => {
  assert.equal(areNear('Mantap pak!', 'RT @x: MANTAAAP, pak'), true)
  assert.equal(areNear('Mantap pak!', 'Mantap bu!'), false)
  assert.equal(areNear('', ''), true)
})

test('a short text with one added word is grouped', () => {
  assert.equal(areNear('Harga beras naik lagi di pasar', 'Harga beras naik lagi di pasar #beras'), true)
})

test('RT is a repost mark before a name and an ordinary word elsewhere', () => {
  assert.equal(areNear('Warga RT lima', 'Warga lima'), false)
  assert.equal(areNear('RT @budi Warga lima', 'Warga lima'), true)
})

test('the eight bands are distinct and fit into a bigint column', () => {
  const bands = bandsOf(signatureOf(POST))
  assert.equal(new Set(bands).size, 8)
  for (const band of bands) assert.equal(BigInt.asIntN(64, band), band)
})

test('a signature can be encoded and decoded, and other lengths are rejected', () => {
  const signature = signatureOf(POST)
  const bytes = encodeSignature(signature)
  assert.equal(bytes.length, SIGNATURE_BYTES)
  assert.deepEqual(decodeSignature(bytes), signature)
  assert.throws(() => decodeSignature(new Uint8Array(3)), RangeError)
})

test('the stored form does not change by accident, because groups in databases depend on it', () => {
  assert.equal(encodeSignature(signatureOf(POST)).toString('hex').slice(0, 32), 'c4b5da229c548dd8bbc3cd227158b3e7')
})

test('hostile texts get a signature', () => {
  for (const text of ['\ud800', '\u0000'.repeat(50), 'ﷺ '.repeat(5_000), '@'.repeat(20_000), 'a1.'.repeat(10_000)]) {
    assert.equal(agreement(signatureOf(text), signatureOf(text)), 1)
  }
})

test('scripts without spaces are compared by character', () => {
  const text = '印度尼西亚政府宣布新的能源补贴政策将于下月开始实施'
  assert.equal(areNear(text, `${text}！`), true)
})
