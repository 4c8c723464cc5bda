import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

interface Day {
  readonly day: string
  readonly keyword_id: string
  readonly group: string | null
  readonly charged: number
}

describe('the history of a quota', () => {
  let api: TestApi
  let user: TestUser
  let project: { id: string }
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100 })
    project = await addTestProject(user, { group: 'Sejarah' })
    await seedMentions(api.pool, user, project, [{}, {}])
    const other = await api.user({ quota: 50 })
    const theirs = await addTestProject(other)
    await seedMentions(api.pool, other, theirs, [{}, {}, {}])
    // One unit each: the last second before 1 March in Jakarta, the first of 1 March, the last of 2 March and the first after it.
    for (const at of ['2026-02-28T16:59:59Z', '2026-02-28T17:00:00Z', '2026-03-02T16:59:59Z', '2026-03-02T17:00:00Z'])
      await api.pool`insert into quota_entry (account_id, project_id, amount, at) values (${user.id}, ${project.id}, -1, ${at})`
  })
  after(() => api.close())

  const daysOf = async (query: string): Promise<Day[]> => (await user.get(`/api/user-quota/history${query}`)).body.days

  test('has the local days of the range and no others', async () => {
    const days = await daysOf('?from=2026-03-01&to=2026-03-02')
    assert.deepEqual(
      days.map(({ day, charged }) => [day, charged]),
      [
        ['2026-03-01', 1],
        ['2026-03-02', 1],
      ],
    )
  })

  test('adds up what this user was granted and charged over all time, and nothing of others', async () => {
    const { body } = await user.get('/api/user-quota/history?from=2026-03-01&to=2026-03-02')
    assert.deepEqual([body.kuota, body.granted, body.charged], [98, 100, 6])
    const ids = (await daysOf('?from=2026-01-01&to=2026-12-31')).map((day) => day.keyword_id)
    assert.deepEqual([...new Set(ids)], [project.id])
  })

  test('names each project, and keeps what a removed one used without its name', async () => {
    assert.deepEqual(
      new Set((await daysOf('?from=2026-03-01&to=2026-03-02')).map((day) => day.group)),
      new Set(['Sejarah']),
    )
    await user.send('DELETE', `/api/project?id=${project.id}`)
    const days = await daysOf('?from=2026-03-01&to=2026-03-02')
    assert.deepEqual(
      days.map(({ group, charged }) => [group, charged]),
      [
        [null, 1],
        [null, 1],
      ],
    )
  })
})
