import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

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
    operations = Object.entries(body.paths as Record<string, Record<string, { security?: unknown }>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { security }]) => ({
          method: method.toUpperCase() as Operation['method'],
          path: path.replace(/\{[^}]+\}/g, 'x'),
          secured: security !== undefined,
        })),
    )
  })
  after(() => api.close())

  const send = (operation: Operation, headers: Record<string, string>) =>
    api.request({ method: operation.method, url: operation.path, headers })

  test('only logging in and logging out need no session', () => {
    const open = operations.filter(({ secured }) => !secured).map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(open.sort(), ['POST /api/auth/login', 'POST /api/auth/logout', 'POST /api/session'])
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

  test('admin operations are 403 for other users', async () => {
    const user = await api.user()
    const admin = operations.filter(({ path }) => path.startsWith('/api/admin'))
    assert.ok(admin.length >= 8)
    for (const operation of admin) {
      const { status } = await send(operation, { authorization: `Bearer ${user.token}` })
      assert.equal(status, 403, `${operation.method} ${operation.path}`)
    }
  })

  test('another user’s project, mention, summary and job get the same response as ones that do not exist', async () => {
    const owner = await api.user()
    const stranger = await api.user()
    const project = await addTestProject(owner)
    await seedMentions(api.pool, owner, project, [{}, {}])
    await owner.send('POST', `/api/project/generate-summary/${project.id}`)
    const mention = (await owner.get(`/api/mentions?keywordId=${project.id}`)).body.data[0].id
    const job = (await owner.send('POST', '/api/ai-service/scrap-project-keywords', { keyword_id: project.id })).body
      .result.job_id
    const unknownId = '01890000-0000-7000-8000-000000000000'
    const attempts: ((
      by: TestUser,
      id: string,
      mentionId: string,
      jobId: string,
    ) => Promise<{ status: number; body: unknown }>)[] = [
      (by, id) => by.get(`/api/mentions?keywordId=${id}`),
      (by, id) => by.get(`/api/mentions/search?keywordId=${id}`),
      (by, id) => by.get(`/api/project/content-count?id=${id}`),
      (by, id) => by.get(`/api/project/summary/${id}`),
      (by, id) => by.get(`/api/project/insights?id=${id}`),
      (by, id) => by.get(`/api/project/coverage?id=${id}`),
      (by, id) => by.get(`/api/export?keywordId=${id}`),
      (by, id) => by.get(`/api/mentions/hidden?keywordId=${id}`),
      (by, id) => by.get(`/api/ai-service/jobs?keywordId=${id}`),
      (by, id) => by.send('POST', `/api/project/generate-summary/${id}`),
      (by, id) => by.send('POST', '/api/ai-service/scrap-project-keywords', { keyword_id: id }),
      (by, id) => by.send('PATCH', '/api/project/listen-status', { id, islisten: 1 }),
      (by, id) => by.send('DELETE', `/api/project?id=${id}`),
      (by, _id, mentionId) => by.get(`/api/mentions/${mentionId}`),
      (by, _id, mentionId) => by.get(`/api/mentions/${mentionId}/similar`),
      (by, _id, mentionId) => by.send('PATCH', `/api/mentions/${mentionId}`, { sentimen: 1 }),
      (by, _id, mentionId) => by.send('PATCH', `/api/mentions/${mentionId}`, { hidden: true }),
      (by, _id, _mention, jobId) => by.get(`/api/ai-service/jobs/${jobId}`),
    ]
    for (const [n, attempt] of attempts.entries()) {
      const theirs = await attempt(stranger, project.id, mention, job)
      const none = await attempt(stranger, unknownId, unknownId, unknownId)
      assert.equal(theirs.status, none.status, `attempt ${n}`)
      const named = JSON.stringify(theirs.body)
        .replaceAll(project.id, unknownId)
        .replaceAll(mention, unknownId)
        .replaceAll(job, unknownId)
      assert.equal(named, JSON.stringify(none.body), `attempt ${n}`)
    }
    assert.equal((await owner.get(`/api/mentions?keywordId=${project.id}`)).body.total, 2, 'and nothing was changed')
    assert.equal((await owner.get('/api/project')).body.data[0].islisten, 0)
    assert.equal((await stranger.get('/api/project')).body.total, 0)
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
