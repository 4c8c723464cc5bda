import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addTestProject, PROJECT, startApi, type TestApi } from '../api.ts'

interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly secured: boolean
}

describe('access', () => {
  let api: TestApi
  let operations: Operation[]
  before(async () => {
    api = await startApi()
    const { body } = await api.request({ method: 'GET', url: '/openapi.json' })
    operations = Object.entries(body.paths as Record<string, Record<string, { security: unknown[] }>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { security }]) => ({
          method: method.toUpperCase() as Operation['method'],
          path: path.replace(/\{[^}]+\}/g, 'x'),
          secured: security.length > 0,
        })),
    )
  })
  after(() => api.close())

  const send = (operation: Operation, headers: Record<string, string>) =>
    api.request({ method: operation.method, url: operation.path, headers })

  test('only logging in, logging out and the secret links of e-mails, reports and feed readers need no session', () => {
    const open = operations.filter(({ secured }) => !secured).map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(open.sort(), [
      'GET /api/confirm/x',
      'GET /api/feeds/x.atom',
      'GET /api/feeds/x.json',
      'GET /api/shared/x',
      'GET /api/unsubscribe/x',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/confirm/x',
      'POST /api/session',
      'POST /api/shared/x',
      'POST /api/unsubscribe/x',
    ])
  })

  test('without a token, or with a wrong, expired, revoked or disabled user’s token, every operation is 401 before anything else', async () => {
    const expired = await api.user()
    await api.pool`update session set expires_at = now() where account_id = ${expired.id}`
    const revoked = await api.user()
    await revoked.send('POST', '/api/auth/logout-all')
    const disabled = await api.user()
    await api.pool`update account set disabled_at = now() where id = ${disabled.id}`
    const headers = [
      {},
      { authorization: 'Bearer ' },
      { authorization: 'Bearer nonsense' },
      { authorization: `Basic ${expired.token}` },
      { authorization: `Bearer ${expired.token}x` },
      { authorization: `Bearer ${'x'.repeat(5000)}` },
      ...[expired, revoked, disabled].map(({ token }) => ({ authorization: `Bearer ${token}` })),
    ]
    for (const operation of operations.filter(({ secured }) => secured)) {
      for (const header of headers) {
        const { status, body } = await send(operation, header)
        assert.equal(status, 401, `${operation.method} ${operation.path} ${JSON.stringify(header).slice(0, 40)}`)
        assert.equal(body.success, false)
      }
    }
  })

  test('every refusal says its reason in a header, as a code with values, for programs that use other words', async () => {
    const user = await api.user()
    const project = await addTestProject(user)
    const cases = [
      ['POST', '/api/project', { ...PROJECT, group: undefined }, 'code=required&value=group'],
      ['POST', '/api/project', { ...PROJECT, keyword: 'banjir and' }, 'code=termMissing&value=8'],
      ['POST', '/api/project', { ...PROJECT, keyword: '“&”' }, 'code=termSilent&value=%26&value=1'],
      ['POST', '/api/project', { ...PROJECT, endDate: '2025-01-01' }, 'code=endBeforeStart'],
      ['GET', `/api/mentions/search?keywordId=${project.id}&q=%22a`, undefined, 'code=quoteOpen&value=1'],
      ['GET', `/api/mentions/search?keywordId=${project.id}&limit=-1`, undefined, 'code=tooSmall&value=limit&value=1'],
      ['GET', '/api/keys?wrong=1', undefined, 'code=misused'],
      ['GET', `/api/views?keywordId=${user.id}`, undefined, 'code=gone'],
      ['GET', '/api/nothing', undefined, 'code=gone'],
      ['GET', '/api/admin/users', undefined, 'code=adminOnly'],
      ['PATCH', '/api/auth/me', { timeZone: 'Mars' }, 'code=timeZone'],
      ['PATCH', '/api/auth/me', { password: { old: 'x', new: 'x' } }, null],
      ['POST', '/api/channels', { kind: 'webhook', name: 'a', url: 'ftp://a.example/' }, 'code=urlProtocol'],
      ['POST', '/api/channels', { kind: 'webhook', name: 'a', url: 'http://10.0.0.1/' }, 'code=urlPrivate'],
      ['POST', '/api/channels', { kind: 'webhook', name: 'a' }, 'code=required&value=url'],
    ] as const
    for (const [method, url, body, reason] of cases) {
      const response = method === 'GET' ? await user.get(url) : await user.send(method, url, body)
      assert.ok(response.status >= 400, url)
      assert.deepEqual(Object.keys(response.body), ['success', 'error', 'message'])
      if (reason !== null) assert.equal(response.headers.reason, reason, `${url} ${response.body.message}`)
      else assert.match(String(response.headers.reason), /^code=/)
    }
    assert.equal((await api.request({ method: 'GET', url: '/api/keys' })).headers.reason, 'code=loggedOut')
  })

  test('admin operations are 403 for other users', async () => {
    const user = await api.user()
    const admin = operations.filter(({ path }) => path.startsWith('/api/admin'))
    assert.ok(admin.length >= 8)
    for (const operation of admin) {
      const { status } = await send(operation, { authorization: `Bearer ${user.token}` })
      assert.equal(status, 403, `${operation.method} ${operation.path}`)
    }
  })

  test('framework errors have the same shape, and every response has security headers', async () => {
    const lost = await api.request({ method: 'GET', url: '/api/nowhere' })
    assert.equal(lost.status, 404)
    assert.deepEqual(Object.keys(lost.body).sort(), ['error', 'message', 'success'])
    assert.equal(lost.headers['x-content-type-options'], 'nosniff')
    assert.match(String(lost.headers['content-security-policy']), /default-src 'self'/)
    assert.equal(lost.headers['access-control-allow-origin'], undefined)
  })
})

describe('a lost database', () => {
  test('is 500 in the contract’s shape, reveals no internals, and ends when the database is back', async () => {
    const api = await startApi()
    const user = await api.user()
    const project = await addTestProject(user)
    await api.pool`alter table session rename to session_away`
    const lost = [
      await user.get('/api/project'),
      await user.get(`/api/mentions?keywordId=${project.id}`),
      await user.get(`/api/mentions/r10?keywordId=${project.id}`),
      await user.get('/api/user-quota'),
      await user.get(`/api/project/summary/${project.id}`),
      await user.get(`/api/project/content-count?id=${project.id}`),
      await user.send('POST', `/api/project/generate-summary/${project.id}`),
      await user.send('POST', '/api/project', {}),
      await user.send('DELETE', `/api/project?id=${project.id}`),
      await user.send('PATCH', '/api/project/listen-status', {}),
      await user.send('POST', '/api/ai-service/scrap-project-keywords', {}),
    ]
    for (const { status, body } of lost) {
      assert.equal(status, 500)
      assert.equal(body.error, 'Internal Server Error')
      assert.match(body.message, /request id [0-9a-f-]{36}/)
      assert.doesNotMatch(JSON.stringify(body), /session|relation|select/i)
    }
    await api.pool`alter table session_away rename to session`
    assert.equal((await user.get('/api/project')).status, 200)
    await api.close()
  })
})
