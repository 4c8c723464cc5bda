import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { evaluateBroken } from '../../src/evaluate/broken.ts'
import { addCoverage } from '../../src/store/collecting/coverage.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { addTestChannel } from './fixture.ts'

describe('incidents of the installation', () => {
  let api: TestApi
  let admin: TestUser
  let user: TestUser
  before(async () => {
    api = await startApi()
    admin = await api.user({ roles: ['user', 'admin'] })
    user = await api.user()
  })
  after(() => api.close())

  const evaluate = () => {
    const how = { timeZone: 'Asia/Jakarta', requestSeconds: 900 }
    return evaluateBroken({ pool: api.pool, how, publicUrl: 'https://pantau.example' }, new Date())
  }
  const messages = () => api.pool`select id, type, content from message where account_id = ${admin.id} order by id`
  const carried = (channel: string) =>
    api.pool`select m.type from delivery d join message m on m.id = d.message_id where channel_id = ${channel}`
  const addBrokenFeed = (address: string) =>
    api.pool`insert into feed (id, source, address, name, state, detail)
      values (gen_random_uuid(), 'news', ${address}, 'Example', 'broken', 'Not a feed.')`
  const shape = ({ kind, subject, alert_id, state }: Record<string, unknown>) => ({ kind, subject, alert_id, state })

  test('a broken feed is an incident of every administrator until it works again', async () => {
    await addBrokenFeed('https://example.com/feed')
    await evaluate()
    await evaluate()
    const { body: opened } = await admin.get('/api/incidents?state=open')
    assert.deepEqual(
      opened.data.map(({ kind, name, alert_id, detail }: Record<string, unknown>) => [kind, name, alert_id, detail]),
      [['feed', 'Example', null, 'broken: Not a feed.']],
    )
    assert.deepEqual((await user.get('/api/incidents')).body.data, [])
    await api.pool`update feed set state = 'ok'`
    await evaluate()
    await evaluate()
    assert.equal((await admin.get('/api/incidents?state=closed')).body.data.length, 1)
    assert.deepEqual(
      (await messages()).map(({ type }) => type),
      ['incident.opened', 'incident.closed'],
    )
  })

  for (const [what, change] of [
    ['switched off', () => api.pool`update feed set enabled = false`],
    ['deleted', () => api.pool`delete from feed`],
  ] as const)
    test(`a broken feed that is ${what} is not reported as readable`, async () => {
      await addBrokenFeed(`https://example.com/${randomUUID()}`)
      await evaluate()
      const [incident] = (await admin.get('/api/incidents?state=open')).body.data
      await change()
      await evaluate()
      const { body: closed } = await admin.get(`/api/incidents/${incident.id}`)
      assert.deepEqual([closed.state, closed.name], ['closed', 'Example'])
      const [message] = (await messages()).slice(-1)
      assert.equal(message?.type, 'incident.closed')
      assert.equal(message?.content.title, 'Tidak lagi dipantau. Feed tidak terbaca: Example.')
    })

  test('an account that is no longer an administrator has no open incident of the installation', async () => {
    const former = await api.user({ roles: ['user', 'admin'] })
    await addBrokenFeed('https://example.com/former')
    await evaluate()
    const open = async (one: TestUser) => (await one.get('/api/incidents?state=open')).body.data.length
    assert.equal(await open(former), 1)
    await api.pool`update account set roles = '{user}' where id = ${former.id}`
    await evaluate()
    assert.deepEqual([await open(former), await open(admin)], [0, 1])
    await api.pool`delete from feed`
    await evaluate()
    const closed = await api.pool`select from message where account_id = ${former.id} and type = 'incident.closed'`
    assert.equal(closed.length, 1)
  })

  test('a source that is no longer queried is not reported as readable', async () => {
    const { id } = await addTestProject(user)
    await addCoverage(api.pool, id, 'youtube', { asked: 3, failed: 3 })
    await evaluate()
    await api.pool`delete from coverage where project_id = ${id}`
    await evaluate()
    assert.match(
      (await messages()).at(-1)?.content.title ?? '',
      /^Tidak lagi dipantau\. Sumber tidak terbaca: YouTube\.$/,
    )
  })

  test('a source all of whose requests fail, in any project, is an incident until one succeeds', async () => {
    const [one, two] = [await addTestProject(user), await addTestProject(user)]
    const twitter = async () =>
      (await admin.get('/api/incidents')).body.data.filter(({ subject }: { subject: string }) => subject === 'twitter')
    await addCoverage(api.pool, one.id, 'twitter', { asked: 2, failed: 2 })
    await evaluate()
    assert.deepEqual(await twitter(), [])
    await addCoverage(api.pool, two.id, 'twitter', { asked: 1, blocked: 1 })
    await evaluate()
    await evaluate()
    const [incident] = await twitter()
    assert.deepEqual(shape(incident), { kind: 'source', subject: 'twitter', alert_id: null, state: 'open' })
    assert.match(incident.detail, /2 requests failed and 1 were refused/)
    await addCoverage(api.pool, two.id, 'twitter', { asked: 1, empty: 1 })
    await evaluate()
    assert.deepEqual((await twitter()).map(shape), [{ ...shape(incident), state: 'closed' }])
    assert.match((await messages()).at(-1)?.content.title ?? '', /^Selesai\. Sumber terbaca lagi: X\.$/)
  })

  test('administrators choose the channels that carry them, and only their own', async () => {
    const [chosen, other] = [await addTestChannel(api, admin), await addTestChannel(api, admin)]
    const path = '/api/admin/incidents/settings'
    assert.deepEqual((await admin.get(path)).body, { channels: [] })
    const set = await admin.send('PUT', path, { channels: [chosen] })
    assert.deepEqual([set.status, set.body], [200, { channels: [chosen] }])
    const foreign = await admin.send('PUT', path, { channels: [await addTestChannel(api, user)] })
    assert.equal(foreign.status, 400)
    assert.match(foreign.body.message, /channels: no channel/)
    assert.equal((await user.send('PUT', path, { channels: [] })).status, 403)
    assert.deepEqual((await admin.get(path)).body, { channels: [chosen] })
    await addBrokenFeed('https://example.com/other')
    await evaluate()
    assert.deepEqual([(await carried(chosen)).length, (await carried(other)).length], [1, 0])
    const [{ id }] = (await admin.get('/api/incidents?state=open')).body.data
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString()
    await admin.send('PATCH', `/api/incidents/${id}`, { snoozedUntil })
    await api.pool`update feed set state = 'ok'`
    await evaluate()
    assert.deepEqual([(await carried(chosen)).length, (await messages()).at(-1)?.type], [1, 'incident.closed'])
    await api.pool`update feed set state = 'broken'`
    await evaluate()
    assert.equal((await carried(chosen)).length, 2)
    await admin.send('PUT', path, { channels: [] })
    await api.pool`update feed set state = 'ok'`
    await evaluate()
    assert.equal((await carried(chosen)).length, 2)
    assert.equal((await messages()).at(-1)?.type, 'incident.closed')
  })
})
