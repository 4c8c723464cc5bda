import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { judgeAgain, readJudgements } from '../../train/judgements.ts'
import { CALIBRATION, ENCODER_MODEL, LANGUAGE_MODEL, openAnalyser, SENTIMENT_MODEL } from './analyser.ts'

const analyser = openAnalyser()

function assertSentiment(expected: -1 | 0 | 1, texts: readonly string[]): void {
  for (const text of texts) assert.equal(analyser.classify(text).sentiment, expected, text)
}

test('praise is positive, in formal Indonesian, slang, English, Javanese and Sundanese', () => {
  assertSentiment(1, [
    'Pelayanan di kantor ini sangat memuaskan dan petugasnya ramah.',
    'gilaaa baksonya enak bgt, harganya murah, recommended!!!',
    'I love this phone, the camera is amazing',
    'Panganan ing kene enak tenan, pelayanane apik lan regane murah',
    'Tempatna sae pisan, tuanganana raos sareng hargana mirah',
  ])
})

test('a complaint is negative, in formal Indonesian, slang, English, Javanese and Sundanese', () => {
  assertSentiment(-1, [
    'Pelayanan di kantor ini sangat buruk dan saya kecewa.',
    'parah bgt sih, udah nunggu 3 jam makanannya dingin, kapok gue',
    'This is the worst service ever, I am so angry',
    'Panganane ora enak, pelayanane elek tenan, aku kuciwa',
    'Tuanganana teu raos, palayananna awon pisan, kuring kuciwa',
  ])
})

test('factual statements are neutral', () => {
  assertSentiment(0, [
    'Rapat dimulai pukul sembilan pagi di gedung balai kota.',
    'The meeting starts at 9 am on Tuesday at the city hall.',
  ])
})

test('a negation reverses the word after it', () => {
  assertSentiment(1, ['makanannya enak'])
  assertSentiment(-1, ['makanannya tidak enak', 'makanannya gak enak', 'makanannya kurang enak'])
})

test('repeated letters, doubled words and abbreviated spellings do not hide the sentiment', () => {
  assertSentiment(1, ['baguuuuusss bangeeeett', 'filmnya bgs bgt', 'lucu2 bgt anak2nya, suka!'])
  assertSentiment(-1, ['jelekkkkk bangettt', 'kecewaaaa bgttt'])
})

test('emoji and emoticons count', () => {
  assertSentiment(1, ['😍😍😍', '👍👏'])
  assertSentiment(-1, ['😡😡😡', '😭💔'])
})

const NOTHING = {
  sentiment: 0,
  confidence: 1,
  probabilities: [0, 1, 0],
  model: 'hashed',
  language: 'und',
  entities: [],
}

test('a text without words is neutral and of undetermined language', () => {
  for (const text of ['', ' \n\t', '12345', '!!! ... ???', 'https://example.org/', '\ud800', '\u200b\u200d']) {
    assert.deepEqual(analyser.classify(text), NOTHING, JSON.stringify(text))
  }
})

test('the four main languages are distinguished from each other', () => {
  const sentences = {
    id: ['Pemerintah akan memperbaiki jalan yang rusak tahun depan.', 'gue lagi di jalan nih, bentar lagi nyampe'],
    en: ['The government will repair the damaged roads next year.', 'on my way, see you soon'],
    jv: ['Aku arep lunga menyang pasar karo ibuku sesuk esuk.', 'piye kabare, wis mangan durung?'],
    su: ['Abdi bade angkat ka pasar sareng pun biang enjing.', 'kumaha damang, atos tuang teu acan?'],
  }
  for (const [language, texts] of Object.entries(sentences)) {
    for (const text of texts) assert.equal(analyser.classify(text).language, language, text)
  }
})

test('a text in a non-Latin script is labelled by its script', () => {
  assert.equal(analyser.classify('Сегодня хорошая погода').language, 'und-Cyrl')
  assert.equal(analyser.classify('今天天气很好').language, 'und-Hani')
  assert.equal(analyser.classify('今日はとても良い天気です').language, 'und-Jpan')
  assert.equal(analyser.classify('الطقس جميل اليوم').language, 'und-Arab')
  assert.equal(analyser.classify('ꦲꦏꦸ').language, 'jv')
})

test('the same text gets the same result, whatever was read before it', () => {
  const first = analyser.classify('Harga beras naik lagi, rakyat mengeluh')
  analyser.classify('x '.repeat(10_000))
  analyser.classify('😀'.repeat(3_000))
  assert.deepEqual(analyser.classify('Harga beras naik lagi, rakyat mengeluh'), first)
})

test('a word is never confused with another in the cache, however many were read', () => {
  const used = openAnalyser()
  const letters = (number: number) => String(number).replace(/\d/g, (digit) => 'aeioukstmn'[Number(digit)] as string)
  for (let from = 10_000; from < 100_000; from += 50) {
    used.language(Array.from({ length: 50 }, (_, at) => letters(from + at)).join(' '))
  }
  assert.equal(used.language('their price would never again'), 'en')
  assert.equal(used.language('harga beras untuk orang rumah'), 'id')
})

test('long and hostile texts get a result', () => {
  const texts = [
    'a'.repeat(20_000),
    'bagus '.repeat(3_333),
    '\ufdfa'.repeat(20_000),
    '\ud83d'.repeat(20_000),
    'z\u0301\u0302\u0303'.repeat(5_000),
    '!@#$%^&*()'.repeat(2_000),
    '@'.repeat(20_000),
    'a2'.repeat(10_000),
    ':d'.repeat(10_000),
    '\u0000\u0001\uffff\u202e',
  ]
  for (const text of texts) {
    const { sentiment, confidence } = analyser.classify(text)
    assert.ok([-1, 0, 1].includes(sentiment))
    assert.ok(confidence > 1 / 3 - 1e-9 && confidence <= 1, `${confidence}`)
  }
})

test('a long text is classified by its beginning and its end', () => {
  const filler = 'laporan tahun ini '.repeat(1_000)
  assert.equal(analyser.classify(`${filler}${'sangat buruk dan mengecewakan, parah '.repeat(30)}`).sentiment, -1)
})

test('the shipped models are at most 30 MB together', () => {
  const files = [SENTIMENT_MODEL, ENCODER_MODEL, CALIBRATION, LANGUAGE_MODEL]
  assert.ok(files.reduce((sum, file) => sum + readFileSync(file).length, 0) <= 30_000_000)
})

test('a hundred stored judgements are repeated to the last bit, by both models', () => {
  const stored = readJudgements()
  assert.equal(stored.length, 100)
  for (const judgement of stored) assert.deepEqual(judgeAgain(analyser, judgement), judgement, judgement.text)
})

test('the three probabilities sum to one, and the confidence is that of the sentiment', () => {
  for (const quick of [false, true]) {
    const { sentiment, confidence, probabilities, model } = analyser.classify('makanannya enak', { quick })
    assert.equal(model, quick ? 'hashed' : 'encoder')
    assert.ok(Math.abs(probabilities[0] + probabilities[1] + probabilities[2] - 1) < 1e-12)
    assert.equal(confidence, probabilities[sentiment + 1])
  }
})
