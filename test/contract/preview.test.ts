import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { dayOf } from '../../src/domain/day.ts'
import { previewExpression } from '../../src/evaluate/preview.ts'
import { parseKeyword } from '../../src/match/parse.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedArchive } from '../archive.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

const DAY_MS = 86_400_000
// Noon in Jakarta, so that a post stays on its day.
const NOON = Date.parse(`${dayOf(new Date(), 'Asia/Jakarta')}T05:00:00Z`)
const daysAgo = (days: number, minute = 0) => NOON - days * DAY_MS + minute * 60_000
const dayAgo = (days: number) => dayOf(new Date(daysAgo(days)), 'Asia/Jakarta')

describe('previewing an expression', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 500 })
    const posts: PostFields[] = []
    for (let days = 1; days <= 40; days++) {
      posts.push({ text: `Banjir di Jakarta hari ${days}`, at: daysAgo(days), platformId: `banjir-${days}` })
      posts.push({ text: `Harga cabai naik hari ${days}`, at: daysAgo(days, 1) })
      if (days % 4 === 0) posts.push({ text: `Rob dan banjir di Jakarta hari ${days}`, at: daysAgo(days, 2) })
      if (days % 10 === 0) {
        posts.push({ text: `Rob di pesisir hari ${days}`, at: daysAgo(days, 3), platform: 'facebook' })
        posts.push({ text: `Warga Jakarta kebanjiran hari ${days}`, at: daysAgo(days, 4) })
      }
    }
    posts.push({ text: 'Banjir di Jakarta lama sekali', at: daysAgo(95) })
    await seedArchive(api.pool, posts)
  })
  after(() => api.close())

  const preview = (body: Record<string, unknown>, by = user) => by.send('POST', '/api/project/preview', body)
  const KEYWORD = 'banjir and jakarta or rob'

  test('counts the matches of the last 90 days by day and platform', async () => {
    const { status, body } = await preview({ keyword: KEYWORD })
    assert.equal(status, 200)
    assert.equal(body.days.length, 90)
    assert.equal(body.days.at(-1).day, dayAgo(0))
    const on = (day: string) => body.days.find((one: { day: string }) => one.day === day)
    assert.deepEqual(on(dayAgo(1)), { day: dayAgo(1), matched: 1, platforms: [{ source: 'news', matched: 1 }] })
    assert.deepEqual(on(dayAgo(20)).platforms, [
      { source: 'facebook', matched: 1 },
      { source: 'news', matched: 2 },
    ])
    assert.equal(on(dayAgo(50)).matched, 0)
    const { posts, read, exact, in_dates } = body.archive
    assert.deepEqual([posts, read, exact, in_dates], [98, 98, true, 0], 'a project that begins today has none of them')
    assert.equal(body.kuota, 500)
  })

  test('an alternative says what it brings, and what no other brings', async () => {
    const { alternatives } = (await preview({ keyword: KEYWORD })).body
    assert.deepEqual(alternatives, [
      { terms: ['banjir', 'jakarta'], matched: 50, only: 40, noise: 0 },
      { terms: ['rob'], matched: 14, only: 4, noise: 0 },
    ])
    assert.equal((await preview({ keyword: KEYWORD, exclude: 'rob' })).body.alternatives[0].matched, 40)
  })

  test('twenty examples, newest first, with the words that were found marked', async () => {
    const { examples } = (await preview({ keyword: KEYWORD })).body
    assert.equal(examples.length, 20)
    const [first] = examples
    assert.deepEqual([first.text, first.platform], ['Banjir di Jakarta hari 1', 'news'])
    const marked = first.marks.map(({ start, end }: { start: number; end: number }) => first.text.slice(start, end))
    assert.deepEqual(marked, ['Banjir', 'Jakarta'])
    assert.match(first.url, /^https:/)
  })

  test('a month is forecast from complete days, with an interval', async () => {
    const { per_month: month } = (await preview({ keyword: KEYWORD })).body
    assert.ok(month.low <= month.expected && month.expected <= month.high)
    assert.ok(month.low > 5 && month.expected > 15 && month.expected < 60, JSON.stringify(month))
    assert.equal((await preview({ keyword: 'tidakadasamasekali' })).body.per_month.expected, 0)
  })

  test('what would be charged at once is what lies inside the dates and is not known', async () => {
    const dates = { startDate: dayAgo(8), endDate: dayAgo(1) }
    const fresh = (await preview({ keyword: KEYWORD, ...dates })).body.archive
    assert.deepEqual([fresh.in_dates, fresh.new], [10, 10])
    const project = await addTestProject(user, { keyword: KEYWORD, ...dates })
    const known = [1, 2].map((days) => ({ platform: 'news' as const, platformId: `banjir-${days}`, at: daysAgo(days) }))
    await seedMentions(api.pool, user, project, known)
    const edited = (await preview({ keyword: KEYWORD, ...dates, id: project.id })).body.archive
    assert.deepEqual([edited.in_dates, edited.new], [10, 8])
    const stranger = await api.user()
    assert.equal((await preview({ keyword: KEYWORD, id: project.id }, stranger)).status, 404)
    assert.equal((await preview({ keyword: KEYWORD, id: randomUUID() })).status, 404)
  })

  test('warnings have a position and a fix; affixed forms are offered with what they would add', async () => {
    const { warnings, suggestions } = (await preview({ keyword: 'banjir and jakarta OR rob' })).body
    assert.equal(warnings.length, 1)
    assert.deepEqual([warnings[0].code, warnings[0].position], ['operator', 19])
    assert.deepEqual(warnings[0].fix, { keyword: KEYWORD, exclude: '' })
    assert.ok(Array.isArray(suggestions))
    const offers = (await preview({ keyword: KEYWORD, exclude: 'bola' })).body.suggestions
    assert.deepEqual(
      offers.filter(({ kind }: { kind: string }) => kind === 'affix'),
      [
        {
          kind: 'affix',
          term: 'kebanjiran',
          gain: 4,
          loss: 0,
          keyword: 'banjir and jakarta or rob or kebanjiran and jakarta',
          exclude: 'bola',
        },
      ],
    )
  })

  test('a wrong request names the field', async () => {
    for (const [body, message] of [
      [{ keyword: 'banjir and' }, /^keyword: .*and/],
      [{}, /keyword/],
      [{ keyword: KEYWORD, startDate: 'kemarin' }, /startDate/],
      [{ keyword: KEYWORD, startDate: '2026-02-01', endDate: '2026-01-01' }, /endDate/],
    ] as const) {
      const response = await preview(body)
      assert.equal(response.status, 400, JSON.stringify(body))
      assert.match(response.body.message, message)
    }
  })

  test('of a larger archive a sample is read, scaled to the exact number of posts of each day', async () => {
    const request = {
      keyword: parseKeyword('cabai or banjir'),
      exclude: '',
      startDay: dayAgo(89),
      endDay: null,
      projectId: null,
      mentionDays: 0,
      now: new Date(NOON + DAY_MS / 2),
      timeZone: 'Asia/Jakarta',
    }
    const signal = new AbortController().signal
    const exact = await previewExpression(api.pool, request, signal)
    const sampled = await previewExpression(api.pool, { ...request, sampleMax: 60 }, signal)
    assert.ok(sampled.archive.read < 60 && sampled.archive.posts === 98)
    const total = (days: readonly { matched: number }[]) => days.reduce((sum, { matched }) => sum + matched, 0)
    assert.ok(Math.abs(total(sampled.days) - total(exact.days)) < 35, `${total(sampled.days)} of ${total(exact.days)}`)
    const again = await previewExpression(api.pool, { ...request, sampleMax: 60 }, signal)
    assert.deepEqual(again.days, sampled.days, 'the same posts are read again')
  })
})

