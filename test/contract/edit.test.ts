import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { compileRule } from '../../src/match/still-matches.ts'
import { compareMentions } from '../../src/store/mentions/unmatched.ts'
import { listSubjects, recount } from '../../src/store/recount/recount.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedArchive } from '../archive.ts'
import { assertCounted } from '../counted.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

const POSTS: PostFields[] = [
  { text: 'banjir di jakarta', at: '2026-06-01T00:00:00Z' },
  { text: 'banjir di bogor', at: '2026-06-02T00:00:00Z' },
  { text: 'Air naik di Jakarta', at: '2026-06-03T00:00:00Z' },
  { text: 'banjir lagi di jakarta dan bogor', at: '2026-07-01T00:00:00Z' },
]

describe('editing a project', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  const edit = (id: string, body: unknown, by = user) => by.send('PATCH', `/api/project?id=${id}`, body)
  const unmatched = async (id: string) => (await user.get(`/api/project/unmatched?id=${id}`)).body
  const texts = (page: { data: { content: string }[] }) => page.data.map(({ content }) => content)

  async function seed(fields: Record<string, unknown> = {}): Promise<string> {
    const project = await addTestProject(user, { keyword: 'banjir', ...fields })
    await seedMentions(api.pool, user, project, POSTS)
    return project.id
  }

  test('changes what is given and nothing else', async () => {
    const id = await seed({ exclude: 'bola' })
    const { status, body } = await edit(id, { group: '  Nama lain ', endDate: '2026-12-31', type: 'manual' })
    assert.equal(status, 200)
    const { updatedAt: _, ...project } = body
    assert.deepEqual(project, {
      id,
      group: 'Nama lain',
      keyword: 'banjir',
      exclude: 'bola',
      islisten: 0,
      categoryid: 'umum',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      type: 'manual',
      no_longer_matching: 0,
      checking: false,
    })
    assert.equal((await edit(id, { endDate: null })).body.end_date, null)
  })

  test('mentions that no longer match stay, counted and marked', async () => {
    const id = await seed()
    const { body } = await edit(id, { keyword: 'banjir and jakarta' })
    // One was found by "banjir" in a text that is not stored, so it still has that term.
    assert.deepEqual([body.keyword, body.no_longer_matching, body.checking], ['banjir and jakarta', 1, false])
    assert.deepEqual(texts(await unmatched(id)), ['banjir di bogor'])
    const all = (await user.get(`/api/mentions/search?keywordId=${id}`)).body
    assert.equal(all.total, 4)
    const marked = all.data.filter((one: { no_longer_matching: boolean }) => one.no_longer_matching)
    assert.deepEqual(texts({ data: marked }), ['banjir di bogor'])
    assert.equal((await edit(id, { exclude: 'lagi' })).body.no_longer_matching, 2)
    assert.equal((await edit(id, { keyword: 'banjir', exclude: '' })).body.no_longer_matching, 0, 'they match again')
  })

  test('an excluded word deep in an article does not mark what its entry alone matches, as when collecting', async () => {
    const { id } = await addTestProject(user, { keyword: 'banjir' })
    const article = { platform: 'news', platformId: 'artikel-banjir', at: '2026-06-01T00:00:00Z' } as const
    await seedArchive(api.pool, [{ ...article, text: 'Banjir di Jakarta' }])
    const page = 'Banjir di Jakarta. Warga batal menonton gol timnas.'
    await seedMentions(api.pool, user, { id }, [
      { ...article, text: page },
      { ...article, text: page, platformId: 'tanpa-arsip' },
    ])
    assert.equal((await edit(id, { exclude: 'gol' })).body.no_longer_matching, 1, 'the one without an entry')
    assert.equal((await edit(id, { exclude: 'jakarta' })).body.no_longer_matching, 2)
  })

  test('a mention outside the new dates no longer matches; a new name changes no mark', async () => {
    const id = await seed()
    assert.equal((await edit(id, { endDate: '2026-06-02' })).body.no_longer_matching, 2)
    assert.equal((await edit(id, { group: 'Tetap' })).body.no_longer_matching, 2)
    const first = (await user.get(`/api/project/unmatched?id=${id}&limit=1`)).body
    const second = (await user.get(`/api/project/unmatched?id=${id}&limit=1&cursor=${first.next}`)).body
    assert.deepEqual([...texts(first), ...texts(second)], ['banjir lagi di jakarta dan bogor', 'Air naik di Jakarta'])
  })

  test('those that no longer match are hidden in one step, and can be shown again', async () => {
    const id = await seed()
    const quota = (await user.get('/api/user-quota')).body.kuota
    await edit(id, { keyword: 'jakarta' })
    const { status, body } = await user.send('POST', '/api/project/unmatched', { id, action: 'hide' })
    assert.deepEqual([status, body], [200, { changed: 1, left: 0 }])
    assert.equal((await user.get(`/api/mentions?keywordId=${id}`)).body.total, 3)
    const hidden = (await user.get(`/api/mentions/hidden?keywordId=${id}`)).body
    assert.deepEqual(texts(hidden), ['banjir di bogor'])
    await assertCounted(api.pool, id)
    const shown = await user.send('PATCH', `/api/mentions/${hidden.data[0].id}`, { hidden: false })
    assert.equal(shown.body.no_longer_matching, false, 'a person wants to keep it')
    assert.equal((await user.get('/api/user-quota')).body.kuota, quota)
    await assertCounted(api.pool, id)
  })

  test('or deleted, and they stay charged', async () => {
    const id = await seed()
    await edit(id, { keyword: 'jakarta' })
    const { body } = await user.send('POST', '/api/project/unmatched', { id, action: 'delete' })
    assert.deepEqual(body, { changed: 1, left: 0 })
    assert.equal((await user.get(`/api/mentions?keywordId=${id}`)).body.total, 3)
    assert.equal((await user.get(`/api/mentions/hidden?keywordId=${id}`)).body.data.length, 0)
    await assertCounted(api.pool, id)
    for (const subject of await listSubjects(api.pool, id)) assert.deepEqual(await recount(api.pool, subject, null), [])
    const again = await user.send('POST', '/api/project/unmatched', { id, action: 'delete' })
    assert.deepEqual(again.body, { changed: 0, left: 0 })
    assert.equal((await user.send('POST', '/api/project/unmatched', { id, action: 'forget' })).status, 400)
  })

  test('every earlier expression is kept, for charts and in the audit log', async () => {
    const id = await seed({ exclude: 'bola' })
    await edit(id, { keyword: 'rob' })
    await edit(id, { keyword: 'longsor', exclude: '' })
    const { body } = await user.get(`/api/project/edits?id=${id}`)
    const expressions = body.data.map((one: { before: { keyword: string; exclude: string } }) => [
      one.before.keyword,
      one.before.exclude,
    ])
    assert.deepEqual(expressions, [
      ['rob', 'bola'],
      ['banjir', 'bola'],
    ])
    assert.deepEqual([body.data[0].after.keyword, body.data[0].by], ['longsor', 'Tester'])
    assert.ok(body.data[0].at > body.data[1].at)
    assert.deepEqual([body.no_longer_matching, body.checking], [4, false])
    const lines = await api.pool`
      select detail -> 'before' ->> 'keyword' as keyword from audit_entry
       where subject = ${id} and action = 'project.edit' order by id`
    assert.deepEqual(
      lines.map(({ keyword }) => keyword),
      ['banjir', 'rob'],
    )
  })

  test('a wrong edit names the field and changes nothing', async () => {
    const id = await seed()
    for (const [body, message] of [
      [{}, /.+/],
      [{ keyword: 'banjir and' }, /^keyword: /],
      [{ keyword: 'a' }, /keyword/],
      [{ startDate: '2026-02-30' }, /startDate/],
      [{ endDate: '2025-12-31' }, /endDate must not be before startDate/],
      [{ categoryId: 'lain' }, /categoryId/],
      [{ islisten: 1 }, /islisten/],
    ] as const) {
      const response = await edit(id, body)
      assert.equal(response.status, 400, JSON.stringify(body))
      assert.match(response.body.message, message)
    }
    assert.equal((await user.get(`/api/project/edits?id=${id}`)).body.data.length, 0)
    assert.equal((await edit(randomUUID(), { group: 'Nama' })).status, 404)
    assert.equal((await edit(id, { group: 'Nama' }, await api.user())).status, 404)
  })

  test('a large project is compared in steps, and says so until all are', async () => {
    const project = await addTestProject(user, { keyword: 'banjir' })
    const many = Array.from({ length: 2_500 }, (_, index) => ({ at: Date.parse('2026-06-01') + index * 1_000 }))
    await seedMentions(api.pool, user, project, many)
    await edit(project.id, { keyword: 'gempa' })
    // As after a crash in the middle: of the newest edit, nothing is compared.
    await api.pool`update project_edit set checked = false, checked_from = null where project_id = ${project.id}`
    await api.pool`delete from unmatched_mention where project_id = ${project.id}`
    const compile = compileRule('Asia/Jakarta')
    const compared = () => compareMentions(api.pool, project.id, compile, { stepsMax: 1 })
    assert.equal(await compared(), false)
    const partly = (await user.get(`/api/project/edits?id=${project.id}`)).body
    assert.deepEqual([partly.no_longer_matching, partly.checking], [1_000, true])
    while (!(await compared())) {}
    const all = (await user.get(`/api/project/edits?id=${project.id}`)).body
    assert.deepEqual([all.no_longer_matching, all.checking], [2_500, false])
  })

  test('marks go with their mentions', async () => {
    const id = await seed()
    await edit(id, { keyword: 'gempa' })
    const [first] = (await unmatched(id)).data
    await user.send('PATCH', `/api/mentions/${first.id}`, { hidden: true })
    assert.equal((await unmatched(id)).total, 3)
    await assertCounted(api.pool, id)
  })
})
