import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayOf, startOfDay } from '../../src/domain/day.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

const TIME_ZONE = 'Asia/Jakarta'

describe('lists of an account', () => {
  let api: TestApi
  let admin: TestUser
  before(async () => {
    api = await startApi()
    admin = await api.user({ roles: ['user', 'admin'] })
  })
  after(() => api.close())

  test('users are paged in the order in which they were added, each on one page', async () => {
    const added = [admin.id]
    for (let n = 0; n < 4; n++) added.push((await api.user()).id)
    const pages: string[][] = []
    for (let page = 1; page <= 4; page++) {
      const { body } = await admin.get(`/api/admin/users?page=${page}&limit=2`)
      assert.equal(body.total, 5)
      pages.push(body.data.map((one: { userId: string }) => one.userId))
    }
    assert.deepEqual(pages, [added.slice(0, 2), added.slice(2, 4), added.slice(4), []])
  })

  test('projects are paged newest first, each on one page, and removed ones are not counted', async () => {
    const user = await api.user()
    const added: string[] = []
    for (let n = 0; n < 5; n++) added.unshift((await addTestProject(user, { group: `Proyek ${n}` })).id)
    const [removed] = added.splice(2, 1)
    await user.send('DELETE', `/api/project?id=${removed}`)
    const pages: string[][] = []
    for (let page = 1; page <= 3; page++) {
      const { body } = await user.get(`/api/project?page=${page}&limit=3`)
      assert.equal(body.total, 4)
      pages.push(body.data.map((one: { id: string }) => one.id))
    }
    assert.deepEqual(pages, [added.slice(0, 3), added.slice(3), []])
  })

  test('the overview adds up the mentions of each project by local day, today last', async () => {
    const user = await api.user()
    const [first, second] = [await addTestProject(user), await addTestProject(user)]
    const midnight = startOfDay(dayOf(new Date(), TIME_ZONE), TIME_ZONE).getTime()
    const at = (hours: number) => ({ at: midnight + hours * 3_600_000 })
    // Three hours of yesterday, one of the day before, and long before the days that are shown.
    await seedMentions(api.pool, user, first, [at(-1), at(-2), at(-24), at(-25), at(-24 * 400)])
    await seedMentions(api.pool, user, second, [at(-1)])
    const { data } = (await user.get('/api/project/overview')).body
    const card = (id: string) => data.find((one: { project: { id: string } }) => one.project.id === id)
    assert.deepEqual(card(first.id).days.slice(-3), [1, 3, 0])
    assert.equal(
      card(first.id).days.reduce((sum: number, n: number) => sum + n, 0),
      4,
    )
    assert.deepEqual(card(second.id).days.slice(-3), [0, 1, 0])
    assert.deepEqual([card(first.id).charged, card(second.id).charged], [5, 1])
  })
})
