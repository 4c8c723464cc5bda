import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

const POSTS: PostFields[] = [
  // Half past eleven at night in Jakarta is still the first; two hours later it is the second.
  {
    at: '2026-06-01T16:30:00Z',
    sentiment: -1,
    author: 'ani',
    entities: ['place:jakarta', 'province:31', 'person:ridwan kamil'],
    text: 'banjir lagi #banjirjakarta parah sekali drainase tersumbat',
  },
  {
    at: '2026-06-01T18:30:00Z',
    sentiment: 1,
    author: 'ani',
    platform: 'news',
    entities: ['place:kabupaten bandung', 'province:32', 'place:jakarta', 'province:31'],
    text: 'banjir surut #surut warga lega drainase dibersihkan',
  },
  {
    at: '2026-06-02T03:00:00Z',
    sentiment: 0,
    author: 'budi',
    language: 'en',
    text: 'flood report number one for the day drainase tersumbat',
  },
  { at: '2026-06-02T03:30:00Z', sentiment: 0, author: 'cici', text: '=HYPERLINK("http://jahat.example","klik")' },
  {
    at: '2026-06-02T04:00:00Z',
    sentiment: 0,
    author: 'dedi',
    entities: ['organisation:bpbd'],
    text: 'Bantuan logistik dari provinsi tiba di posko utama siang ini juga',
  },
  {
    at: '2026-06-02T05:00:00Z',
    sentiment: 0,
    author: 'eka',
    entities: ['organisation:bpbd'],
    text: 'Bantuan logistik dari provinsi tiba di posko utama siang ini juga',
  },
]