test('without an archive nothing is forecast', async () => {
  const api = await startApi()
  const { body } = await (await api.user()).send('POST', '/api/project/preview', { keyword: 'banjir' })
  assert.deepEqual([body.per_month, body.archive.since, body.examples, body.category], [null, null, [], null])
  await api.close()
})

test('what is older than mentions are kept is not charged', async (context) => {
  const api = await startApi({}, { mentionDays: 5 })
  context.after(() => api.close())
  await seedArchive(
    api.pool,
    Array.from({ length: 10 }, (_, days) => ({ text: `Banjir hari ${days}`, at: Date.now() - (days + 0.5) * DAY_MS })),
  )
  const { body } = await (await api.user()).send('POST', '/api/project/preview', {
    keyword: 'banjir',
    startDate: dayAgo(30),
  })
  assert.deepEqual([body.archive.posts, body.archive.in_dates, body.archive.new], [10, 5, 5])
})

test('a word of another topic is offered for exclusion, and a word of the topic for addition', async (context) => {
  const api = await startApi()
  context.after(() => api.close())
  const post = (text: string, at: number) => ({ text: `${text} ${at}`, at: Date.now() - (at + 1) * 3_600_000 })
  await seedArchive(api.pool, [
    ...Array.from({ length: 40 }, (_, at) =>
      post('Petani memanen apel manis di kebun Batu Malang saat panen raya', at),
    ),
    ...Array.from({ length: 12 }, (_, at) => post('Polisi menggelar apel siaga pasukan upacara lapangan Polda', at)),
    ...Array.from({ length: 10 }, (_, at) => post('Petani memanen jeruk di kebun Batu Malang saat panen raya', at)),
    ...Array.from({ length: 60 }, (_, at) => post('Harga saham naik di bursa menjelang rapat menteri', at)),
  ])
  const { body } = await (await api.user()).send('POST', '/api/project/preview', { keyword: 'apel' })
  const offers: { kind: string; gain: number; exclude: string; term: string }[] = body.suggestions
  const [exclusion] = offers.filter(({ kind }) => kind === 'exclude')
  assert.equal(exclusion?.gain, 12, JSON.stringify(offers))
  assert.equal(exclusion?.exclude, exclusion?.term)
  assert.equal(body.alternatives[0].noise, 12)
  // Of the topic only: the police are the other one.
  assert.deepEqual(body.category, { categoryId: 'ekonomi', texts: 40, judged: 40, words: ['panen', 'petani'] })
  assert.ok(
    offers.some(({ kind, gain }) => kind === 'add' && gain === 10),
    JSON.stringify(offers),
  )
})
