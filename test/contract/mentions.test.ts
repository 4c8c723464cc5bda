import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { PLATFORMS } from '../../src/domain/platform.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

// Spread over months with a burst inside one second, so that pages cross every kind of span.
function manyPosts(count: number): PostFields[] {
  return Array.from({ length: count }, (_, n) => ({
    platform: PLATFORMS[n % 6] as PostFields['platform'] & string,
    sentiment: ((n % 3) - 1) as -1 | 0 | 1,
    at: n % 3 === 0 ? Date.UTC(2026, 4, 1, 12, 30, 15, n % 1000) : Date.UTC(2026, 0, 1) + n * 3_700_000,
  }))
}

describe('mentions', () => {
  let api: TestApi
  let user: TestUser
  let project: { id: string }
  const total = 2_400
  before(async () => {
    api = await startApi()
    user = await api.user()
    project = await addTestProject(user)
    const posts = manyPosts(total)
    for (let from = 0; from < total; from += 800)
      await seedMentions(api.pool, user, project, posts.slice(from, from + 800))
  })
  after(() => api.close())

  const list = (query = '') => user.get(`/api/mentions?keywordId=${project.id}${query}`)

  test('a mention has every field of the contract, spelled as it is there', async () => {
    const { status, body } = await list()
    assert.equal(status, 200)
    assert.deepEqual(
      { total: body.total, page: body.page, limit: body.limit, totalPages: body.totalPages },
      { total, page: 1, limit: 10, totalPages: 240 },
    )
    const [mention] = body.data
    assert.deepEqual(Object.keys(mention).sort(), [
      'SnaKeyword',
      'content',
      'createdat',
      'id',
      'keywordid',
      'sentimen',
      'socialmediaid',
      'targeted_account',
      'targeted_account_id',
      'updated_at',
      'url',
    ])
    assert.deepEqual(mention.SnaKeyword, { group: 'Banjir Jakarta', keyword: 'banjir and jakarta or gempa bumi' })
    assert.equal(mention.keywordid, project.id)
    assert.equal(typeof mention.targeted_account.display_name, 'string')
  })

  for (const filter of ['', '&sentimen=-1', '&sosmedId=news', '&sentimen=1&sosmedId=youtube']) {
    test(`pages return every mention exactly once, newest first${filter && ` (${filter})`}`, async () => {
      const seen: { id: string; createdat: string }[] = []
      let pages = 1
      let reported = 0
      for (let page = 1; page <= pages; page++) {
        const { body } = await list(`&limit=97&page=${page}${filter}`)
        pages = body.totalPages
        reported = body.total
        seen.push(...body.data)
      }
      assert.equal(seen.length, reported)
      assert.equal(new Set(seen.map(({ id }) => id)).size, reported)
      const sorted = [...seen].sort((a, b) => (a.id < b.id ? 1 : -1))
      assert.deepEqual(seen, sorted)
      for (const [n, mention] of seen.entries()) {
        if (n > 0) assert.ok(mention.createdat <= (seen[n - 1]?.createdat ?? ''))
      }
    })
  }

  test('filters select by sentiment and source', async () => {
    const { body } = await list('&sentimen=-1&sosmedId=twitter&limit=100')
    assert.equal(body.total, 400)
    assert.ok(
      body.data.every(
        (mention: { sentimen: number; socialmediaid: string }) =>
          mention.sentimen === -1 && mention.socialmediaid === 'twitter',
      ),
    )
  })

  test('past the last page the data is empty and the total is right', async () => {
    for (const page of [241, 999_999, '99999999999999999999', '1e400']) {
      const { status, body } = await list(`&page=${page}`)
      assert.equal(status, 200)
      assert.equal(body.total, total)
      assert.deepEqual(body.data, [])
    }
  })

  test('paging never fails: absurd values are clamped to the nearest allowed one', async () => {
    for (const [query, page, limit] of [
      ['&page=0&limit=0', 1, 1],
      ['&page=-5&limit=1000', 1, 100],
      ['&page=abc&limit=', 1, 10],
      ['&page=2.9&limit=5.5', 2, 5],
      ['&page=1&page=2', 1, 10],
      ['&page=NaN&limit=Infinity', 1, 100],
    ] as const) {
      const { status, body } = await list(query)
      assert.equal(status, 200, query)
      assert.deepEqual([body.page, body.limit], [page, limit], query)
    }
  })

  test('invalid parameters are 400 and name the field', async () => {
    for (const [query, field] of [
      ['', 'keywordId'],
      ['?keywordId=', 'keywordId'],
      [`?keywordId=${project.id}&sentimen=2`, 'sentimen'],
      [`?keywordId=${project.id}&sentimen=`, 'sentimen'],
      [`?keywordId=${project.id}&sentimen=baik`, 'sentimen'],
      [`?keywordId=${project.id}&sosmedId=myspace`, 'sosmedId'],
      [`?keywordId=${project.id}%00`, 'keywordId'],
    ] as const) {
      const { status, body } = await user.get(`/api/mentions${query}`)
      assert.equal(status, 400, query)
      assert.ok(body.message.includes(field), body.message)
    }
  })

  test('an unknown or malformed project is an empty page', async () => {
    for (const id of [randomUUID(), 'nonsense', "'; drop table mention --"]) {
      const { status, body } = await user.get(`/api/mentions?keywordId=${encodeURIComponent(id)}`)
      assert.equal(status, 200)
      assert.deepEqual(body, { data: [], total: 0, page: 1, limit: 10, totalPages: 0 })
    }
  })

  test('content-count counts all, or one source', async () => {
    assert.deepEqual((await user.get(`/api/project/content-count?id=${project.id}`)).body, { data: total })
    assert.deepEqual((await user.get(`/api/project/content-count?id=${project.id}&sosmedId=news`)).body, { data: 400 })
    assert.equal((await user.get('/api/project/content-count')).status, 400)
    assert.equal((await user.get(`/api/project/content-count?id=${randomUUID()}`)).status, 404)
    assert.equal((await user.get(`/api/project/content-count?id=${project.id}&sosmedId=x`)).status, 400)
  })

  test('every span of the counts adds up to what is stored', async () => {
    const rows = await api.pool`
      select list, span, sum(total)::int as total, bool_or(split) as split
        from mention_count where project_id = ${project.id} group by list, span order by list, span`
    for (const row of rows.filter(({ span }) => span === 0 || span >= 3600))
      assert.equal(row.total, total, `span ${row.span}`)
    assert.ok(
      rows.some(({ span }) => span === 1),
      'the burst was split down to seconds',
    )
  })

  test('search pages by cursor return every mention once, with every filter', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await user.get(
        `/api/mentions/search?keywordId=${project.id}&limit=100&sosmedId=twitter,news&from=2026-01-01&to=2026-12-31${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.next
    }
    assert.equal(new Set(seen).size, 800)
    assert.equal(seen.length, 800)
    const found = await user.get(`/api/mentions/search?keywordId=${project.id}&q=nomor%20JAKARTA&language=id&limit=5`)
    assert.equal(found.body.data.length, 5)
    assert.equal((await user.get(`/api/mentions/search?keywordId=${project.id}&q=tidakada`)).body.data.length, 0)
  })
})
