import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDay, aMaterial, aMention, FACTS, READER } from './material.fixture.ts'
import { readQuotes } from './quotes.ts'
import { sampleFor } from './sample.ts'
import { summarise, type Writer } from './summarise.ts'

const never = new AbortController().signal

test('the built-in summary covers counts, themes, both sides and time, and no sentence of it is dropped', async () => {
  const summary = await summarise(aMaterial(), null, never)
  assert.equal(summary.engine, 'extractive')
  assert.equal(summary.fallback, null)
  assert.deepEqual(summary.dropReasons, [])
  assert.match(summary.text, /^Antara 10 dan 17 Agustus 2025 terkumpul 1\.000 mention tentang beras: /)
  assert.match(summary.text, /500 bernada negatif \(50 persen\)/)
  assert.match(summary.text, /"operasi pasar"/)
  assert.match(summary.text, /Nada negatif \(500 mention\)/)
  assert.match(summary.text, /sebaliknya, nada positif \(200 mention\)/)
  assert.match(summary.text, /memuncak pada 12 Agustus dengan 550 mention/)
  assert.equal(summary.text.split('\n\n').length, 4)
  assert.doesNotMatch(summary.text, /KOMPAS\.com -|#beras/)
})

test('every sentence cites existing mentions, and no statement is quoted twice', async () => {
  const material = aMaterial()
  const ids = new Set(material.mentions.map(({ id }) => id))
  const { sentences } = await summarise(material, null, never)
  for (const { evidence } of sentences) assert.ok(evidence.length > 0 && evidence.every((id) => ids.has(id)))
  const quotes = sentences.flatMap(({ text }) => readQuotes(text).quotes).filter((quote) => quote.includes(' '))
  const statements = quotes.filter((quote) => quote.length > 30)
  assert.ok(statements.length >= 3)
  assert.equal(new Set(statements).size, statements.length)
})

test('the same material gives the same text in any order', async () => {
  const material = aMaterial()
  const reversed = { ...material, mentions: sampleFor(material.mentions.toReversed()) }
  const ordered = { ...material, mentions: sampleFor(material.mentions) }
  assert.equal((await summarise(reversed, null, never)).text, (await summarise(ordered, null, never)).text)
})

test('an office without a name does not speak, and a theme is named once', async () => {
  const facts = { ...FACTS, largestStory: null, gaps: [] }
  const at = new Date('2025-08-16T03:00:00Z')
  const mentions = [
    aMention('o1', 'Bupati Poso mengatakan harga beras akan segera turun di pasar.', {
      platform: 'news',
      groupSize: 2,
    }),
    aMention('o2', 'Gubernur Surya Atmaja mengatakan pasokan beras dikirim besok.', { platform: 'news' }),
    aMention('o3', 'Kecewa banget, gudang apung beras bocor dan payah', { sentiment: -1, publishedAt: at }),
    aMention('o4', 'Parah, beras di gudang apung busuk semua, kesal', { sentiment: -1, publishedAt: at }),
  ]
  const { text, dropReasons } = await summarise({ mentions, facts, language: 'id', reader: READER }, null, never)
  assert.deepEqual(dropReasons, [])
  assert.doesNotMatch(text, /Bupati Poso, dikutip/)
  assert.match(text, /Gubernur Surya Atmaja, dikutip warga62, mengatakan "pasokan beras dikirim besok"/)
  assert.equal(text.match(/"gudang apung"/g)?.length, 1)
})

test('a summary in English quotes English material', async () => {
  const mentions = [
    aMention('e1', 'The new train to Bandung is clean, quiet and on time, honestly better than flying.', {
      sentiment: 1,
      language: 'eng',
    }),
    aMention('e2', 'Tickets for the train are far too expensive for people who commute every day.', {
      sentiment: -1,
      language: 'eng',
    }),
  ]
  const summary = await summarise({ mentions, facts: FACTS, language: 'en', reader: READER }, null, never)
  assert.match(summary.text, /^Between 10 and 17 August 2025, 1,000 mentions of beras were collected: /)
  assert.deepEqual(summary.dropReasons, [])
})

test('a single short mention is enough for a summary', async () => {
  const facts = {
    ...FACTS,
    from: '2025-08-12',
    to: '2025-08-12',
    total: 1,
    sentiment: { positive: 1, neutral: 0, negative: 0 },
    platforms: { twitter: 1 },
    days: [{ ...aDay('2025-08-12'), positive: 1, neutral: 0, negative: 0 }],
    largestStory: null,
    terms: [],
  }
  const summary = await summarise(
    { mentions: [aMention('x', 'Mantap!', { sentiment: 1 })], facts, language: 'id', reader: READER },
    null,
    never,
  )
  assert.match(summary.text, /^Pada 12 Agustus 2025 terkumpul 1 mention/)
  assert.doesNotMatch(summary.text, /persen|Semuanya|memuncak/)
})

test('a side has no voice when its only clear sentence is about something else', async () => {
  const angry = 'Kecewa banget, pelayanan warung itu payah dan bikin kesal semua orang'
  const withVoice = async (text: string) => {
    const mentions = [aMention('n', 'Harga beras dibahas dewan pagi ini.'), aMention('v', text, { sentiment: -1 })]
    return (await summarise({ ...aMaterial(), mentions }, null, never)).text
  }
  assert.match(await withVoice(`${angry} karena beras mahal`), /Nada negatif \(500 mention\)/)
  assert.doesNotMatch(await withVoice(angry), /Nada negatif/)
})

test('without mentions the summary is empty', async () => {
  const summary = await summarise({ mentions: [], facts: FACTS, language: 'id', reader: READER }, null, never)
  assert.deepEqual([summary.text, summary.sentences.length], ['', 0])
})

test('when the writer throws, the built-in summariser is used', async () => {
  const writer: Writer = { model: 'm', write: () => Promise.reject(new Error('no power')) }
  const summary = await summarise(aMaterial(), writer, never)
  assert.deepEqual([summary.engine, summary.fallback], ['extractive', 'no power'])
})

test('quotation marks and markup in names, subjects and texts do not break the summary', async () => {
  const { mentions } = aMaterial()
  const nasty = mentions.map((mention) => ({
    ...mention,
    author: `"<b>${mention.author}”\n"`,
    text: `${mention.text} "buka`,
  }))
  const summary = await summarise(
    { mentions: nasty, facts: { ...FACTS, subject: '"beras" and <i>' }, language: 'id', reader: READER },
    null,
    never,
  )
  assert.doesNotMatch(summary.text, /<b>/)
  assert.ok(summary.sentences.length >= 4)
})
