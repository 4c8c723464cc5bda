import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApi, type TestApi } from '../api.ts'

describe('sessions', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  const login = (body: unknown, address = '127.0.0.1') =>
    api.request({ method: 'POST', url: '/api/auth/login', payload: body as object, remoteAddress: address })

  test('logging in returns a token, its expiry, the roles and the user', async () => {
    const user = await api.user()
    const { status, body } = await login({ username: user.username, password: user.password })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['expires_at', 'roles', 'token', 'user'])
    assert.match(body.expires_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.deepEqual(body.roles, ['user'])
    assert.deepEqual(body.user, {
      userId: user.id,
      name: 'Tester',
      email: 'tester@example.com',
      username: user.username,
    })
  })

  test('user names are case-insensitive', async () => {
    const user = await api.user()
    assert.equal((await login({ username: user.username.toUpperCase(), password: user.password })).status, 200)
  })

  for (const [what, body] of Object.entries({
    'no password': { username: 'x' },
    'no user name': { password: 'x' },
    'an empty name': { username: '', password: 'x' },
    'a number for a name': { username: 123, password: 'x' },
    'a list': [],
    'a NUL in the name': { username: 'a\0b', password: 'x' },
  })) {
    test(`logging in with ${what} is 400 and says why`, async () => {
      const { status, body: response } = await login(body)
      assert.equal(status, 400)
      assert.equal(response.success, false)
      assert.ok(response.message.length > 10, response.message)
    })
  }

  test('a wrong password and an unknown name get the same response', async () => {
    const user = await api.user()
    const wrong = await login({ username: user.username, password: 'wrong' })
    const unknown = await login({ username: 'unknown-user', password: 'wrong' })
    assert.equal(wrong.status, 401)
    assert.deepEqual(wrong.body, unknown.body)
  })

  test('failed log-ins are throttled for that name at that address only', async () => {
    const user = await api.user()
    for (let guess = 0; guess < 5; guess++) {
      assert.equal((await login({ username: user.username, password: 'guess' }, '127.0.0.9')).status, 401)
    }
    const throttled = await login({ username: user.username, password: user.password }, '127.0.0.9')
    assert.equal(throttled.status, 429)
    assert.ok(Number(throttled.headers['retry-after']) >= 1)
    assert.equal((await login({ username: user.username, password: user.password }, '127.0.0.10')).status, 200)
  })

  test('a session reports that it is valid, its expiry and its user', async () => {
    const user = await api.user()
    const { status, body } = await user.get('/api/auth/session')
    assert.equal(status, 200)
    assert.equal(body.valid, true)
    assert.equal(body.user.userId, user.id)
    assert.deepEqual((await user.get('/api/auth/me')).body, { ...body.user, language: 'id', timeZone: null })
  })

  test('logging out ends the session, once', async () => {
    const user = await api.user()
    const logout = () => api.request({ method: 'POST', url: '/api/auth/logout', payload: { token: user.token } })
    assert.deepEqual((await logout()).body, { success: true, message: 'Logged out.' })
    assert.equal((await user.get('/api/auth/me')).status, 401)
    assert.equal((await logout()).status, 401)
  })

  test('logging out without a token is 400, with an unknown one 401', async () => {
    assert.equal((await api.request({ method: 'POST', url: '/api/auth/logout', payload: {} })).status, 400)
    assert.equal((await api.request({ method: 'POST', url: '/api/auth/logout', payload: { token: 'x' } })).status, 401)
  })

  test('logging out everywhere returns the number of valid sessions, its own included', async () => {
    const user = await api.user()
    for (let n = 0; n < 2; n++) await login({ username: user.username, password: user.password })
    await api.pool`update session set expires_at = now() - interval '1 second'
      where token_hash = (select token_hash from session where account_id = ${user.id} order by created_at desc limit 1)`
    const { status, body } = await user.send('POST', '/api/auth/logout-all')
    assert.equal(status, 200)
    assert.equal(body.revoked, 2)
    assert.equal(body.success, true)
    assert.equal((await user.get('/api/auth/session')).status, 401)
  })

  test('an expired session is 401', async () => {
    const user = await api.user()
    await api.pool`update session set expires_at = now() where account_id = ${user.id}`
    assert.equal((await user.get('/api/auth/me')).status, 401)
  })

  test('the dashboard logs in with a cookie that scripts cannot read, and can write only with its request header', async () => {
    const user = await api.user()
    const session = await api.request({
      method: 'POST',
      url: '/api/session',
      payload: { username: user.username, password: user.password },
    })
    assert.equal(session.status, 200)
    assert.equal(session.body.token, undefined)
    const cookie = String(session.headers['set-cookie'])
    assert.match(cookie, /HttpOnly/)
    assert.match(cookie, /SameSite=Strict/)
    const headers = { cookie: cookie.split(';')[0] as string }
    assert.equal((await api.request({ method: 'GET', url: '/api/auth/me', headers })).status, 200)
    assert.equal((await api.request({ method: 'POST', url: '/api/auth/logout-all', headers })).status, 403)
    const logout = await api.request({
      method: 'DELETE',
      url: '/api/session',
      headers: { ...headers, 'x-pantau-request': '1' },
    })
    assert.equal(logout.status, 200)
    assert.equal((await api.request({ method: 'GET', url: '/api/auth/me', headers })).status, 401)
  })

  test('neither tokens nor passwords are stored in clear text', async () => {
    const user = await api.user()
    const [session] =
      await api.pool`select encode(token_hash, 'escape') as hash from session where account_id = ${user.id}`
    assert.ok(!String(session?.hash).includes(user.token))
    const [account] = await api.pool`select password_hash from account where id = ${user.id}`
    assert.match(account?.password_hash, /^\$argon2id\$/)
  })
})
