import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

describe('quota', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  const account = async (user: TestUser) => {
    const [sum] =
      await api.pool`select coalesce(sum(amount), 0)::int as sum from quota_entry where account_id = ${user.id}`
    return { kuota: (await user.get('/api/user-quota')).body.kuota, ledger: sum?.sum }
  }

  test('each new mention costs one, and a known one nothing', async () => {
    const user = await api.user({ quota: 10 })
    const project = await addTestProject(user)
    assert.deepEqual((await user.get('/api/user-quota')).body, { id: user.id, kuota: 10 })
    const posts = [{ platformId: 'a' }, { platformId: 'b' }, { platformId: 'b' }]
    await seedMentions(api.pool, user, project, posts)
    await seedMentions(api.pool, user, project, [...posts, { platformId: 'c' }])
    assert.deepEqual(await account(user), { kuota: 7, ledger: 7 })
  })

  test('the same post costs each project once', async () => {
    const user = await api.user({ quota: 10 })
    for (const group of ['Satu', 'Dua'])
      await seedMentions(api.pool, user, await addTestProject(user, { group }), [{ platformId: 'x' }])
    assert.equal((await account(user)).kuota, 8)
  })

  test('it never goes below zero: what cannot be paid for is not stored', async () => {
    const user = await api.user({ quota: 3 })
    const project = await addTestProject(user)
    const outcome = await seedMentions(
      api.pool,
      user,
      project,
      Array.from({ length: 5 }, (_, n) => ({ platformId: `q${n}` })),
    )
    assert.deepEqual([outcome?.added, outcome?.unpaid, outcome?.remaining], [3, 2, 0])
    assert.deepEqual(await account(user), { kuota: 0, ledger: 0 })
    assert.equal((await user.get(`/api/mentions?keywordId=${project.id}`)).body.total, 3)
  })

  test('concurrent writers charge exactly', async () => {
    const user = await api.user({ quota: 100 })
    const projects = await Promise.all(['A1', 'B2', 'C3'].map((group) => addTestProject(user, { group })))
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const posts = Array.from({ length: 20 }, (_, m) => ({ platformId: `w${(n + m) % 25}` }))
        return seedMentions(api.pool, user, projects[n % 3] as { id: string }, posts)
      }),
    )
    const [stored] =
      await api.pool`select count(*)::int as n from mention where project_id = any(${projects.map(({ id }) => id)}::uuid[])`
    const { kuota, ledger } = await account(user)
    assert.equal(kuota, 100 - stored?.n)
    assert.equal(ledger, kuota)
  })

  test('the history lists what each project used', async () => {
    const user = await api.user({ quota: 10 })
    const project = await addTestProject(user, { group: 'Sejarah' })
    await seedMentions(api.pool, user, project, [{}, {}])
    const { body } = await user.get('/api/user-quota/history')
    assert.deepEqual([body.kuota, body.granted, body.charged], [8, 10, 2])
    assert.equal(body.days.length, 1)
    assert.deepEqual([body.days[0].group, body.days[0].charged], ['Sejarah', 2])
  })

  test('a user without a quota record is 404', async () => {
    const user = await api.user()
    await api.pool`delete from quota where account_id = ${user.id}`
    assert.equal((await user.get('/api/user-quota')).status, 404)
  })

  test('the ledger only grows', async () => {
    await assert.rejects(api.pool`update quota_entry set amount = 1`, /append-only/)
    await assert.rejects(api.pool`delete from quota_entry`, /append-only/)
  })
})

describe('summaries', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  const generate = (id: string) => user.send('POST', `/api/project/generate-summary/${id}`)

  test('a summary is written, stored and read back, with the counts of the database', async () => {
    const project = await addTestProject(user)
    await seedMentions(api.pool, user, project, [
      {
        text: 'Warga mengeluh banjir di Jakarta tidak kunjung surut sejak kemarin malam.',
        sentiment: -1,
        platform: 'twitter',
      },
      { text: 'Pemerintah kota membuka posko pengungsian di lima kecamatan.', sentiment: 0, platform: 'news' },
      {
        text: 'Terima kasih relawan yang sigap membantu korban banjir di Jakarta!',
        sentiment: 1,
        platform: 'instagram',
      },
    ])
    assert.equal((await user.get(`/api/project/summary/${project.id}`)).status, 404)
    const { status, body } = await generate(project.id)
    assert.equal(status, 200)
    assert.equal(body.status, 'success')
    assert.equal(body.keyword_id, project.id)
    assert.ok(body.result.summary.length > 40, body.result.summary)
    assert.deepEqual(body.result.metrics.sentiment_distribution, { positive: 1, neutral: 1, negative: 1 })
    const known = new Set(
      (await user.get(`/api/mentions?keywordId=${project.id}`)).body.data.map(({ id }: { id: string }) => id),
    )
    for (const { mentions } of body.result.metrics.evidence) {
      assert.ok(mentions.length > 0)
      for (const id of mentions) assert.ok(known.has(id))
    }
    const stored = await user.get(`/api/project/summary/${project.id}`)
    assert.equal(stored.status, 200)
    assert.equal(stored.body.ai_summary, body.result.summary)
    assert.deepEqual(JSON.parse(stored.body.sentiment_distribution), { positive: 1, neutral: 1, negative: 1 })
    assert.equal(stored.body.keyword_id, project.id)
    assert.match(stored.body.created_at, /Z$/)
  })

  test('without mentions it reports insufficient data and stores nothing', async () => {
    const project = await addTestProject(user)
    const { status, body } = await generate(project.id)
    assert.equal(status, 200)
    assert.equal(body.status, 'insufficient_data')
    assert.deepEqual(body.result.metrics.sentiment_distribution, { positive: 0, neutral: 0, negative: 0 })
    assert.equal((await user.get(`/api/project/summary/${project.id}`)).status, 404)
  })

  test('concurrent requests write one summary', async () => {
    const project = await addTestProject(user)
    await seedMentions(api.pool, user, project, [{}, {}])
    // Until all have begun, none gets the project's lock.
    const { requests } = await api.pool.begin(async (tx) => {
      await tx`select id from project where id = ${project.id} for update`
      const begun = [generate(project.id), generate(project.id), generate(project.id)]
      for (let later = 0; later < 3; later++) await user.get(`/api/project/summary/${project.id}`)
      return { requests: begun }
    })
    await Promise.all(requests)
    const [row] = await api.pool`select count(*)::int as n from summary where project_id = ${project.id}`
    assert.equal(row?.n, 1)
  })

  test('an unknown project is 400 to write and 404 to read; without an id both are 400', async () => {
    assert.equal((await generate(randomUUID())).status, 400)
    assert.equal((await user.get(`/api/project/summary/${randomUUID()}`)).status, 404)
    assert.equal((await generate('')).status, 400)
    assert.equal((await user.get('/api/project/summary/')).status, 400)
  })
})
