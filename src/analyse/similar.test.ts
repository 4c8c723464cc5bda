import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSignatures } from './compare.ts'
import { fingerprintOf } from './similar.ts'

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

// The same decision as in the store: a shared key finds the candidate, the comparison confirms it.
function relationOf(a: string, b: string): string {
  const [first, second] = [fingerprintOf(a), fingerprintOf(b)]
  if (!second.keys.some((key) => first.keys.includes(key))) return 'other'
  return compareSignatures(first.signature, second.signature).relation
}

function areNear(a: string, b: string): boolean {
  return relationOf(a, b) === 'copy'
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

const OPPOSITES: readonly [string, string][] = [
  [
    'Gubernur memastikan harga beras akan naik bulan depan di seluruh pasar tradisional kota ini',
    'Gubernur memastikan harga beras tidak akan naik bulan depan di seluruh pasar tradisional kota ini',
  ],
  [
    'Bantuan untuk korban banjir sudah sampai di posko pengungsian sejak kemarin sore kata warga',
    'Bantuan untuk korban banjir belum sampai di posko pengungsian sejak kemarin sore kata warga',
  ],
  [
    'The ministry will close the old bridge for repairs during the whole month of the festival',
    'The ministry will not close the old bridge for repairs during the whole month of the festival',
  ],
  [
    "The mayor said the water is safe to drink and people should use it for their children's food",
    "The mayor said the water isn't safe to drink and people should use it for their children's food",
  ],
]
for (const [statement, opposite] of OPPOSITES) {
  test(`a statement and its opposite are a template, not a copy: ${opposite.slice(0, 40)}`, () =>
    assert.equal(relationOf(statement, opposite), 'template'))
}

test('names are facts in lower case too', () => {
  const sentence = (place: string) =>
    `hujan deras dari pagi bikin jalanan di ${place} banjir lagi sampai motor pada mogok semua`
  assert.equal(relationOf(sentence('sleman'), sentence('padang')), 'template')
  assert.equal(relationOf(sentence('sleman'), sentence('SLEMAN')), 'copy')
})

test('the first part of an article is a copy of it', () => {
  const article = `${STORY} ${STORY.replaceAll('beras', 'gula').replaceAll('pasar', 'gudang')}`
  const words = article.split(' ')
  assert.equal(areNear(article, words.slice(0, Math.ceil(words.length * 0.6)).join(' ')), true)
})

test('a template that differs in one number says where', () => {
  const compare = (a: string, b: string) => compareSignatures(fingerprintOf(a).signature, fingerprintOf(b).signature)
  const end = (n: number) =>
    `Saya menolak kenaikan tarif listrik dan meminta pemerintah mendengar suara rakyat kecil nomor ${n}`
  const middle = (n: number) =>
    `Saya pendukung nomor ${n} menolak kenaikan tarif listrik dan meminta pemerintah mendengar rakyat`
  assert.deepEqual([compare(end(41), end(42)).relation, compare(end(41), end(42)).slot], ['template', 'tail'])
  assert.equal(compare(middle(41), middle(42)).slot, 'number')
  assert.equal(compare(`${end(41)} dari 7`, `${end(42)} dari 9`).slot, null, 'two numbers')
  assert.equal(
    compare(POST, POST.replace('85.000', '64.000').replace('Sleman', 'Padang')).slot,
    null,
    'another place too',
  )
})

test('keys are distinct signed 32-bit numbers, at most a dozen', () => {
  for (const text of [POST, STORY, `${STORY} ${STORY}`, 'Mantap pak!']) {
    const { keys } = fingerprintOf(text)
    assert.equal(new Set(keys).size, keys.length)
    assert.ok(keys.length >= 1 && keys.length <= 12)
    for (const key of keys) assert.equal(key | 0, key)
  }
})

test('the signature of an earlier version is like no other', () => {
  const { signature } = fingerprintOf(POST)
  assert.equal(compareSignatures(signature, new Uint8Array(82)).relation, 'other')
})

test('the stored form does not change by accident, because groups in databases depend on it', () => {
  assert.equal(
    Buffer.from(fingerprintOf(POST).signature).toString('hex').slice(0, 40),
    '02001600000102000000000000006622b8a09522',
  )
})

test('hostile texts get a signature', () => {
  for (const text of ['\ud800', '\u0000'.repeat(50), 'ﷺ '.repeat(5_000), '@'.repeat(20_000), 'a1.'.repeat(10_000)]) {
    assert.equal(areNear(text, text), true)
  }
})

test('scripts without spaces are compared by character', () => {
  const text = '印度尼西亚政府宣布新的能源补贴政策将于下月开始实施'
  assert.equal(areNear(text, `${text}！`), true)
})
