import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'

const POST = {
  source: 'twitter',
  text: 'banjir jakarta',
  url: 'https://x.com/a/status/1',
  published_at: '2026-06-01T00:00:00Z',
}

describe('the shape of imported lines', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  async function importLines(lines: readonly unknown[]) {
    const project = await addTestProject(user)
    const { body } = await api.request({
      method: 'POST',
      url: `/api/import?keywordId=${project.id}`,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/x-ndjson' },
      payload: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    })
    const rows = await api.pool`
      select platform_id, author_id, author_username, likes from mention where project_id = ${project.id} order by platform_id`
    return { body, rows: [...rows] }
  }

  test('fields of nested objects are read like columns', async () => {
    const { rows } = await importLines([
      { ...POST, id: '1', author: { id: 7, username: 'kabar' }, engagement: { likes: 12 } },
      { post: { ...POST, id: '2' } },
    ])
    assert.deepEqual(rows, [{ platform_id: '1', author_id: '7', author_username: 'kabar', likes: 12 }])
  })

  test('a line that is not an object is reported, and the others are stored', async () => {
    const { body, rows } = await importLines([{ ...POST, id: '1' }, 'text', 5, null, [1], true, { ...POST, id: '2' }])
    assert.deepEqual(
      rows.map((row) => row.platform_id),
      ['1', '2'],
    )
    assert.equal(JSON.stringify(body).match(/The line is not an object/g)?.length, 5)
  })
})