describe('insights and export', () => {
  let api: TestApi
  let user: TestUser
  let project: { id: string }
  before(async () => {
    api = await startApi()
    user = await api.user()
    project = await addTestProject(user)
    await seedMentions(api.pool, user, project, POSTS)
  })
  after(() => api.close())

  const insights = async (query = '') =>
    (await user.get(`/api/project/insights?id=${project.id}&from=2026-05-01&to=2026-06-30${query}`)).body

  test('volume is reported per local day, split by sentiment and source, and adds up', async () => {
    const result = await insights()
    assert.equal(result.step, 'day')
    assert.equal(result.total, 6)
    assert.deepEqual(result.sentiment_distribution, { positive: 1, neutral: 4, negative: 1 })
    assert.deepEqual(
      result.series.map(({ at, negative, neutral, positive }: Record<string, unknown>) => [
        at,
        negative,
        neutral,
        positive,
      ]),
      [
        ['2026-05-31T17:00:00.000Z', 1, 0, 0],
        ['2026-06-01T17:00:00.000Z', 0, 4, 1],
      ],
    )
    assert.deepEqual(result.series[1].sources, { twitter: 4, news: 1 })
  })

  test('short ranges are reported per hour', async () => {
    const result = (await user.get(`/api/project/insights?id=${project.id}&from=2026-06-02&to=2026-06-02`)).body
    assert.equal(result.step, 'hour')
    assert.equal(result.total, 5)
    assert.ok(result.series.some(({ at }: { at: string }) => at === '2026-06-02T03:00:00.000Z'))
  })

  test('authors, hashtags, terms, languages and groups are listed', async () => {
    const result = await insights()
    assert.deepEqual([result.authors[0].username, result.authors[0].count], ['ani', 1])
    assert.deepEqual(result.languages, { id: 5, en: 1 })
    assert.ok(
      result.terms.some(({ term, count }: { term: string; count: number }) => term.includes('drainase') && count >= 2),
    )
    assert.equal(result.groups.length, 1)
    assert.deepEqual([result.groups[0].count, result.groups[0].authors], [2, 2])
  })

  test('stories carry what their mentions name, in insights and in moments', async () => {
    const named = [{ id: 'organisation:bpbd', name: 'BPBD' }]
    assert.deepEqual((await insights()).groups[0].entities, named)
    const moment = await user.get(`/api/project/moments?id=${project.id}&from=2026-06-02&to=2026-06-02`)
    const story = moment.body.stories.find(({ size }: { size: number }) => size === 2)
    assert.deepEqual(story.entities, named)
  })

  test('the figures are those of the insights, for every filter', async () => {
    for (const query of [
      '',
      '&sentimen=0',
      '&sosmedId=news',
      '&language=en',
      '&q=drainase',
      '&author=ani',
      '&tag=uji',
    ]) {
      const range = `id=${project.id}&from=2026-05-01&to=2026-06-30${query}`
      const { status, body } = await user.get(`/api/project/figures?${range}`)
      assert.equal(status, 200)
      const all = await insights(query)
      for (const [name, value] of Object.entries(body)) assert.deepEqual(value, all[name], `${name} ${query}`)
      assert.deepEqual(
        [typeof body.total, Array.isArray(body.series), typeof body.previous],
        ['number', true, 'object'],
      )
    }
  })

  test('every filter applies to all of the insights', async () => {
    assert.equal((await insights('&sentimen=-1')).total, 1)
    assert.equal((await insights('&sosmedId=news')).sources.twitter, 0)
    const english = await insights('&language=en')
    assert.equal(english.total, 1)
    assert.deepEqual(english.languages, { en: 1 })
    assert.equal((await insights('&q=DRAINASE')).total, 3)
    assert.equal((await insights('&q=100%25')).total, 0, 'a percent sign is only a percent sign')
  })

  test('what the texts name is counted by kind and by province, and filters', async () => {
    const { entities, provinces, no_place, total } = await insights()
    assert.deepEqual(entities.persons, [{ id: 'person:ridwan kamil', name: 'Ridwan Kamil', count: 1 }])
    assert.deepEqual(entities.organisations, [{ id: 'organisation:bpbd', name: 'BPBD', count: 2 }])
    assert.deepEqual(entities.places, [
      { id: 'place:jakarta', name: 'Jakarta', count: 2 },
      { id: 'place:kabupaten bandung', name: 'Kabupaten Bandung', count: 1 },
    ])
    assert.equal(provinces.length, 38)
    const named = provinces.filter(({ count }: { count: number }) => count > 0)
    assert.deepEqual(named, [
      { code: '31', name: 'Jakarta', count: 2 },
      { code: '32', name: 'Jawa Barat', count: 1 },
    ])
    assert.equal(no_place, total - 2)
    assert.equal((await insights('&entity=province:31')).total, 2)
    assert.equal((await insights('&entity=Person:Ridwan%20Kamil')).total, 1)
    assert.equal((await insights('&entity=place:surabaya')).total, 0)
    assert.equal((await insights('&entity=person:kang%20emil')).total, 1, 'another name of the same person')
    const refused = await user.get(`/api/project/insights?id=${project.id}&entity=jakarta`)
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /entity must begin with one of person:/)
    const search = await user.get(`/api/mentions/search?keywordId=${project.id}&from=2026-05-01&entity=province:32`)
    assert.deepEqual(
      search.body.data.map((mention: { entities: unknown }) => mention.entities),
      [
        [
          { id: 'place:kabupaten bandung', name: 'Kabupaten Bandung' },
          { id: 'province:32', name: 'Jawa Barat' },
          { id: 'place:jakarta', name: 'Jakarta' },
          { id: 'province:31', name: 'Jakarta' },
        ],
      ],
    )
  })

  test('an invalid range is refused', async () => {
    for (const query of [
      'from=2026-06-02&to=2026-06-01',
      'from=kemarin',
      'from=2026-02-31',
      'from=0001-01-01&to=2026-01-01',
    ]) {
      assert.equal((await user.get(`/api/project/insights?id=${project.id}&${query}`)).status, 400, query)
    }
  })

  test('the overview has a card for each project', async () => {
    const [card] = (await user.get('/api/project/overview')).body.data
    assert.equal(card.total, 6)
    assert.equal(card.charged, 6)
    assert.equal(card.days.length, 14)
    assert.equal(card.last_job, null)
  })

  test('a card of the overview follows what is collected and corrected, whatever was read before', async () => {
    const owner = await api.user()
    const project = await addTestProject(owner, { startDate: '2020-01-01' })
    const card = async () => (await owner.get('/api/project/overview')).body.data[0]
    await seedMentions(api.pool, owner, project, [{ sentiment: 0 }])
    assert.equal((await card()).sentiment_distribution.neutral, 1)
    await seedMentions(api.pool, owner, project, [{ sentiment: 0 }])
    assert.equal((await card()).total, 2)
    const { data } = (await owner.get(`/api/mentions?keywordId=${project.id}`)).body
    await owner.send('PATCH', `/api/mentions/${data[0].id}`, { sentimen: -1 })
    assert.equal((await card()).sentiment_distribution.negative, 1)
  })

  test('the overview says since when a project listens and when it runs next, while it does', async () => {
    const other = await addTestProject(user)
    const read = async () => {
      const { data } = (await user.get('/api/project/overview')).body
      return data.find(({ project }: { project: { id: string } }) => project.id === other.id)
    }
    const listen = (islisten: number) => user.send('PATCH', '/api/project/listen-status', { id: other.id, islisten })
    const before = Date.now()
    await listen(1)
    const { listening_since: since, next_run_at: next } = await read()
    assert.ok(Math.min(Date.parse(since), Date.parse(next)) >= before - 1_000, `${since} ${next}`)
    await listen(0)
    const paused = await read()
    assert.deepEqual([paused.listening_since, paused.next_run_at], [null, null])
    await user.send('DELETE', `/api/project?id=${other.id}`)
  })

  test('a range that ends in the future is compared with as much time as has passed of it', async () => {
    const other = await addTestProject(user)
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    await seedMentions(api.pool, user, other, [
      { at: hoursAgo(1), author: 'ani', text: 'air naik di kampung melayu sejak subuh' },
      { at: hoursAgo(30), author: 'budi', text: 'pompa dikirim ke tanjung priok oleh dinas' },
      { at: hoursAgo(60), author: 'cici', text: 'relawan membuka dapur umum di cawang' },
    ])
    const query = new URLSearchParams({ id: other.id, from: hoursAgo(24), to: hoursAgo(-24) })
    const { body } = await user.get(`/api/project/insights?${query}`)
    assert.equal(body.total, 1)
    assert.equal(body.previous.total, 1)
  })

  test('a period can be compared with one that the project existed in and that was covered alike', async () => {
    const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const old = await addTestProject(user, { startDate: day(40).slice(0, 10) })
    const compare = async (id: string, days: number) => {
      const query = new URLSearchParams({ id, from: day(days), to: day(0) })
      const { previous } = (await user.get(`/api/project/insights?${query}`)).body
      assert.equal(Date.parse(previous.to) - Date.parse(previous.from) >= days * 86_400_000, true)
      return previous.comparable
    }
    assert.equal(await compare(old.id, 10), true)
    assert.equal(await compare(old.id, 30), false, 'the period before begins before the project')
    await api.pool`
      insert into coverage (project_id, platform, hour, asked, answered)
      select ${old.id}, 0, h, 1, 1
        from generate_series(date_trunc('hour', now()) - interval '5 days', date_trunc('hour', now()), interval '1 hour') h`
    assert.equal(await compare(old.id, 10), false, 'nothing was covered before')
  })

  const download = (query: string) => user.get(`/api/export?keywordId=${project.id}&${query}`)

  test('an export contains exactly the filtered mentions, in each format', async () => {
    const lines = (await download('format=jsonl&sosmedId=twitter')).body.trim().split('\n')
    assert.equal(lines.length, 5)
    assert.equal(JSON.parse(lines[0]).socialmediaid, 'twitter')
    const csv = String((await download('format=csv&from=2026-06-02')).body)
    assert.ok(csv.startsWith('\ufeff"id","source"'))
    assert.equal(csv.trim().split('\r\n').length, 1 + 5)
    const response = await api.app.inject({
      url: `/api/export?keywordId=${project.id}&format=xlsx`,
      headers: { authorization: `Bearer ${user.token}` },
    })
    const sheet = strFromU8(unzipSync(new Uint8Array(response.rawPayload))['xl/worksheets/sheet1.xml'] as Uint8Array)
    assert.equal(sheet.match(/<row>/g)?.length, 1 + 6)
    assert.match(String(response.headers['content-disposition']), /attachment; filename="pantau-.*\.xlsx"/)
  })

  test('no cell of an export is a formula', async () => {
    const csv = String((await download('format=csv')).body)
    assert.match(csv, /"'=HYPERLINK\(""http/)
    assert.doesNotMatch(csv, /,"=/)
  })
})
