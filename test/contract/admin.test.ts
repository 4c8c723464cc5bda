import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { startApi, type TestApi, type TestUser } from '../api.ts'

describe('administration', () => {
  let api: TestApi
  let admin: TestUser
  before(async () => {
    api = await startApi()
    admin = await api.user({ roles: ['user', 'admin'] })
  })
  after(() => api.close())

  const newUser = () => ({
    username: `orang-${randomUUID().slice(0, 8)}`,
    password: 'rahasia sekali',
    name: 'Orang',
    email: 'orang@example.com',
  })
  const logIn = (username: string, password: string) =>
    api.request({ method: 'POST', url: '/api/auth/login', payload: { username, password } })

  test('a user is added, can log in, and has the default quota or the given one', async () => {
    const fields = newUser()
    const { status, body } = await admin.send('POST', '/api/admin/users', fields)
    assert.equal(status, 201)
    const { userId, ...rest } = body
    assert.deepEqual(rest, {
      username: fields.username,
      name: 'Orang',
      email: 'orang@example.com',
      roles: ['user'],
      kuota: 10_000,
      disabled: false,
    })
    assert.equal((await logIn(fields.username, fields.password)).body.user.userId, userId)
    assert.equal(
      (await admin.send('POST', '/api/admin/users', { ...newUser(), kuota: 5, roles: ['admin'] })).body.kuota,
      5,
    )
    assert.equal(
      (await admin.send('POST', '/api/admin/users', { ...fields, username: fields.username.toUpperCase() })).status,
      409,
    )
    assert.ok((await admin.get('/api/admin/users?limit=1')).body.total >= 3)
  })

  test('wrong fields are 400', async () => {
    for (const change of [
      { password: 'short' },
      { email: 'no' },
      { username: 'a b' },
      { roles: ['king'] },
      { roles: [] },
      { kuota: -1 },
      { kuota: 1.5 },
      { kuota: '5' },
      { name: undefined },
    ]) {
      assert.equal(
        (await admin.send('POST', '/api/admin/users', { ...newUser(), ...change })).status,
        400,
        JSON.stringify(change),
      )
    }
  })

  test('disabling a user ends their sessions at once; enabling allows log-ins again', async () => {
    const user = await api.user()
    assert.equal((await admin.send('PATCH', `/api/admin/users/${user.id}`, { disabled: true })).body.disabled, true)
    assert.equal((await user.get('/api/auth/me')).status, 401)
    assert.equal((await logIn(user.username, user.password)).status, 401)
    await admin.send('PATCH', `/api/admin/users/${user.id}`, { disabled: false })
    assert.equal((await logIn(user.username, user.password)).status, 200)
  })

  test('a new password ends the sessions and works for new ones', async () => {
    const user = await api.user()
    await admin.send('PATCH', `/api/admin/users/${user.id}`, { password: 'a new password', name: 'Baru' })
    assert.equal((await user.get('/api/auth/me')).status, 401)
    assert.equal((await logIn(user.username, 'a new password')).body.user.name, 'Baru')
  })

  test('administrators cannot disable or demote themselves', async () => {
    assert.equal((await admin.send('PATCH', `/api/admin/users/${admin.id}`, { disabled: true })).status, 400)
    assert.equal((await admin.send('PATCH', `/api/admin/users/${admin.id}`, { roles: ['user'] })).status, 400)
    assert.equal((await admin.send('PATCH', `/api/admin/users/${admin.id}`, {})).status, 400)
    assert.equal((await admin.send('PATCH', `/api/admin/users/${randomUUID()}`, { name: 'x' })).status, 404)
    assert.equal((await admin.send('PATCH', '/api/admin/users/nonsense', { name: 'x' })).status, 404)
  })

  test('a quota is set to the remaining amount, and the ledger records the difference', async () => {
    const user = await api.user({ quota: 100 })
    for (const kuota of [250, 40, 40]) {
      assert.equal((await admin.send('PUT', `/api/admin/users/${user.id}/quota`, { kuota })).body.kuota, kuota)
    }
    const entries = await api.pool`select amount from quota_entry where account_id = ${user.id} order by id`
    assert.deepEqual(
      entries.map(({ amount }) => amount),
      [100, 150, -210],
    )
    assert.equal((await admin.send('PUT', `/api/admin/users/${user.id}/quota`, { kuota: -1 })).status, 400)
    assert.equal((await admin.send('PUT', `/api/admin/users/${randomUUID()}/quota`, { kuota: 1 })).status, 404)
  })

  test('feeds are added, listed, changed and removed', async () => {
    const add = (body: object) => admin.send('POST', '/api/admin/feeds', body)
    const { status, body } = await add({ url: 'https://example.com/rss', name: 'Contoh' })
    assert.equal(status, 201)
    assert.deepEqual(
      [body.url, body.name, body.enabled, body.state],
      ['https://example.com/rss', 'Contoh', true, 'new'],
    )
    assert.equal((await add({ url: 'https://example.com/rss', enabled: false })).body.id, body.id)
    assert.equal((await admin.get('/api/admin/feeds')).body.data[0].enabled, false)
    for (const url of ['', 'nonsense', 'ftp://example.com/x', 'https://a:b@example.com/', 'javascript:alert(1)']) {
      assert.equal((await add({ url })).status, 400, url)
    }
    assert.equal((await admin.send('DELETE', `/api/admin/feeds?id=${body.id}`)).status, 200)
    assert.equal((await admin.send('DELETE', `/api/admin/feeds?id=${body.id}`)).status, 404)
    assert.equal((await admin.send('DELETE', '/api/admin/feeds')).status, 400)
  })

  test('every change is recorded with its author, and the records cannot be deleted', async () => {
    const entries = await api.pool`select action, account_id from audit_entry where account_id = ${admin.id}`
    const actions = new Set(entries.map(({ action }) => action))
    for (const action of ['user.create', 'user.change', 'user.quota', 'feed.add', 'feed.remove'])
      assert.ok(actions.has(action), action)
    await assert.rejects(api.pool`delete from audit_entry`, /append-only/)
    const [secret] =
      await api.pool`select count(*)::int as n from audit_entry where detail::text like '%rahasia sekali%'`
    assert.equal(secret?.n, 0)
  })
})
