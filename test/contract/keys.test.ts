import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { changeAccount } from '../../src/store/accounts/accounts.ts'
import { addEvent } from '../../src/store/accounts/events.ts'
import { addMessage } from '../../src/store/watching/outbox.ts'
import { addTestKey, addTestProject, clientOf, PROJECT, startApi, type TestApi } from '../api.ts'
import { until } from '../processes/until.ts'

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

describe('API keys', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  test('a key is shown once, stored as a hash, and recognisable by its prefix and checksum', async () => {
    const user = await api.user()
    const project = await addTestProject(user)
    const body = {
      name: ' Buku catatan ',
      scopes: ['read', 'write'],
      projects: [project.id.toUpperCase()],
      expiresAt: TOMORROW,
    }
    const added = await user.send('POST', '/api/keys', body)
    assert.equal(added.status, 201)
    const { key, ...shown } = added.body
    assert.match(key, /^pantau_[0-9A-Za-z]{46}$/)
    assert.equal(base62(key.slice(47)), crc32(key.slice(7, 47)))
    assert.deepEqual(shown, {
      id: shown.id,
      name: 'Buku catatan',
      prefix: key.slice(0, 13),
      scopes: ['read', 'write'],
      projects: [project.id],
      expiresAt: TOMORROW,
      createdAt: shown.createdAt,
    })
    assert.deepEqual((await user.get('/api/keys')).body.data, [{ ...shown, lastUsedAt: null, lastUsedFrom: null }])
    const [row] = await api.pool`select * from api_key where id = ${shown.id}`
    assert.ok(hash('sha256', key, 'buffer').equals(row?.hash))
    assert.ok(!JSON.stringify(row).includes(key.slice(13)))
    const [entry] = await api.pool`select detail from audit_entry where action = 'key.create' and subject = ${shown.id}`
    assert.deepEqual(entry?.detail, { name: 'Buku catatan', scopes: ['read', 'write'], projects: [project.id] })
  })

  test('the list says when and from where a key was used, recorded at most once a minute', async () => {
    const user = await api.user()
    const key = await addTestKey(api, user)
    const use = (remoteAddress: string) =>
      api.request({
        method: 'GET',
        url: '/api/project',
        headers: { authorization: `Bearer ${key.token}` },
        remoteAddress,
      })
    const used = async () => (await user.get('/api/keys')).body.data[0]
    await use('192.0.2.1')
    await until('the use is recorded', async () => (await used()).lastUsedAt !== null)
    const first = await used()
    assert.equal(first.lastUsedFrom, '192.0.2.1')
    await use('192.0.2.2')
    assert.deepEqual(await used(), first)
    await api.pool`update api_key set last_used_at = now() - interval '2 minutes' where id = ${key.id}`
    await use('192.0.2.2')
    await until('it is recorded again', async () => (await used()).lastUsedFrom === '192.0.2.2')
  })

  for (const [what, fields, status, message] of [
    ['no name', { name: undefined }, 400, /^name is required/],
    ['a blank name', { name: '  ' }, 400, /^name must match/],
    ['no scope', { scopes: [] }, 400, /^scopes /],
    ['an unknown scope', { scopes: ['root'] }, 400, /^scopes\.0 must be one of: read, write, collect, admin/],
    ['the scope admin from a user', { scopes: ['read', 'admin'] }, 403, /^scopes: only an administrator/],
    ['no project', { projects: [] }, 400, /^projects /],
    ['an unknown project', { projects: ['x'] }, 404, /^projects: No project has the id "x"/],
    ['a past expiry', { expiresAt: '2020-01-01T00:00:00Z' }, 400, /^expiresAt must be in the next/],
    ['an expiry that is no time', { expiresAt: 'soon' }, 400, /^expiresAt /],
    ['another field', { admin: true }, 400, /^admin is not a field/],
  ] as const) {
    test(`a key with ${what} is ${status} and names the field`, async () => {
      const user = await api.user()
      const added = await user.send('POST', '/api/keys', { name: 'Program', scopes: ['read'], ...fields })
      assert.equal(added.status, status)
      assert.match(added.body.message, message)
      assert.deepEqual((await user.get('/api/keys')).body.data, [])
    })
  }

  test('the scope admin needs an administrator, now and later, and no limit to projects', async () => {
    const admin = await api.user({ roles: ['user', 'admin'] })
    const { id } = await addTestProject(admin)
    const limited = await admin.send('POST', '/api/keys', { name: 'A', scopes: ['admin'], projects: [id] })
    assert.equal(limited.status, 400)
    const key = await addTestKey(api, admin, { scopes: ['admin'] })
    assert.equal((await key.get('/api/admin/users')).status, 200)
    assert.equal((await (await addTestKey(api, admin)).get('/api/admin/users')).status, 403)
    await api.pool.begin((tx) => changeAccount(tx, admin.id, { roles: ['user'] }))
    assert.equal((await key.get('/api/admin/users')).status, 403)
  })

  test('an unknown, malformed, expired or revoked key is 401, in the header only', async () => {
    const user = await api.user()
    const [expired, revoked, good] = [
      await addTestKey(api, user),
      await addTestKey(api, user),
      await addTestKey(api, user),
    ]
    await api.pool`update api_key set expires_at = now() where id = ${expired.id}`
    assert.equal((await revoked.get('/api/project')).status, 200)
    assert.equal((await user.send('DELETE', `/api/keys/${revoked.id}`)).status, 200)
    const changed = good.token.endsWith('0') ? '1' : '0'
    const malformed = clientOf(api.request, `${good.token.slice(0, -1)}${changed}`)
    for (const client of [expired, revoked, malformed, clientOf(api.request, 'pantau_x')]) {
      const { status, body, headers } = await client.get('/api/project')
      assert.equal(status, 401)
      assert.equal(body.message, 'The key is unknown, expired or revoked.')
      assert.equal(headers['www-authenticate'], 'Bearer')
      assert.equal(headers['ratelimit-limit'], undefined)
    }
    assert.equal((await user.send('DELETE', `/api/keys/${revoked.id}`)).status, 404)
    assert.equal((await good.get('/api/project')).status, 200)
    const headers = { cookie: `pantau_session=${good.token}` }
    assert.equal((await api.request({ method: 'GET', url: '/api/project', headers })).status, 401)
  })

  test('keys outlive sessions and passwords, and end for good when the account is disabled', async () => {
    const user = await api.user()
    const key = await addTestKey(api, user)
    await user.send('POST', '/api/auth/logout-all')
    assert.equal((await key.get('/api/project')).status, 200)
    await api.pool.begin((tx) => changeAccount(tx, user.id, { disabled: true }))
    assert.equal((await key.get('/api/project')).status, 401)
    await api.pool.begin((tx) => changeAccount(tx, user.id, { disabled: false }))
    assert.equal((await key.get('/api/project')).status, 401)
  })

  test('a key that is limited to projects creates none and lists no other', async () => {
    const user = await api.user()
    const [own, other] = [await addTestProject(user), await addTestProject(user)]
    const key = await addTestKey(api, user, { projects: [own.id] })
    const created = await key.send('POST', '/api/project', PROJECT)
    assert.equal(created.status, 403)
    assert.match(created.body.message, /limited to some of its projects/)
    const { body } = await key.get('/api/project')
    assert.deepEqual([body.total, body.data.map(({ id }: { id: string }) => id)], [1, [own.id]])
    const overview = (await key.get('/api/project/overview')).body
    assert.ok(JSON.stringify(overview).includes(own.id) && !JSON.stringify(overview).includes(other.id))
    for (const { id } of [own, other]) await api.pool.begin((tx) => addMessage(tx, messageAbout(user.id, id)))
    await api.pool.begin((tx) => addMessage(tx, { ...messageAbout(user.id, own.id), data: {} }))
    const inbox = (await key.get('/api/inbox')).body
    assert.deepEqual([inbox.data.length, inbox.unread], [1, 1])
    const read = await key.send('POST', '/api/inbox/read', { until: TOMORROW })
    assert.deepEqual(read.body, { read: 1, unread: 0 })
    assert.equal((await user.get('/api/inbox')).body.unread, 2)
  })

  test('a stream has the events of the projects of its key, and ends when the key is revoked', async () => {
    const base = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const user = await api.user()
    const [own, other] = [await addTestProject(user), await addTestProject(user)]
    const key = await addTestKey(api, user, { projects: [own.id] })
    const headers = { authorization: `Bearer ${key.token}` }
    const response = await fetch(`${base}/api/events`, { headers, signal: AbortSignal.timeout(60_000) })
    assert.ok(Number(response.headers.get('ratelimit-remaining')) > 0)
    for (const { id } of [other, own]) {
      await api.pool.begin((tx) => addMessage(tx, messageAbout(user.id, id)))
      await addEvent(api.pool, user.id, 'mentions', { projectId: id, added: 1 })
      await addEvent(api.pool, user.id, 'project', { projectId: id, change: 'updated' })
    }
    let text = ''
    const decoder = new TextDecoder()
    // Ends only because the stream does.
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      if (/event: project\n/.test(text) && text.endsWith('\n\n')) await user.send('DELETE', `/api/keys/${key.id}`)
    }
    assert.deepEqual(text.match(/(?<=event: )\w+/g), ['inbox', 'mentions', 'project'])
    assert.ok(text.includes(own.id) && !text.includes(other.id))
  })

  test('a key has a rate limit of its own, and every response says what remains', async () => {
    const limited = await startApi({}, { keyRate: 2 }, { url: api.url, drop: async () => {} })
    const user = await limited.user()
    const [key, second] = [await addTestKey(limited, user), await addTestKey(limited, user)]
    const responses = []
    // A new minute may begin once in between.
    for (let n = 0; n < 5 && responses.at(-1)?.status !== 429; n++) responses.push(await key.get('/api/project'))
    const [first, last] = [responses[0], responses.at(-1)]
    assert.deepEqual(
      [first?.status, first?.headers['ratelimit-limit'], first?.headers['ratelimit-remaining']],
      [200, '2', '1'],
    )
    assert.deepEqual([last?.status, last?.headers['ratelimit-remaining']], [429, '0'])
    assert.equal(last?.headers['retry-after'], last?.headers['ratelimit-reset'])
    assert.match(String(last?.headers['retry-after']), /^([1-9]|[1-5]\d|60)$/)
    assert.equal((await second.get('/api/project')).status, 200)
    for (let n = 0; n < 5; n++) assert.equal((await user.get('/api/project')).headers['ratelimit-limit'], undefined)
    await limited.close()
  })

  test('the document declares the headers of the rate limit for every operation that takes a key', async () => {
    const names = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
    const { body } = await api.request({ method: 'GET', url: '/openapi.json' })
    const { paths, components } = body as Document
    for (const { operationId, responses, 'x-scope': scope } of Object.values(paths).flatMap(Object.values<Operation>))
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        if (Number(status) >= 400) continue
        const declared = Object.keys(headers).filter((name) => names.includes(name))
        assert.deepEqual(declared, scope === undefined ? [] : names, `${operationId} ${status}`)
      }
    assert.deepEqual(Object.keys(components.responses.TooManyRequests?.headers ?? {}), [
      'Reason',
      'Retry-After',
      ...names,
    ])
    assert.deepEqual(Object.keys(components.headers), ['Reason', ...names])
  })

  test('pages of configured origins may call the API with a key, and no others; never with cookies', async () => {
    const origin = 'https://dashboard.example.org'
    const open = await startApi({}, { corsOrigins: [origin] }, { url: api.url, drop: async () => {} })
    const { token } = await addTestKey(open, await open.user())
    const allowed = async (from: TestApi, headers: Record<string, string>, method: 'GET' | 'OPTIONS' = 'GET') => {
      const response = await from.request({ method, url: '/api/project', headers })
      assert.equal(response.headers['access-control-allow-credentials'], undefined)
      return { ...response, allowed: response.headers['access-control-allow-origin'] }
    }
    const preflight = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' }
    const checked = await allowed(open, { origin, ...preflight }, 'OPTIONS')
    assert.deepEqual([checked.status, checked.allowed], [204, origin])
    assert.match(String(checked.headers['access-control-allow-methods']), /PATCH/)
    assert.match(String(checked.headers['access-control-allow-headers']), /Authorization/)
    const called = await allowed(open, { origin, authorization: `Bearer ${token}` })
    assert.deepEqual([called.status, called.allowed, called.headers.vary], [200, origin, 'Origin'])
    assert.match(String(called.headers['access-control-expose-headers']), /RateLimit-Remaining.*Retry-After/)
    // Also errors can be read.
    assert.deepEqual((({ status, allowed: to }) => [status, to])(await allowed(open, { origin })), [401, origin])
    assert.equal((await allowed(open, { origin: 'https://example.com' })).allowed, undefined)
    assert.equal((await allowed(open, { origin: 'https://example.com', ...preflight }, 'OPTIONS')).allowed, undefined)
    const closed = await allowed(api, { origin, ...preflight }, 'OPTIONS')
    assert.deepEqual([closed.status, closed.allowed], [404, undefined])
    assert.equal((await allowed(api, { origin })).allowed, undefined)
    await open.close()
  })

  test('an account has at most 100 keys', async () => {
    const user = await api.user()
    await api.pool`
      insert into api_key (id, account_id, name, hash, prefix, scopes)
      select gen_random_uuid(), ${user.id}, 'K', uuid_send(gen_random_uuid()), 'pantau_', array['read'] from generate_series(1, 100)`
    const { status, body } = await user.send('POST', '/api/keys', { name: 'Satu lagi', scopes: ['read'] })
    assert.equal(status, 400)
    assert.match(body.message, /at most 100 keys/)
  })
})

interface Declared {
  readonly headers?: object
}
interface Operation {
  readonly operationId: string
  readonly 'x-scope'?: string
  readonly responses: Readonly<Record<string, Declared>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly headers: object; readonly responses: Readonly<Record<string, Declared>> }
}

function messageAbout(accountId: string, projectId: string) {
  const content = { title: 'Kabar', blocks: [], links: [] }
  return {
    accountId,
    type: 'notice' as const,
    incidentId: null,
    data: { keyword_id: projectId },
    content,
    channels: [],
  }
}

function base62(text: string): number {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return [...text].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
}
