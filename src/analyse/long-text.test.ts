import assert from 'node:assert/strict'
import { test } from 'node:test'
import { focusOf, isLong, leadOf } from './long-text.ts'

const TITLE = 'Wali kota ditetapkan tersangka korupsi pasar'
const BODY = [
  'Penyidik menetapkan Budi Raharja sebagai tersangka kasus suap pembangunan pasar.',
  'Ia ditahan sejak Senin malam di rumah tahanan.',
  'Pasar itu dibangun oleh PT Karya Jaya sejak lima tahun lalu.',
  'Sementara itu, Persela menang dan meraih gelar juara di stadion baru.',
  'Penyelenggara laga itu adalah dinas olahraga setempat.',
]
const ARTICLE = [TITLE, ...BODY].join('\n')

test('a name in the title or the first sentences is the subject, and so is one that occurs in many sentences', () => {
  assert.equal(focus('Budi Raharja').passing, false)
  const text = [ARTICLE, 'PT Karya Jaya bekerja.', 'Gedung PT Karya Jaya ada.', 'Kata PT Karya Jaya begitu.'].join('\n')
  assert.equal(focus('PT Karya Jaya', text).passing, false)
})

test('a name that occurs once further down is in passing', () => {
  assert.equal(focus('PT Karya Jaya').passing, true)
  assert.equal(focus('Persela').passing, true)
})

test('the excerpt is the sentences with the terms, and the encoder also reads the title, with a mark before each term', () => {
  assert.equal(focus('Persela').excerpt, BODY[3])
  assert.equal(
    focus('Persela').marked,
    `<passing> ${TITLE}\nSementara itu, <subject> Persela menang dan meraih gelar juara di stadion baru.`,
  )
  assert.equal(
    focus('tersangka').marked,
    'Wali kota ditetapkan <subject> tersangka korupsi pasar\nPenyidik menetapkan Budi Raharja sebagai <subject> tersangka kasus suap pembangunan pasar.',
  )
})

test('a text that was found by what it does not show is read by its lead', () => {
  const { passing, excerpt } = focusOf(ARTICLE, [])
  assert.deepEqual([passing, excerpt], [false, leadOf(ARTICLE)])
})

test('the lead is the title and two sentences, without headings and datelines', () => {
  assert.equal(leadOf(`Judul berita\nJakarta\n${BODY.join(' ')}`), ['Judul berita', BODY[0], BODY[1]].join('\n'))
  assert.equal(leadOf(''), '')
})

test('a text is long from 400 characters on', () => {
  assert.deepEqual([isLong('a'.repeat(399)), isLong('a'.repeat(400))], [false, true])
})

function focus(name: string, text = ARTICLE) {
  const spans = [...text.matchAll(new RegExp(name, 'g'))].map(({ index }) => ({
    start: index,
    end: index + name.length,
  }))
  return focusOf(text, spans)
}
