import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgementOf } from './calibration.ts'
import { focusOf, isLong, leadOf, withMargin } from './long-text.ts'

const TITLE = 'Wali kota ditetapkan tersangka korupsi pasar'
const BODY = [
  'Penyidik menetapkan Budi Raharja sebagai tersangka kasus suap pembangunan pasar.',
  'Ia ditahan sejak Senin malam di rumah tahanan.',
  'Pasar itu dibangun oleh PT Karya Jaya sejak lima tahun lalu.',
  'Sementara itu, Persela menang dan meraih gelar juara di stadion baru.',
  'Penyelenggara laga itu adalah dinas olahraga setempat.',
]
const ARTICLE = [TITLE, ...BODY].join('\n')

test('a subject of the title or the first sentences gets the sentiment of what they report', () => {
  assert.deepEqual(focus('Budi Raharja'), { passing: false, newsSentiment: -1 })
})

test('a name that occurs once further down is in passing, with the sentiment of its own sentence', () => {
  assert.deepEqual(focus('PT Karya Jaya'), { passing: true, newsSentiment: 0 })
  assert.deepEqual(focus('Persela'), { passing: true, newsSentiment: 1 })
})

test('a name that occurs in many sentences is the subject, even if the first ones do not have it', () => {
  const text = [ARTICLE, 'PT Karya Jaya bekerja.', 'Gedung PT Karya Jaya ada.', 'Kata PT Karya Jaya begitu.'].join('\n')
  assert.equal(focus('PT Karya Jaya', text).passing, false)
})

test('one event is not enough, and one that is denied does not count', () => {
  assert.equal(focus('Desa Suka', 'Desa Suka dilanda banjir').newsSentiment, 0)
  assert.equal(focus('Desa Suka', 'Desa Suka dilanda banjir, dua tewas').newsSentiment, -1)
  assert.equal(focus('Desa Suka', 'Banjir di Desa Suka tidak menelan korban').newsSentiment, 0)
})

test('what is good for the winner is bad for the loser', () => {
  const text = 'Persela juara setelah menaklukkan Persita'
  assert.equal(focus('Persela', text).newsSentiment, 1)
  assert.equal(focus('Persita', text).newsSentiment, -1)
})

test('the lead is the title and two sentences, without headings and datelines', () => {
  assert.equal(leadOf(`Judul berita\nJakarta\n${BODY.join(' ')}`), ['Judul berita', BODY[0], BODY[1]].join('\n'))
  assert.equal(leadOf(''), '')
})

test('a polar judgement of a lead that is not sure is neutral', () => {
  const unsure = judgementOf([0.49, 0.3, 0.21], 'encoder')
  assert.deepEqual(withMargin(unsure), { sentiment: 0, confidence: 0.3, probabilities: null, model: 'rule' })
  const sure = judgementOf([0.5, 0.3, 0.2], 'encoder')
  assert.equal(withMargin(sure), sure)
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
