import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { CATEGORIES } from '../../src/domain/category.ts'
import { addTestProject, PROJECT, startApi, type TestApi, type TestUser } from '../api.ts'

describe('projects', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  const create = (fields: Record<string, unknown>) => user.send('POST', '/api/project', { ...PROJECT, ...fields })

  test('creating returns 201 with the project, not listening', async () => {
    const { status, body } = await create({ exclude: ' hoaks; lelucon ', endDate: '2027-01-31' })
    assert.equal(status, 201)
    assert.equal(typeof body.message, 'string')
    const { id, updatedAt, ...rest } = body.data
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.match(updatedAt, /Z$/)
    assert.deepEqual(rest, {
      group: 'Banjir Jakarta',
      keyword: 'banjir and jakarta or gempa bumi',
      exclude: 'hoaks; lelucon',
      islisten: 0,
      categoryid: 'umum',
      start_date: '2026-01-01',
      end_date: '2027-01-31',
      type: 'auto',
    })
  })

  test('an open end is null, whether omitted or null; exclude is an empty string', async () => {
    for (const fields of [{}, { endDate: null }]) {
      const { body } = await create(fields)
      assert.equal(body.data.end_date, null)
      assert.equal(body.data.exclude, '')
    }
  })

  test('every category of the contract is accepted', async () => {
    for (const categoryId of CATEGORIES) assert.equal((await create({ categoryId })).status, 201)
  })

  test('lengths count characters after trimming', async () => {
    for (const [fields, status] of [
      [{ group: ' 𝒶𝒷 ' }, 201],
      [{ group: ' a ' }, 400],
      [{ group: '𝒶'.repeat(100) }, 201],
      [{ group: 'a'.repeat(101) }, 400],
      [{ keyword: 'é'.repeat(255) }, 201],
      [{ keyword: 'a'.repeat(256) }, 400],
      [{ keyword: ' a ' }, 400],
      [{ exclude: 'x'.repeat(1000) }, 201],
      [{ exclude: 'x'.repeat(1001) }, 400],
    ] as const) {
      assert.equal((await create(fields)).status, status, JSON.stringify(fields).slice(0, 60))
    }
  })

  test('dates are real days, or the Jakarta day of a date-time', async () => {
    for (const [startDate, day] of [
      ['2026-02-28', '2026-02-28'],
      ['2026-03-01T18:30:00Z', '2026-03-02'],
      ['2026-03-01T23:30:00+07:00', '2026-03-01'],
      ['2026-03-01T23:30:00', '2026-03-01'],
    ]) {
      assert.equal((await create({ startDate })).body.data.start_date, day)
    }
    for (const startDate of [
      '2026-02-30',
      '01-02-2026',
      '2026-13-01',
      'besok',
      '',
      '2026-1-1',
      '0000-01-01',
      '2026-01-01T99:00:00Z',
      20260101,
      null,
    ]) {
      const { status, body } = await create({ startDate })
      assert.equal(status, 400, String(startDate))
      assert.match(body.message, /startDate/)
    }
    assert.match((await create({ endDate: '2025-12-31' })).body.message, /endDate/)
    assert.equal((await create({ endDate: '2026-01-01' })).status, 201)
    assert.equal((await create({ endDate: 'nanti' })).status, 400)
  })

  test('a missing or invalid field is 400 and named, and nothing is created', async () => {
    const before = (await user.get('/api/project')).body.total
    for (const field of ['group', 'keyword', 'categoryId', 'startDate', 'type']) {
      const { status, body } = await create({ [field]: undefined })
      assert.equal(status, 400)
      assert.ok(body.message.includes(field), body.message)
    }
    for (const [field, value] of [
      ['categoryId', 'cuaca'],
      ['type', 'sometimes'],
      ['group', 7],
      ['exclude', null],
      ['keyword', 'banjir and'],
      ['keyword', 'or banjir'],
      ['keyword', 'banjir and or gempa'],
      ['keyword', '"banjir'],
      ['keyword', '!!!'],
      ['group', 'a\0b'],
    ] as const) {
      const { status, body } = await create({ [field]: value })
      assert.equal(status, 400, `${field}: ${value}`)
      assert.ok(body.message.includes(field), body.message)
    }
    assert.equal((await user.get('/api/project')).body.total, before)
  })

  test('a body that is not a JSON object is refused in the same shape', async () => {
    for (const [payload, type, status] of [
      ['{"group":', 'application/json', 400],
      ['', 'application/json', 400],
      ['[]', 'application/json', 400],
      ['null', 'application/json', 400],
      ['group=x', 'application/x-www-form-urlencoded', 415],
      [`{"group":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413],
    ] as const) {
      const response = await api.request({
        method: 'POST',
        url: '/api/project',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
        payload,
      })
      assert.equal(response.status, status, payload.slice(0, 20))
      assert.equal(response.body.success, false)
      assert.equal(typeof response.body.error, 'string')
    }
  })

  test('the list contains the user’s own projects, newest first, each on exactly one page', async () => {
    const owner = await api.user()
    const made: string[] = []
    for (let n = 0; n < 7; n++) made.unshift((await addTestProject(owner, { group: `Proyek ${n}` })).id)
    const listed: string[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await owner.get(`/api/project?page=${page}&limit=3`)
      assert.deepEqual([body.total, body.page, body.limit, body.totalPages], [7, page, 3, 3])
      listed.push(...body.data.map(({ id }: { id: string }) => id))
    }
    assert.deepEqual(listed, made)
    assert.deepEqual((await owner.get('/api/project?page=9')).body, {
      data: [],
      total: 7,
      page: 9,
      limit: 10,
      totalPages: 1,
    })
    assert.equal((await owner.get('/api/project?page=x&limit=0')).status, 200)
  })

  test('listening is switched on and off by 1 and 0 only', async () => {
    const { id } = await addTestProject(user)
    const listen = (islisten: unknown, of: unknown = id) =>
      user.send('PATCH', '/api/project/listen-status', { id: of, islisten })
    const on = await listen(1)
    assert.equal(on.status, 200)
    assert.equal(on.body.islisten, 1)
    assert.equal(on.body.id, id)
    assert.equal((await listen(0)).body.islisten, 0)
    for (const wrong of [true, '1', 2, -1, null, 0.5, undefined])
      assert.equal((await listen(wrong)).status, 400, String(wrong))
    assert.equal((await listen(1, 'x'.repeat(101))).status, 400)
    assert.equal((await listen(1, '')).status, 400)
    assert.equal((await listen(1, 12)).status, 400)
    assert.equal((await listen(1, randomUUID())).status, 404)
    assert.equal((await listen(1, 'nonsense')).status, 404)
  })

  test('deleting hides the project and all of its data', async () => {
    const { id } = await addTestProject(user)
    assert.equal((await user.send('DELETE', '/api/project')).status, 400)
    assert.equal((await user.send('DELETE', `/api/project?id=${randomUUID()}`)).status, 404)
    const deleted = await user.send('DELETE', `/api/project?id=${id}`)
    assert.equal(deleted.status, 200)
    assert.equal(typeof deleted.body.message, 'string')
    assert.equal((await user.send('DELETE', `/api/project?id=${id}`)).status, 404)
    assert.equal((await user.get(`/api/project/content-count?id=${id}`)).status, 404)
    assert.equal((await user.get(`/api/mentions?keywordId=${id}`)).body.total, 0)
  })

  test('an expression can be validated and tried on a text before it is saved', async () => {
    const check = (body: object) => user.send('POST', '/api/project/check', body)
    const read = await check({
      keyword: 'banjir and jakarta or gempa bumi',
      exclude: 'hoaks',
      text: 'Banjir besar di Jakarta',
    })
    assert.deepEqual(read.body.alternatives, [['banjir', 'jakarta'], ['gempa bumi']])
    assert.equal(read.body.match.matched, true)
    assert.deepEqual(read.body.match.found[0].spans, [{ start: 0, end: 6 }])
    const wrong = await check({ keyword: 'banjir and' })
    assert.equal(wrong.status, 200)
    assert.equal(wrong.body.valid, false)
    assert.equal(typeof wrong.body.error.position, 'number')
  })
})
