import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSummarise } from '../src/api/summarise.ts'
import { storyRules } from '../src/collect/analyse-post.ts'
import { trimMentions } from '../src/store/mentions/retention.ts'
import { findProject } from '../src/store/projects/projects.ts'
import { checkSummaries } from '../src/store/summaries/recount.ts'
import { addProjectWith, SUMMARY_SETTINGS, startApi, type TestApi, type TestUser } from './api.ts'
import { type PostFields, seedMentions } from './mentions.ts'
import { LLM_MODES, startLlm } from './platforms/llm.ts'

const TEXTS = [
  'Warga mengeluh banjir di Jakarta tidak kunjung surut sejak kemarin malam.',
  'Pemerintah kota membuka posko pengungsian di lima kecamatan sejak pagi.',
  'Terima kasih relawan yang sigap membantu korban di Kampung Melayu tadi siang!',
  'Sekolah di Jakarta Timur diliburkan sampai air benar-benar surut.',
  'Harga sayur di pasar induk naik karena truk tertahan genangan.',
] as const
const PLATFORMS = ['twitter', 'youtube', 'facebook', 'instagram', 'tiktok', 'news'] as const

function day(date: number, hour = 3): string {
  return new Date(Date.UTC(2026, 5, date, hour)).toISOString()
}

function copies(text: string, count: number, fields: PostFields = {}): PostFields[] {
  return Array.from({ length: count }, (_, at) => ({ text, at: day(1, at % 20), author: `penyalin${at}`, ...fields }))
}

// Every shape of data that made a summary state a wrong number, or a number that says nothing.
const SHAPES: Record<string, readonly PostFields[]> = {
  'a single mention': [{ text: TEXTS[0] }],
  'a tie of five sources with one mention each': TEXTS.map((text, at) => ({ text, platform: PLATFORMS[at] ?? 'news' })),
  'two sources that share the lead': [
    ...copies(TEXTS[0], 3, { platform: 'news' }),
    ...copies(TEXTS[1], 3, { platform: 'twitter' }),
    { text: TEXTS[2], platform: 'facebook' },
  ],
  'one source': TEXTS.map((text, at) => ({ text, at: day(at + 1), sentiment: ([-1, 0, 1] as const)[at % 3] ?? 0 })),
  'two copies': copies(TEXTS[0], 2),
  'eleven copies on all platforms': copies(TEXTS[0], 11).map((post, at) => ({
    ...post,
    platform: PLATFORMS[at % 6] ?? 'news',
  })),
  'two stories of the same size': [...copies(TEXTS[0], 4), ...copies(TEXTS[1], 4)],
  'the largest story is older than a full sample': [
    ...copies(TEXTS[3], 40, { at: '2026-01-05T10:00:00Z', sentiment: -1 }),
    ...Array.from({ length: 900 }, (_, at) => ({ at: Date.UTC(2026, 4, 1) + at * 3_000_000 })),
  ],
  'days that tie for the peak': [1, 1, 2, 2, 3].map((date, at) => ({ text: TEXTS[at] ?? '', at: day(date) })),
  'a peak, a negative day and an end': [
    ...Array.from({ length: 7 }, (_, at) => ({ at: day(3, at), sentiment: 1 as const })),
    ...Array.from({ length: 4 }, (_, at) => ({ at: day(5, at), sentiment: -1 as const })),
    ...Array.from({ length: 3 }, (_, at) => ({ at: day(9, at) })),
    { at: day(1) },
  ],
  'mentions on both sides of midnight': [16.5, 16.9, 17.1, 18.4, 18.6].map((hour) => ({
    at: Date.UTC(2026, 5, 2) + hour * 3_600_000,
  })),
  'a thousand and more': Array.from({ length: 1_234 }, (_, at) => ({
    at: Date.UTC(2026, 2, 1) + at * 7_000_000,
    platform: PLATFORMS[at % 4] ?? 'news',
    sentiment: ([-1, 0, 1, 1] as const)[at % 4] ?? 0,
  })),
}

