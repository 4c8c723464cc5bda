import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createMetrics } from '../../src/api/metrics.ts'
import { trimRecords } from '../../src/store/jobs/due.ts'
import { startApi, type TestApi, type TestResponse, type TestUser } from '../api.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

describe('guessing passwords', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  // The limit over all would carry over from one test to the next.
  beforeEach(() => api.pool`delete from login_attempt`)
  after(() => api.close())

  interface From {
    readonly address: string
    readonly device?: string | undefined
  }
  let addresses = 0
  // One without a log-in before, and without guesses of other tests.
  const newAddress = () => `10.0.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

  const send = (url: string, username: string, password: string, { address, device }: From): Promise<TestResponse> =>
    api.request({
      method: 'POST',
      url,
      payload: { username, password },
      remoteAddress: address,
      ...(device === undefined ? {} : { headers: { cookie: `pantau_device=${device}` } }),
    })
  const logIn = (user: TestUser, from: From) => send('/api/auth/login', user.username, user.password, from)
  const guess = (username: string, from: From) => send('/api/auth/login', username, 'a wrong password', from)
  async function guessMany(count: number, username: string, from: From): Promise<number[]> {
    return (await Promise.all(Array.from({ length: count }, () => guess(username, from)))).map(({ status }) => status)
  }

  // Logs in as the dashboard does, and returns the cookie that the browser keeps.
  async function logInDevice(user: TestUser, from: From): Promise<string> {
    const { status, headers } = await send('/api/session', user.username, user.password, from)
    assert.equal(status, 200)
    const cookies = headers['set-cookie'] as string[]
    const cookie = cookies.find((one) => one.startsWith('pantau_device=')) ?? ''
    for (const flag of ['HttpOnly', 'SameSite=Strict', 'Max-Age=31536000']) assert.ok(cookie.includes(flag), cookie)
    return /^pantau_device=([^;]+)/.exec(cookie)?.[1] ?? ''
  }

  async function passwordChecks(): Promise<number> {
    const text = await createMetrics(api.pool).text()
    return Number(/^pantau_password_checks_total (\d+)$/m.exec(text)?.[1])
  }

  async function checksOf(work: () => Promise<unknown>): Promise<number> {
    const before = await passwordChecks()
    await work()
    return (await passwordChecks()) - before
  }

  test('an unknown name costs one password check, like one that exists or is disabled', async () => {
    const user = await api.user()
    const disabled = await api.user()
    await api.pool`update account set disabled_at = now() where id = ${disabled.id}`
    for (const name of ['nobody-has-this-name', user.username, disabled.username])
      assert.equal(await checksOf(() => guess(name, { address: newAddress() })), 1, name)
    assert.equal((await logIn(disabled, { address: newAddress() })).status, 401)
  })

  test('trying many names from one address is soon refused, before any password is checked', async () => {
    const address = newAddress()
    const statuses: number[] = []
    const checks = await checksOf(async () => {
      for (let n = 0; n < 200; n++) {
        const { status, headers } = await guess(`name-${n}`, { address })
        statuses.push(status)
        if (status === 429) assert.ok(Number(headers['retry-after']) >= 1)
      }
    })
    assert.deepEqual(statuses.slice(0, 20), new Array(20).fill(401))
    // One more is allowed every 15 seconds.
    assert.ok(statuses.filter((status) => status === 401).length < 40)
    assert.equal(checks, statuses.filter((status) => status === 401).length)
  })

  test('parallel guesses cannot pass together', async () => {
    const user = await api.user()
    const statuses = await guessMany(40, user.username, { address: newAddress() })
    assert.equal(statuses.filter((status) => status === 401).length, 5)
    assert.equal(statuses.filter((status) => status === 429).length, 35)
  })

  test('guesses of one name from many addresses are refused; the user gets in from a known device or address', async () => {
    const user = await api.user()
    const [home, elsewhere] = [newAddress(), newAddress()]
    const device = await logInDevice(user, { address: home })
    const statuses: number[] = []
    for (let n = 0; n < 12; n++)
      statuses.push(...(await guessMany(4, user.username.toUpperCase(), { address: newAddress() })))
    assert.ok(statuses.filter((status) => status === 429).length >= 10, 'the name is limited')
    assert.equal((await logIn(user, { address: elsewhere })).status, 429)
    assert.equal((await logIn(user, { address: home })).status, 200)
    assert.equal((await logIn(user, { address: elsewhere, device })).status, 200)
  })

  test('60 wrong guesses at a shared address do not lock out the user who has logged in there, by cookie or bearer', async () => {
    const user = await api.user()
    const newcomer = await api.user()
    const address = newAddress()
    const device = await logInDevice(user, { address })
    for (let n = 0; n < 3; n++) await guessMany(20, user.username, { address })
    await guessMany(30, 'somebody-else', { address })
    for (let n = 0; n < 25; n++) await guess(`other-${n}`, { address })
    assert.equal((await logIn(newcomer, { address })).status, 429, 'the address is limited for everyone else')
    assert.equal((await logIn(user, { address })).status, 200)
    assert.equal((await logIn(user, { address, device })).status, 200)
    await guessMany(130, user.username, { address })
    assert.equal((await logIn(user, { address })).status, 429, 'a guesser at a known address is limited too')
    assert.equal((await logIn(user, { address, device })).status, 200)
  })

  test('accounts that have logged in at an address do not lift its limit for a guesser there', async () => {
    const address = newAddress()
    const users = [await api.user(), await api.user()]
    for (const user of users) await logIn(user, { address })
    const statuses: number[] = []
    for (const user of users) statuses.push(...(await guessMany(90, user.username, { address })))
    // On a busy machine some find the queue of password checks full.
    const admitted = statuses.filter((status) => status !== 429).length
    assert.ok(admitted >= 150 && admitted < 180, String(admitted))
  })

  test('a successful log-in clears the failures of its device', async () => {
    const user = await api.user()
    const address = newAddress()
    const device = await logInDevice(user, { address })
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 7; n++) assert.equal((await guess(user.username, { address, device })).status, 401)
      assert.equal((await logIn(user, { address, device })).status, 200)
    }
    const statuses = await guessMany(20, user.username, { address, device })
    assert.equal(statuses.filter((status) => status === 401).length, 10, 'a device is limited as well')
  })

  test('successful log-ins do not count', async () => {
    const address = newAddress()
    for (let n = 0; n < 25; n++) assert.equal((await logIn(await api.user(), { address })).status, 200)
  })

  test('a device is known only to the accounts that logged in with it, and a made-up one to none', async () => {
    const [user, other] = [await api.user(), await api.user()]
    const device = await logInDevice(user, { address: newAddress() })
    for (const forged of [device, 'x'.repeat(43), 'short']) {
      const address = newAddress()
      await guessMany(5, other.username, { address })
      assert.equal((await logIn(other, { address, device: forged })).status, 429)
    }
    assert.equal(await logInDevice(other, { address: newAddress(), device }), device, 'a browser keeps its cookie')
    const replaced = await logInDevice(other, { address: newAddress(), device: 'x'.repeat(43) })
    assert.notEqual(replaced, 'x'.repeat(43))
    const [stored] = await api.pool`select count(*)::int as n from known_client where encode(key, 'escape') = ${device}`
    assert.equal(stored?.n, 0, 'only a hash is stored')
  })

  test('all addresses of an IPv6 network count as one', async () => {
    const user = await api.user()
    for (let n = 0; n < 5; n++)
      assert.equal((await guess(user.username, { address: `2001:db8:7:1::${n + 1}` })).status, 401)
    assert.equal((await logIn(user, { address: '2001:db8:7:1:aaaa:bbbb:cccc:dddd' })).status, 429)
    assert.equal((await logIn(user, { address: '2001:db8:7:2::1' })).status, 200)
  })

  test('a flood from everywhere is limited over all, and delays neither a known device nor other requests', async () => {
    const user = await api.user()
    const device = await logInDevice(user, { address: newAddress() })
    const statuses: number[] = []
    const flood = Array.from({ length: 400 }, async () => {
      const { status } = await guess(randomUUID(), { address: newAddress() })
      statuses.push(status)
    })
    const [known, page] = await Promise.all([
      logIn(user, { address: newAddress(), device }).then(({ status }) => ({ status, before: statuses.length })),
      user.get('/api/project'),
    ])
    assert.deepEqual([known.status, page.status], [200, 200])
    await Promise.all(flood)
    assert.ok(known.before < statuses.length, 'the known device waited for all guesses')
    assert.ok(statuses.filter((status) => status === 429).length >= 200)
    assert.ok(statuses.every((status) => [401, 429, 503].includes(status)))
  })

  test('the password of a known device is checked before those of others that wait', async () => {
    const user = await api.user()
    const device = await logInDevice(user, { address: newAddress() })
    let checked = 0
    const limited = Promise.withResolvers<void>()
    const flood = Array.from({ length: 130 }, async () => {
      const { status } = await guess(randomUUID(), { address: newAddress() })
      if (status === 429) limited.resolve()
      else checked += 1
    })
    // From now on about a hundred passwords wait.
    await limited.promise
    assert.equal((await logIn(user, { address: newAddress(), device })).status, 200)
    const before = checked
    await Promise.all(flood)
    assert.ok(checked - before >= 10, `${before} of ${checked} were checked before`)
  })

  test('refused attempts do not make the wait longer', async () => {
    const from = { address: newAddress() }
    await guessMany(5, 'somebody', from)
    const waits: number[] = []
    for (let n = 0; n < 10; n++) waits.push(Number((await guess('somebody', from)).headers['retry-after']))
    assert.ok(
      waits.every((seconds) => seconds >= 1 && seconds <= 120),
      waits.join(),
    )
  })

  test('what has no effect any more is deleted by the clean-up, and nothing else', async () => {
    const user = await api.user()
    const address = newAddress()
    await logIn(user, { address })
    await guessMany(5, 'somebody', { address: newAddress() })
    await api.pool`update login_attempt set used_until = now() - interval '1 second' where scope <> 'nameAtAddress'`
    await api.pool`update known_client set last_at = now() - interval '2 years' where account_id <> ${user.id}`
    await trimRecords(api.pool, 10_000)
    const scopes = await api.pool`select distinct scope from login_attempt`
    assert.deepEqual(
      scopes.map(({ scope }) => scope),
      ['nameAtAddress'],
    )
    const owners = await api.pool`select distinct account_id from known_client`
    assert.deepEqual(
      owners.map((row) => row.account_id),
      [user.id],
    )
  })
})

test('behind a proxy, guesses are counted by the address that the proxy reports, not by one that the client claims', async (t) => {
  const api = await startApi({}, { trustProxy: 1 })
  t.after(() => api.close())
  const user = await api.user()
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) {
    const headers = { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.7` }
    const payload = { username: user.username, password: 'a wrong password' }
    statuses.push((await api.request({ method: 'POST', url: '/api/auth/login', payload, headers })).status)
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
})

