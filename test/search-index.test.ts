import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSearchIndex } from '../src/store/search/check.ts'
import { mergeSegments } from '../src/store/search/merge.ts'
import { rebuildSearchIndex } from '../src/store/search/rebuild.ts'
import { sealTail } from '../src/store/search/seal.ts'
import { listSegments, type Segment } from '../src/store/search/segments.ts'
import { raw } from '../src/store/sql.ts'
import { addTestProject, startApi } from './api.ts'
import { createChance } from './hostile/random.ts'
import { seedMentions } from './mentions.ts'
import { aPostFields } from './random-filters.ts'

test('a damaged index is noticed, and a repaired one is exact at once', async (t) => {
  const api = await startApi()
  t.after(() => api.close())
  const user = await api.user({ quota: 1_000 })
  const chance = createChance(20_264)
  const project = await addTestProject(user, { startDate: '2020-01-01' })
  const posts = Array.from({ length: 60 }, () => aPostFields(chance))
  await seedMentions(api.pool, user, project, posts)
  await sealTail(api.pool, project.id, 1)
  await api.pool`update mention set cell = cell - cell % 3 + 2 where project_id = ${project.id} and cell % 3 = 0`
  await api.pool`delete from mention where project_id = ${project.id} and id in (
    select id from mention where project_id = ${project.id} and cell % 3 = 1 limit 2)`
  const { missing, extra, different } = await checkSearchIndex(api.pool, project.id)
  assert.deepEqual([missing, extra, different > 0], [0, 2, true])
  await api.pool.begin((tx) => rebuildSearchIndex(tx, project.id))
  const exact = { missing: 0, extra: 0, different: 0 }
  assert.deepEqual(await checkSearchIndex(api.pool, project.id), exact)
  const { body } = await user.get(`/api/mentions/search?keywordId=${project.id}`)
  assert.equal(body.total, 58)
  await sealTail(api.pool, project.id, 1)
  assert.deepEqual(await checkSearchIndex(api.pool, project.id), exact)
  const [first] = await api.pool`select id from mention where project_id = ${project.id} limit 1`
  for (const damage of [raw('passing = not passing'), raw("entities = entities || '{person:budi}'")]) {
    // Another version, because this process keeps what it read of a version.
    await api.pool`
      update mention set ${damage}, earlier_text = '', revised_at = ${new Date()}
       where project_id = ${project.id} and id = ${first?.id}`
    assert.deepEqual(await checkSearchIndex(api.pool, project.id), { ...exact, different: 1 })
    await api.pool.begin((tx) => rebuildSearchIndex(tx, project.id))
    await sealTail(api.pool, project.id, 1)
  }
  assert.deepEqual(await checkSearchIndex(api.pool, project.id), exact)
})

test('mentions that arrive in random order of time are soon in segments of which few reach over one instant', async (t) => {
  const api = await startApi()
  t.after(() => api.close())
  const user = await api.user({ quota: 10_000 })
  const chance = createChance(20_265)
  const project = await addTestProject(user, { startDate: '2020-01-01' })
  const segments = () => listSegments(api.pool, project.id)
  const mostAtOnce = (listed: readonly Segment[]) =>
    Math.max(
      ...listed.map(({ oldest: at }) => listed.filter(({ oldest, newest }) => oldest <= at && at <= newest).length),
    )
  for (let batch = 0; batch < 40; batch++) {
    const posts = Array.from({ length: 24 }, () => aPostFields(chance))
    await seedMentions(api.pool, user, project, posts)
    await sealTail(api.pool, project.id, 1)
    const before = await segments()
    while (await mergeSegments(api.pool, project.id, 20));
    if (batch === 6) assert.deepEqual([before.length, mostAtOnce(before)], [7, 7])
  }
  const listed = await segments()
  assert.equal(
    listed.reduce((sum, { size }) => sum + size, 0),
    960,
  )
  assert.ok(mostAtOnce(listed) < 8, `${mostAtOnce(listed)} segments reach over one instant`)
  assert.deepEqual(await checkSearchIndex(api.pool, project.id), { missing: 0, extra: 0, different: 0 })
})

test('a new database knows how many mentions it has when the first of them are in a segment', async (t) => {
  const api = await startApi()
  t.after(() => api.close())
  if (api.pool.distributed) return t.skip('its nodes analyse their own tables')
  const user = await api.user({ quota: 100 })
  const project = await addTestProject(user, { startDate: '2020-01-01' })
  await seedMentions(api.pool, user, project, [{}, {}, {}])
  await sealTail(api.pool, project.id, 1)
  const [table] = await api.pool<{ known: number }>`
    select reltuples::int as known from pg_class where oid = 'mention'::regclass`
  assert.equal(table?.known, 3)
})
