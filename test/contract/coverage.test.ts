import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addListeningProject, addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

const HOUR_MS = 3_600_000

describe('coverage', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  const hoursAgo = (hours: number) =>
    new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS).toISOString()
  const read = async (path: string, id: string, from: string, to: string, more = '') =>
    (await user.get(`/api/project/${path}?id=${id}&from=${from}&to=${to}${more}`)).body

  const aListeningProject = () => addListeningProject(api, user, [1, 2, 3, 5, 6, 7, 8, 9, 10])

  test('insights carry the coverage of the range they are of, the same as the coverage endpoint', async () => {
    const id = await aListeningProject()
    const whole = { share: 0.9, hours_listened: 10, hours_covered: 9, gaps_left_out: 0, lower_bound: true }
    const gap = { from: hoursAgo(4), to: hoursAgo(3), source: null, state: 'not_asked' }
    const { coverage } = await read('insights', id, hoursAgo(10), hoursAgo(0))
    assert.deepEqual(coverage, { ...whole, gaps: [gap] })
    const reply = await read('coverage', id, hoursAgo(10), hoursAgo(0))
    assert.deepEqual(reply.coverage, coverage)
    assert.deepEqual(reply.gaps, [{ from: gap.from, to: gap.to }])
    assert.deepEqual(reply.periods, [{ from: hoursAgo(10), to: hoursAgo(0), state: 'listening' }])
    const { source, on, hours_listened, hours_covered } = reply.sources[0]
    assert.deepEqual([source, on, hours_listened, hours_covered], ['twitter', true, 10, 9])
    assert.equal(reply.sources.find((one: { source: string }) => one.source === 'tiktok').on, false)
  })

  test('a range without a gap is not a lower bound, one before the project began is', async () => {
    const id = await aListeningProject()
    const later = (await read('insights', id, hoursAgo(3), hoursAgo(0))).coverage
    assert.deepEqual([later.share, later.lower_bound], [1, false])
    const before = (await read('insights', id, hoursAgo(15), hoursAgo(9))).coverage
    assert.deepEqual([before.share, before.lower_bound], [1, true])
    assert.deepEqual(before.gaps, [{ from: hoursAgo(15), to: hoursAgo(10), source: null, state: 'not_begun' }])
    const outside = (await read('insights', id, '2020-01-01', '2020-01-02')).coverage
    assert.deepEqual(outside.lower_bound, false, 'nothing outside its dates is missing')
  })

  test('a filter by source has the coverage of that source', async () => {
    const id = await aListeningProject()
    await api.pool`
      insert into coverage (project_id, platform, hour, asked, failed)
      select ${id}, 5, date_trunc('hour', now()) - make_interval(hours => n), 1, 1 from generate_series(1, 10) n`
    const of = async (source: string) =>
      (await read('insights', id, hoursAgo(3), hoursAgo(0), `&sosmedId=${source}`)).coverage
    assert.equal((await of('twitter')).share, 1)
    assert.equal((await of('news')).share, 0)
    assert.deepEqual((await of('news')).gaps, [{ from: hoursAgo(3), to: hoursAgo(0), source: 'news', state: 'failed' }])
  })

  test('imported mentions are not coverage: the project has not listened, and the share is unknown', async () => {
    const project = await addTestProject(user, { type: 'manual' })
    await seedMentions(api.pool, user, project, [{ at: hoursAgo(1) }])
    const { coverage, total } = await read('insights', project.id, hoursAgo(5), hoursAgo(0))
    assert.deepEqual([total, coverage.share, coverage.hours_listened, coverage.lower_bound], [1, null, 0, true])
  })

  test('a source that is ready is on before its first request, and one that was never ready is off', async () => {
    const project = await addTestProject(user)
    const { sources } = await read('coverage', project.id, hoursAgo(5), hoursAgo(-1))
    const on = sources.filter((one: { on: boolean }) => one.on).map((one: { source: string }) => one.source)
    assert.deepEqual(on, ['news'])
  })
})
