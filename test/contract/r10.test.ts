import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

const STORY = 'Banjir bandang merendam ratusan rumah warga di Jakarta Timur sejak dini hari kata petugas BPBD setempat'

describe('R10', () => {
  let api: TestApi
  let user: TestUser
  let project: { id: string }
  before(async () => {
    api = await startApi()
    user = await api.user()
    project = await addTestProject(user)
    await seedMentions(api.pool, user, project, [
      {
        text: STORY,
        author: 'ani',
        at: '2026-06-01T01:00:00Z',
        sentiment: -1,
        entities: ['place:jakarta timur', 'province:31', 'person:ani'],
      },
      {
        text: `RT @ani: ${STORY}`,
        author: 'budi',
        at: '2026-06-01T02:00:00Z',
        sentiment: -1,
        entities: ['organisation:bpbd', 'place:jakarta timur', 'province:31'],
      },
      {
        text: `${STORY} https://t.co/x`,
        author: 'cici',
        platform: 'facebook',
        at: '2026-06-01T03:00:00Z',
        sentiment: -1,
        entities: ['place:jakarta timur', 'organisation:bpbd'],
      },
      { text: 'Harga beras naik lagi di pasar induk', at: '2026-06-01T01:00:00Z', sentiment: -1 },
      {
        text: 'Konser amal untuk korban banjir berlangsung meriah',
        entities: ['place:medan'],
        at: '2026-06-01T01:00:00Z',
        engagement: { likes: 50_000, shares: 9_000 },
        sentiment: 1,
      },
      { text: 'Jalan tol sudah dapat dilalui kembali pagi ini', platform: 'news', at: '2026-06-01T01:00:00Z' },
    ])
  })
  after(() => api.close())

  const r10 = (query = '', headers = {}) => user.get(`/api/mentions/r10?keywordId=${project.id}${query}`, headers)

  test('near-duplicates are folded into the first of them, and the total counts stories', async () => {
    const { status, body } = await r10()
    assert.equal(status, 200)
    assert.equal(body.total, 4)
    const story = body.data.find(({ content }: { content: string }) => content.includes('bandang'))
    assert.equal(story.content, STORY)
    assert.equal(story.similar_count, 2)
    const members = await user.get(`/api/mentions/${story.id}/similar`)
    assert.equal(members.body.data.length, 3)
  })

  test('a story carries what at least half of its mentions name, the most frequent first', async () => {
    const { body } = await r10()
    const namedBy = (words: string) =>
      body.data
        .find(({ content }: { content: string }) => content.includes(words))
        .story_entities.map(({ name }: { name: string }) => name)
    assert.deepEqual(namedBy('bandang'), ['Jakarta Timur', 'Jakarta', 'BPBD'])
    assert.deepEqual(namedBy('Konser'), ['Medan'])
    assert.deepEqual(namedBy('beras'), [])
  })

  test('an item is a mention with score, rank, engagement, similar_count, language and matched', async () => {
    const { body } = await r10()
    for (const [n, item] of body.data.entries()) {
      assert.equal(item.rank, n + 1)
      assert.equal(typeof item.score, 'number')
      assert.deepEqual(Object.keys(item.engagement).sort(), ['comments', 'likes', 'shares', 'views'])
      assert.equal(typeof item.language, 'string')
      assert.deepEqual(item.matched, ['banjir'])
      assert.equal(item.keywordid, project.id)
      if (n > 0) assert.ok(item.score <= body.data[n - 1].score)
    }
    assert.match(body.data[0].content, /Konser/, 'the mention with the most engagement ranks first among equals')
  })

  test('the components of a score are returned on request and add up to it', async () => {
    const { body } = await r10('&explain=1')
    for (const { score, explain } of body.data) {
      const { recency, engagement, spread, relevance } = explain
      assert.ok(Math.abs(recency + engagement + spread + relevance - score) < 1e-6)
    }
    assert.equal((await r10()).body.data[0].explain, undefined)
  })

  test('a search says on request why a mention ranks where it does, who else has it and who was first', async () => {
    const own = await addTestProject(user)
    await seedMentions(api.pool, user, own, [
      { text: STORY, author: 'ani', at: '2026-06-01T01:00:00Z' },
      { text: STORY, author: 'budi', at: '2026-06-01T02:00:00Z' },
      { text: STORY, author: 'budi', at: '2026-06-01T03:00:00Z' },
      { text: 'Harga beras naik lagi di pasar induk' },
    ])
    const search = async (query: string) =>
      (await user.get(`/api/mentions/search?keywordId=${own.id}&${query}`)).body.data
    const ranked = (await user.get(`/api/mentions/r10?keywordId=${own.id}&explain=1`)).body.data
    const story = ranked.find(({ content }: { content: string }) => content === STORY)
    for (const order of ['newest', 'ranked']) {
      const found = await search(`order=${order}&q=bandang&explain=1`)
      assert.equal(found.length, order === 'newest' ? 3 : 1)
      for (const { explain, authors, first } of found) {
        assert.deepEqual(explain, story.explain)
        assert.equal(authors, 2)
        assert.deepEqual([first.id, first.createdat], [story.id, '2026-06-01T01:00:00.000Z'])
        assert.deepEqual(first.targeted_account, { username: 'ani', display_name: 'ANI' })
      }
    }
    const [alone] = await search('q=beras&explain=1')
    assert.deepEqual([alone.authors, alone.first.id], [1, alone.id])
    const [plain] = await search('q=bandang')
    assert.deepEqual([plain.explain, plain.authors, plain.first], [undefined, undefined, undefined])
  })

  test('pages do not overlap, filters apply, and several sources are separated by commas', async () => {
    const all = (await r10('&limit=100')).body.data.map(({ id }: { id: string }) => id)
    const paged: string[] = []
    for (const page of [1, 2])
      paged.push(...(await r10(`&limit=2&page=${page}`)).body.data.map(({ id }: { id: string }) => id))
    assert.deepEqual(paged, all)
    assert.equal((await r10('&sentimen=-1')).body.total, 2)
    assert.equal((await r10('&sosmedId=news,twitter')).body.total, 4)
    assert.equal((await r10('&sosmedId=news')).body.total, 1)
    assert.deepEqual((await r10('&page=50')).body.data, [])
  })

  test('a story that is seen again with more engagement rises and is not charged', async () => {
    const before = (await user.get('/api/user-quota')).body.kuota
    const fields = {
      platformId: 'climber',
      text: 'Relawan membuka dapur umum untuk pengungsi',
      at: '2026-06-01T00:00:00Z',
    }
    await seedMentions(api.pool, user, project, [fields])
    const rankOf = async () =>
      (await r10('&limit=100')).body.data.find(({ content }: { content: string }) => content.includes('dapur')).rank
    const low = await rankOf()
    await seedMentions(api.pool, user, project, [{ ...fields, engagement: { likes: 90_000, shares: 30_000 } }])
    assert.ok((await rankOf()) < low)
    assert.equal((await user.get('/api/user-quota')).body.kuota, before - 1)
  })

  test('parameters are validated strictly', async () => {
    for (const query of [
      '&page=0',
      '&page=x',
      '&page=1.5',
      '&limit=0',
      '&limit=101',
      '&limit=',
      '&sentimen=3',
      '&sentimen=',
      '&sosmedId=x',
      '&sosmedId=',
      '&sosmedId=news,',
      '&sosmedId=%5B%22news%22%5D',
      '&page=1&page=2',
    ]) {
      const { status, body } = await r10(query)
      assert.equal(status, 400, query)
      assert.equal(body.success, false)
    }
    for (const id of ['', 'nonsense', '123', `${randomUUID()}x`]) {
      assert.equal((await user.get(`/api/mentions/r10?keywordId=${id}`)).status, 400, id)
    }
    assert.equal((await user.get('/api/mentions/r10')).status, 400)
  })

  test('an unknown project is an empty list, another user’s is 403', async () => {
    for (const id of [randomUUID(), 'cjld2cjxh0000qzrmn831i7rn']) {
      const { status, body } = await user.get(`/api/mentions/r10?keywordId=${id}`)
      assert.equal(status, 200)
      assert.equal(body.total, 0)
    }
    const stranger = await api.user()
    assert.equal((await stranger.get(`/api/mentions/r10?keywordId=${project.id}`)).status, 403)
  })

  test('an Accept header that leaves JSON out is 406', async () => {
    for (const [accept, status] of [
      ['application/json', 200],
      ['*/*', 200],
      ['text/html, application/*;q=0.5', 200],
      ['text/html', 406],
      ['application/xml', 406],
      ['application/json;q=0', 406],
      ['*/*;q=0', 406],
    ] as const) {
      assert.equal((await r10('', { accept })).status, status, accept)
    }
  })

  test('correcting a sentiment updates every count', async () => {
    const { body } = await r10('&sentimen=1')
    const [mention] = body.data
    const corrected = await user.send('PATCH', `/api/mentions/${mention.id}`, { sentimen: -1 })
    assert.equal(corrected.status, 200)
    assert.equal(corrected.body.sentimen, -1)
    assert.equal(corrected.body.corrected.by, 'Tester')
    assert.equal((await r10('&sentimen=1')).body.total, body.total - 1)
    const listed = await user.get(`/api/mentions?keywordId=${project.id}&sentimen=1`)
    assert.equal(listed.body.total, listed.body.data.length)
    assert.ok(!listed.body.data.some(({ id }: { id: string }) => id === mention.id))
    assert.equal((await user.send('PATCH', `/api/mentions/${mention.id}`, { sentimen: 2 })).status, 400)
    assert.equal((await user.send('PATCH', `/api/mentions/${randomUUID()}`, { sentimen: 0 })).status, 404)
  })

  test('of concurrent corrections, each is logged with the sentiment that it replaced', async () => {
    const [mention] = (await r10('')).body.data
    const values = [-1, 0, 1, -1, 0, 1, -1, 0, 1, -1]
    const before = mention.sentimen
    await Promise.all(values.map((sentimen) => user.send('PATCH', `/api/mentions/${mention.id}`, { sentimen })))
    const entries = await api.pool`select detail from audit_entry where subject = ${mention.id}`
    const after = (await user.get(`/api/mentions/${mention.id}`)).body.sentimen
    // Each value is left as often as it was set, except for the first and the last.
    for (const value of [-1, 0, 1]) {
      const set = entries.filter(({ detail }) => detail.to === value).length + (value === before ? 1 : 0)
      const left = entries.filter(({ detail }) => detail.from === value).length + (value === after ? 1 : 0)
      assert.equal(set, left, `${value}: ${JSON.stringify(entries)}`)
    }
  })
})
