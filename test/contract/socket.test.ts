import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestResponse, type TestUser } from '../api.ts'
import { seedArchive } from '../archive.ts'
import { seedMentions } from '../mentions.ts'

// Long requests stop when their client is gone. Over a socket, unlike with `inject`, the end of a request is an event of its own, which
// must not be mistaken for that.
let api: TestApi
let user: TestUser
let base: string
before(async () => {
  api = await startApi()
  user = await api.user()
  base = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const project = await addTestProject(user, { keyword: 'banjir' })
  const posts = Array.from({ length: 30 }, (_, hour) => ({
    text: `Banjir di Jakarta, jam ke ${hour}`,
    at: Date.now() - (hour + 1) * 3_600_000,
  }))
  await seedMentions(api.pool, user, project, posts)
  await seedArchive(api.pool, posts)
})
after(() => api.close())

async function request(method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  const response = await fetch(`${base}${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as TestResponse['body'] }
}

test('the preview of a brief is complete over a socket', async () => {
  const { status, body } = await request('GET', '/api/brief/preview')
  assert.equal(status, 200, JSON.stringify(body))
  assert.ok(
    body.data.facts.some(({ value }: { value: number }) => value > 0),
    JSON.stringify(body.data),
  )
})

test('the preview of an expression is complete over a socket', async () => {
  const { status, body } = await request('POST', '/api/project/preview', { keyword: 'banjir' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.archive.read, 30)
})
