import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { changeAccount } from '../../src/store/accounts/accounts.ts'
import { startApi, type TestApi, type TestResponse, type TestUser } from '../api.ts'
import { until } from '../processes/until.ts'
import { addTestSession } from '../sessions.ts'

const NEW_PASSWORD = 'kata sandi yang baru'

describe('the own account', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  const logIn = (username: string, password: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
    api.request({ method: 'POST', url: '/api/auth/login', payload: { username, password }, headers })
  const change = (user: TestUser, from: string, to: string) =>
    user.send('PATCH', '/api/auth/me', { password: { old: from, new: to } })
  const as = (token: string) => api.request({ ...ME, headers: { authorization: `Bearer ${token}` } })
  const ME = { method: 'GET', url: '/api/auth/me' } as const

  async function otherSession(user: TestUser, seconds?: number): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await addTestSession(api.pool, user.id, token, seconds)
    return token
  }

  test('a new password works at once, ends all other sessions and keeps this one', async () => {
    const [user, neighbour] = [await api.user(), await api.user()]
    const others = [await otherSession(user), await otherSession(user)]
    const { status, body } = await change(user, user.password, NEW_PASSWORD)
    assert.equal(status, 200)
    assert.equal(body.revoked, 2)
    assert.equal((await user.get('/api/auth/me')).status, 200)
    for (const token of others) assert.equal((await as(token)).status, 401)
    assert.equal((await logIn(user.username, user.password)).status, 401)
    assert.equal((await logIn(user.username, NEW_PASSWORD)).status, 200)
    assert.equal((await neighbour.get('/api/auth/me')).status, 200)
    const [entry] = await api.pool`select action, detail from audit_entry where account_id = ${user.id}`
    assert.deepEqual(entry, { action: 'user.change', detail: { fields: ['password'] } })
  })

  for (const [what, password, message] of [
    ['a wrong old one', { old: 'not the password', new: NEW_PASSWORD }, /^password\.old /],
    ['no old one', { new: NEW_PASSWORD }, /^old is required/],
    ['a short one', { old: 'a password for tests', new: 'short' }, /^password\.new /],
    ['a common one', { old: 'a password for tests', new: 'password123' }, /^password\.new .*common/],
    ['the same one', { old: 'a password for tests', new: 'a password for tests' }, /^password\.new must differ/],
    ['another field', { old: 'a password for tests', new: NEW_PASSWORD, name: 'x' }, /^name is not a field/],
  ] as const) {
    test(`a new password with ${what} is 400, names the field and changes nothing`, async () => {
      const user = await api.user()
      const token = await otherSession(user)
      const { status, body } = await user.send('PATCH', '/api/auth/me', { password })
      assert.equal(status, 400)
      assert.match(body.message, message)
      assert.equal((await as(token)).status, 200)
      assert.equal((await logIn(user.username, user.password)).status, 200)
    })
  }

  test('the new password must not contain the user name', async () => {
    const user = await api.user()
    assert.match(
      (await change(user, user.password, `kata ${user.username}`)).body.message,
      /^password\.new .*user name/,
    )
  })

  test('guesses of the old password are limited, which does not keep the user from logging in', async () => {
    const user = await api.user()
    const guesses = await Promise.all(Array.from({ length: 15 }, () => change(user, 'a guess', NEW_PASSWORD)))
    assert.equal(guesses.filter(({ status }) => status === 400).length, 10)
    const refused = await change(user, user.password, NEW_PASSWORD)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) >= 1)
    assert.equal((await logIn(user.username, user.password)).status, 200)
  })

  test('changing the password clears earlier wrong guesses', async () => {
    const user = await api.user()
    let current = user.password
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 6; n++) assert.equal((await change(user, 'a guess', NEW_PASSWORD)).status, 400)
      const next = `kata sandi ke ${round} yang baru`
      assert.equal((await change(user, current, next)).status, 200)
      current = next
    }
  })

  test('sessions are listed with where and when they are used, and which one is this', async () => {
    const [user, neighbour] = [await api.user(), await api.user()]
    await otherSession(neighbour)
    await otherSession(user, -1)
    const agent = `Browser/${'x'.repeat(400)}`
    const login = await api.request({
      method: 'POST',
      url: '/api/session',
      payload: { username: user.username, password: user.password },
      remoteAddress: '192.0.2.44',
      headers: { 'user-agent': agent },
    })
    assert.equal(login.status, 200)
    const { status, body } = await user.get('/api/auth/sessions')
    assert.equal(status, 200)
    assert.equal(body.data.length, 2)
    const [browser, own] = body.data
    assert.deepEqual([browser.current, own.current], [false, true])
    assert.deepEqual([browser.address, browser.user_agent], ['192.0.2.44', agent.slice(0, 300)])
    for (const field of ['created_at', 'last_seen_at', 'expires_at']) assert.match(browser[field], /^\d{4}-.*Z$/)
    const fields = ['address', 'created_at', 'current', 'expires_at', 'id', 'last_seen_at', 'user_agent']
    assert.deepEqual(Object.keys(own).sort(), fields)
  })

  test('one of the own sessions can be ended, once; another user’s is not found', async () => {
    const [user, neighbour] = [await api.user(), await api.user()]
    const token = await otherSession(user)
    const idOf = async (who: TestUser, current: boolean) =>
      (await who.get('/api/auth/sessions')).body.data.find((one: { current: boolean }) => one.current === current).id
    const id = await idOf(user, false)
    const foreign = await idOf(neighbour, true)
    assert.equal((await user.send('DELETE', `/api/auth/sessions/${id}`)).status, 200)
    assert.equal((await as(token)).status, 401)
    for (const gone of [id, foreign, randomUUID(), 'nonsense'])
      assert.equal((await user.send('DELETE', `/api/auth/sessions/${gone}`)).status, 404)
    assert.equal((await neighbour.get('/api/auth/me')).status, 200)
    assert.equal((await user.send('DELETE', `/api/auth/sessions/${await idOf(user, true)}`)).status, 200)
    assert.equal((await user.get('/api/auth/me')).status, 401)
  })

  test('the language of messages is Indonesian until it is changed, without a password and for this person only', async () => {
    const [user, neighbour] = [await api.user(), await api.user()]
    const languageOf = async (who: TestUser) => (await who.get('/api/auth/me')).body.language
    assert.equal(await languageOf(user), 'id')
    const { status, body } = await user.send('PATCH', '/api/auth/me', { language: 'en' })
    assert.deepEqual([status, body.language, body.revoked], [200, 'en', 0])
    assert.equal(await languageOf(user), 'en')
    assert.equal(await languageOf(neighbour), 'id')
    const channel = { kind: 'webhook', name: 'Uji', url: 'https://example.com/hook' }
    const { id } = (await user.send('POST', '/api/channels', channel)).body
    await user.send('POST', `/api/channels/${id}/test`)
    assert.equal((await user.get('/api/inbox')).body.data[0].title, 'Test message from Pantau')
  })

  test('the time zone is that of the service until it is changed, and null brings that back', async () => {
    const [user, neighbour] = [await api.user(), await api.user()]
    const zoneOf = async (who: TestUser) => (await who.get('/api/auth/me')).body.timeZone
    assert.equal(await zoneOf(user), null)
    const { status, body } = await user.send('PATCH', '/api/auth/me', { timeZone: 'Asia/Makassar' })
    assert.deepEqual([status, body.timeZone, body.language], [200, 'Asia/Makassar', 'id'])
    const wrong = await user.send('PATCH', '/api/auth/me', { timeZone: 'Asia/Atlantis' })
    assert.deepEqual([wrong.status, /^timeZone: "Asia\/Atlantis" is not/.test(wrong.body.message)], [400, true])
    assert.deepEqual([await zoneOf(user), await zoneOf(neighbour)], ['Asia/Makassar', null])
    await user.send('PATCH', '/api/auth/me', { timeZone: null })
    assert.equal(await zoneOf(user), null)
  })

  test('an unknown language, or no change at all, is 400 and names the rule; a wrong password changes no language', async () => {
    const user = await api.user()
    const refused = async (change: unknown) => {
      const { status, body } = await user.send('PATCH', '/api/auth/me', change)
      assert.equal(status, 400)
      return body.message as string
    }
    assert.match(await refused({ language: 'fr' }), /^language must be one of/)
    assert.match(await refused({}), /at least one|fewer than 1/)
    const password = { old: 'not the password', new: NEW_PASSWORD }
    assert.match(await refused({ password, language: 'en' }), /^password\.old /)
    assert.equal((await user.get('/api/auth/me')).body.language, 'id')
  })

  test('DELETE /api/session with a bearer token ends that session and no other', async () => {
    const user = await api.user()
    const token = await otherSession(user)
    assert.equal((await user.send('DELETE', '/api/session')).status, 200)
    assert.equal((await user.get('/api/auth/me')).status, 401)
    assert.equal((await as(token)).status, 200)
  })

  test('the last use of a session is recorded, at most once a minute', async () => {
    const user = await api.user()
    const seenBefore = (seconds: number) =>
      api.pool`update session set last_seen_at = now() - make_interval(secs => ${seconds}) where account_id = ${user.id}`
    const age = async () => {
      const [row] = await api.pool`
        select extract(epoch from now() - last_seen_at)::int as seconds from session where account_id = ${user.id}`
      return row?.seconds as number
    }
    await seenBefore(30)
    await user.get('/api/auth/me')
    const stillOld = await age()
    assert.ok(stillOld >= 30, 'not yet')
    await seenBefore(3_600)
    await user.get('/api/auth/me')
    await until('it is recorded', async () => (await age()) < 60)
  })

  test('a log-in with the old password that overlaps its change opens no session', async () => {
    const user = await api.user()
    const other = await api.user()
    const [changed] = await api.pool`select password_hash from account where id = ${other.id}`
    let login: Promise<TestResponse> | undefined
    await api.pool.begin(async (tx) => {
      await changeAccount(tx, user.id, { passwordHash: `${changed?.password_hash} ` })
      login = logIn(user.username, user.password)
      await until('the log-in waits for the change', async () => {
        const waiting = await api.pool`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into session%'`
        return waiting.length > 0
      })
    })
    assert.equal((await login)?.status, 401)
    const [sessions] = await api.pool`select count(*)::int as n from session where account_id = ${user.id}`
    assert.equal(sessions?.n, 0)
  })
})