describe('password rules', () => {
  let api: TestApi
  let admin: TestUser
  before(async () => {
    api = await startApi()
    admin = await api.user({ roles: ['user', 'admin'] })
  })
  after(() => api.close())

  const refused = (username: string) => ['short', 'password123', 'Rahasia2026!', `kata ${username} sandi`]

  test('hold for users that an administrator adds or changes, with the field in the message', async () => {
    const user = await api.user()
    const fields = { username: 'pengguna', name: 'P', email: 'p@example.com' }
    for (const password of refused(fields.username)) {
      const { status, body } = await admin.send('POST', '/api/admin/users', { ...fields, password })
      assert.equal(status, 400, password)
      assert.match(body.message, /^password /)
    }
    for (const password of refused(user.username)) {
      const { status, body } = await admin.send('PATCH', `/api/admin/users/${user.id}`, { password })
      assert.equal(status, 400, password)
      assert.match(body.message, /^password /)
    }
    assert.equal((await user.get('/api/auth/me')).status, 200, 'nothing was changed')
    const unknown = await admin.send('PATCH', `/api/admin/users/${randomUUID()}`, { password: 'kata sandi yang baik' })
    assert.equal(unknown.status, 404)
  })

  test('hold on the command line', async () => {
    const pantau = (...args: string[]) =>
      promisify(execFile)(process.execPath, [MAIN, ...args], { env: { ...process.env, DATABASE_URL: api.url } }).then(
        () => '',
        ({ stderr }: { stderr: string }) => stderr,
      )
    const user = await api.user()
    assert.match(await pantau('user', 'add', 'baru', '--password', 'password123'), /The password is one of the most/)
    assert.match(
      await pantau('user', 'password', user.username, '--password', `kata ${user.username}`),
      /The password must not contain the user name/,
    )
    const [added] = await api.pool`select count(*)::int as n from account where username = 'baru'`
    assert.equal(added?.n, 0)
    assert.equal((await user.get('/api/auth/me')).status, 200)
  })
})
