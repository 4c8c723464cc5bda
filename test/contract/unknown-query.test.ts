import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { NO_FILTER, toQuery } from '../../web/src/filter/filter.ts'
import { addTestProject, startApi, type TestApi, type TestResponse, type TestUser } from '../api.ts'
import { type Document, operationsOf } from '../hostile/document.ts'

const CONTRACT = [
  ...readFileSync(new URL('../../docs/reference/contract.md', import.meta.url), 'utf8').matchAll(
    /^#### ([A-Z]+) `([^`?]+)/gm,
  ),
].map(([, method, path]) => `${method} ${path}`)

describe('query parameters that an operation does not have', () => {
  let api: TestApi
  let user: TestUser
  let id: string
  before(async () => {
    api = await startApi()
    user = await api.user({ roles: ['user', 'admin'] })
    id = (await addTestProject(user)).id
  })
  after(() => api.close())

  async function send(method: string, url: string): Promise<TestResponse> {
    // One of them ends all sessions of the account.
    const { token } = url.includes('logout-all') ? await api.user() : user
    return api.request({ method: method as 'GET', url, headers: { authorization: `Bearer ${token}` } })
  }

  test('are refused by our own operations and named in a warning by those of the contract', async () => {
    const document = (await api.request({ method: 'GET', url: '/openapi.json' })).body as Document
    const operations = operationsOf(document)
    assert.equal(CONTRACT.length, 16)
    assert.ok(operations.length > CONTRACT.length + 10)
    for (const { method, path } of operations) {
      const url = path.replace(/\{[^}]+\}/g, '01890000-0000-7000-8000-000000000000')
      const name = `${method} ${path}`
      const { status, body, headers } = await send(method, `${url}?sentiment=-1`)
      if (CONTRACT.includes(name)) {
        assert.equal(status, (await send(method, url)).status, name)
        assert.equal(headers.warning, '299 - "unknown query parameter: sentiment"', name)
      } else {
        assert.equal(status, 400, name)
        assert.match(body.message, /^"sentiment" is not a parameter of the query: it has /, name)
        assert.equal(headers.warning, undefined)
      }
    }
  })

  test('do not change the response of the contract, whatever their names are', async () => {
    const plain = await user.get(`/api/mentions?keywordId=${id}`)
    assert.equal(plain.headers.warning, undefined)
    for (const [query, warning] of [
      ['sosmedid=news', 'sosmedid'],
      ['a%22b%0d%0aset-cookie:x=1', 'a%22b%0D%0Aset-cookie%3Ax'],
      ['%F0%9F%98%80=1', '%F0%9F%98%80'],
      [`${'x'.repeat(2_000)}=1`, 'x'.repeat(100)],
      ['__proto__=1', '__proto__'],
      ['toString=1', 'toString'],
      ['=1', ''],
    ] as const) {
      const response = await user.get(`/api/mentions?keywordId=${id}&${query}`)
      assert.equal(response.status, 200, query)
      assert.deepEqual(response.body, plain.body)
      assert.equal(response.headers.warning, `299 - "unknown query parameter: ${warning}"`)
    }
    const many = await user.get(
      `/api/mentions?keywordId=${id}&${Array.from({ length: 50 }, (_, n) => `p${n}`).join('&')}`,
    )
    assert.equal(many.status, 200)
    assert.equal(String(many.headers.warning).split(', ').length, 5)
  })

  test('are refused in any form, with a message of limited length', async () => {
    for (const query of [
      'writer=a',
      'sosmedId[]=news',
      'SENTIMEN=1',
      '__proto__=1',
      'toString=1',
      '=1',
      'x'.repeat(5_000),
    ]) {
      const { status, body } = await user.get(`/api/mentions/search?keywordId=${id}&${query}`)
      assert.equal(status, 400, query)
      assert.match(body.message, /is not a parameter of the query: it has keywordId, order, /)
      assert.ok(body.message.length < 400)
    }
    assert.match((await user.get('/api/project/overview?page=2')).body.message, /it has none/)
  })

  test('are never sent by the filter of the dashboard', async () => {
    const full = {
      from: '2026-03-01',
      to: '2026-03-20',
      sentiment: -1,
      sources: ['news'],
      language: 'id',
      q: 'air',
    } as const
    const query = toQuery({ ...NO_FILTER, ...full, period: 'custom' }, '2026-01-01', Date.parse('2026-03-20T00:00:00Z'))
    const filter = new URLSearchParams(query)
    assert.equal(filter.size, 6)
    for (const url of [
      `/api/project/insights?id=${id}&${filter}`,
      `/api/mentions/search?keywordId=${id}&order=newest&limit=50&${filter}`,
      `/api/export?keywordId=${id}&format=csv&${filter}`,
    ])
      assert.equal((await user.get(url)).status, 200, url)
  })
})