describe('the numbers of a summary', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
  })
  after(() => api.close())

  async function summaryOf(id: string, lang: 'id' | 'en' = 'id') {
    assert.equal((await user.send('POST', `/api/project/generate-summary/${id}?lang=${lang}`)).body.status, 'success')
    const { status, body } = await user.get(`/api/project/summary/${id}`)
    assert.equal(status, 200)
    return body
  }

  async function assertRecounted(id: string): Promise<void> {
    assert.deepEqual(await checkSummaries(api.pool, id), [])
  }

  for (const [shape, posts] of Object.entries(SHAPES)) {
    test(`are recounted without a difference: ${shape}`, async () => {
      const id = await addProjectWith(api, user, posts)
      const summary = await summaryOf(id)
      assert.equal(summary.dropped, 0, summary.ai_summary)
      assert.ok(summary.facts.length > 0)
      await assertRecounted(id)
    })
  }

  for (const [shape, posts] of Object.entries(SHAPES).filter(([, posts]) => posts.length < 50)) {
    test(`are recounted without a difference in English: ${shape}`, async () => {
      const id = await addProjectWith(api, user, posts)
      const summary = await summaryOf(id, 'en')
      assert.match(summary.ai_summary, /mentions? of .* (?:was|were) collected/)
      assert.equal(summary.dropped, 0, summary.ai_summary)
      await assertRecounted(id)
    })
  }

  for (const timeZone of ['Asia/Kolkata', 'America/New_York']) {
    test(`are those of the days in ${timeZone}`, async () => {
      const posts = [...(SHAPES['mentions on both sides of midnight'] ?? []), ...(SHAPES['one source'] ?? [])]
      const id = await addProjectWith(api, user, posts)
      const project = await findProject(api.pool, user.id, id)
      assert.ok(project)
      const summary = await createSummarise(api.pool, null, { ...SUMMARY_SETTINGS, timeZone })(
        project,
        'id',
        AbortSignal.timeout(60_000),
      )
      assert.ok(summary?.facts.some(({ kind }) => kind === 'largest_day'))
      await assertRecounted(id)
    })
  }

  test('the size of a story is counted once, however many of its copies are sampled', async () => {
    const summary = await summaryOf(await addProjectWith(api, user, SHAPES['eleven copies on all platforms'] ?? []))
    assert.match(summary.ai_summary, /paling banyak beredar, dalam 11 mention/)
    assert.doesNotMatch(summary.ai_summary, /121/)
  })

  test('the text that circulated most is chosen among all stories, not among the newest', async () => {
    const summary = await summaryOf(
      await addProjectWith(api, user, SHAPES['the largest story is older than a full sample'] ?? []),
    )
    assert.match(summary.ai_summary, /dalam 40 mention.*Sekolah di Jakarta Timur/)
  })

  test('a tie is stated as a tie, or not at all', async () => {
    const five = await summaryOf(
      await addProjectWith(api, user, SHAPES['a tie of five sources with one mention each'] ?? []),
    )
    assert.doesNotMatch(five.ai_summary, /terbanyak|memuncak|beredar/)
    const two = await summaryOf(await addProjectWith(api, user, SHAPES['two sources that share the lead'] ?? []))
    assert.match(two.ai_summary, /Sumber terbanyak adalah X dan media berita, masing-masing dengan 3 mention/)
    const stories = await summaryOf(await addProjectWith(api, user, SHAPES['two stories of the same size'] ?? []))
    assert.doesNotMatch(stories.ai_summary, /paling banyak beredar/)
    const days = await summaryOf(await addProjectWith(api, user, SHAPES['days that tie for the peak'] ?? []))
    assert.doesNotMatch(days.ai_summary, /memuncak/)
  })

  test('a peak of one mention is not stated', async () => {
    const summary = await summaryOf(await addProjectWith(api, user, [{ at: day(1) }, { at: day(2) }, { at: day(3) }]))
    assert.doesNotMatch(summary.ai_summary, /memuncak|paling banyak/)
  })

  test('corrections before a summary are in it; after it, the summary is outdated until the next', async () => {
    const id = await addProjectWith(api, user, SHAPES['a peak, a negative day and an end'] ?? [])
    const { data } = (await user.get(`/api/mentions?keywordId=${id}&limit=5`)).body
    for (const mention of data.slice(0, 2)) await user.send('PATCH', `/api/mentions/${mention.id}`, { sentimen: -1 })
    assert.match((await summaryOf(id)).ai_summary, /6 bernada negatif/)
    await assertRecounted(id)
    await user.send('PATCH', `/api/mentions/${data[2].id}`, { sentimen: -1 })
    assert.equal((await user.get(`/api/project/summary/${id}`)).body.outdated, true)
    await assertRecounted(id)
    const next = await summaryOf(id)
    assert.equal(next.outdated, false)
    assert.match(next.ai_summary, /7 bernada negatif/)
    await assertRecounted(id)
  })

  test('mentions that come later do not change what a summary counted', async () => {
    const id = await addProjectWith(api, user, SHAPES['a peak, a negative day and an end'] ?? [])
    const summary = await summaryOf(id)
    await seedMentions(api.pool, user, { id }, [...copies(TEXTS[0], 9, { at: day(4) }), { at: day(3) }])
    assert.equal((await user.get(`/api/project/summary/${id}`)).body.outdated, false)
    await assertRecounted(id)
    assert.equal((await summaryOf(id)).total, summary.total + 10)
    await assertRecounted(id)
  })

  test('mentions removed by retention are not in the next summary', async () => {
    const id = await addProjectWith(api, user, [
      ...copies(TEXTS[0], 5, { at: '2020-02-01T00:00:00Z' }),
      ...copies(TEXTS[1], 3),
    ])
    assert.equal((await summaryOf(id)).total, 8)
    await trimMentions(api.pool, { days: 1_000, storyRules, signal: AbortSignal.timeout(60_000), stepsMax: 100 })
    assert.equal((await user.get(`/api/project/summary/${id}`)).body.outdated, true)
    assert.equal((await summaryOf(id)).total, 3)
    await assertRecounted(id)
  })

  for (const mode of LLM_MODES.filter((mode) => !['slow', 'failing', 'huge'].includes(mode))) {
    test(`a language model that is ${mode} states no number that cannot be recounted`, async () => {
      const llm = await startLlm(mode)
      const id = await addProjectWith(api, user, SHAPES['a peak, a negative day and an end'] ?? [])
      const project = await findProject(api.pool, user.id, id)
      assert.ok(project)
      await createSummarise(api.pool, { url: llm.url, model: 'uji' }, SUMMARY_SETTINGS)(
        project,
        'id',
        AbortSignal.timeout(60_000),
      )
      await assertRecounted(id)
      await llm.close()
    })
  }

  test('the recount finds a changed value, a largest that is not, and a number without a fact', async () => {
    const id = await addProjectWith(api, user, SHAPES['two sources that share the lead'] ?? [])
    const summary = await summaryOf(id)
    const [fact] = (await api.pool`select facts from summary where id = ${summary.id}`)[0]?.facts ?? []
    const altered = [
      { ...fact, value: fact.value + 1 },
      { ...fact, kind: 'largest_source', value: 3, filter: { ...fact.filter, platform: 'news' } },
      { ...fact, kind: 'share', value: 40, filter: { ...fact.filter, platform: 'news' } },
    ]
    const evidence = [{ text: 'Terkumpul 121 mention.', mentions: [] }]
    await api.pool`
      update summary set facts = ${JSON.stringify(altered)}, evidence = ${JSON.stringify(evidence)} where id = ${summary.id}`
    const found = await checkSummaries(api.pool, id)
    assert.deepEqual(
      found.map(({ reason, counted }) => [reason, Math.round(counted)]),
      [
        ['count', 7],
        ['not the largest', 3],
        ['count', 43],
        ['number without a fact', 121],
      ],
    )
  })
})
