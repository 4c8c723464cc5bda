import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'

describe('saved views and notes of days', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  test('a view has a filter, a range and an order, and is of one person or of the project', async () => {
    const { id } = await addTestProject(user)
    const filter = { tag: 'krisis', sosmedId: 'twitter,news' }
    const added = await user.send('POST', '/api/views', {
      keywordId: id,
      name: ' Krisis ',
      filter,
      range: { period: '7d' },
      order: 'ranked',
    })
    assert.equal(added.status, 201)
    const { id: view, ...fields } = added.body
    assert.deepEqual(
      [fields.name, fields.filter, fields.range, fields.order, fields.shared, fields.own, fields.by],
      ['Krisis', filter, { period: '7d' }, 'ranked', false, true, 'Tester'],
    )
    const bounds = { from: '2026-06-01', to: '2026-06-07' }
    const changed = (await user.send('PATCH', `/api/views/${view}`, { shared: true, range: bounds })).body
    assert.deepEqual([changed.name, changed.range, changed.shared], ['Krisis', bounds, true])
    await user.send('POST', '/api/views', { keywordId: id, name: 'awal' })
    const names = async () =>
      (await user.get(`/api/views?keywordId=${id}`)).body.data.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(), ['awal', 'Krisis'])
    const { id: second } = await addTestProject(user)
    await user.send('POST', '/api/views', { keywordId: second, name: 'Pekan ini' })
    const all = (await user.get('/api/views')).body.data.map(({ name }: { name: string }) => name)
    assert.deepEqual(all, ['awal', 'Krisis', 'Pekan ini'])
    assert.deepEqual((await (await api.user()).get('/api/views')).body.data, [])
    // A private view of a person who does not own the project is not shown to its owner.
    await api.pool`update saved_view set account_id = ${(await api.user()).id} where project_id = ${id}`
    assert.deepEqual(await names(), ['Krisis'])
    assert.equal((await user.get(`/api/views?keywordId=${id}`)).body.data[0].own, false)
    for (const body of [
      { range: { period: '7d', ...bounds } },
      { range: { from: 'kemarin' } },
      { filter: { sosmedId: 'radio' } },
      { name: ' ' },
      {},
    ])
      assert.equal((await user.send('PATCH', `/api/views/${view}`, body)).status, 400, JSON.stringify(body))
    assert.equal((await user.send('DELETE', `/api/views/${view}`)).status, 200)
    assert.deepEqual(await names(), [])
    assert.equal((await user.send('DELETE', `/api/views/${view}`)).status, 404)
  })

  test('a note of a day has its author and time, and is listed by day', async () => {
    const { id } = await addTestProject(user)
    const add = (day: string, text: string) => user.send('POST', '/api/notes', { keywordId: id, day, text })
    const { status, body } = await add('2026-06-12', ' Pintu air dibuka ')
    assert.deepEqual([status, body.day, body.text, body.by], [201, '2026-06-12', 'Pintu air dibuka', 'Tester'])
    await add('2026-06-10', 'Rapat')
    const list = async () =>
      (await user.get(`/api/notes?keywordId=${id}`)).body.data.map(({ day, text }: Record<string, string>) => [
        day,
        text,
      ])
    assert.deepEqual(await list(), [
      ['2026-06-10', 'Rapat'],
      ['2026-06-12', 'Pintu air dibuka'],
    ])
    await user.send('PATCH', `/api/notes/${body.id}`, { day: '2026-06-09' })
    assert.deepEqual((await list())[0], ['2026-06-09', 'Pintu air dibuka'])
    assert.match((await add('2026-02-30', 'Rapat')).body.message, /^day must be/)
    assert.equal((await add('2026-06-10', '  ')).status, 400)
    assert.equal((await user.send('DELETE', `/api/notes/${body.id}`)).status, 200)
    assert.deepEqual(await list(), [['2026-06-10', 'Rapat']])
  })
})
