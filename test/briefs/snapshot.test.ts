import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseSearch } from '../../src/match/search-query.ts'
import { SNAPSHOT } from '../../src/store/mentions/selection.ts'
import { readInSnapshot } from '../../src/store/mentions/snapshot.ts'
import { countEach, countSelected, selectParts } from '../../src/store/search/select.ts'
import { addTestProject, startApi, type TestApi } from '../api.ts'
import { seedMentions } from '../mentions.ts'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.close())

test('mentions can be stored while a brief is being built, and its numbers count those stored before', async () => {
  const user = await api.user()
  const project = await addTestProject(user)
  const at = Date.now() - 60_000
  await seedMentions(api.pool, user, project, [{ at }, { at }])
  const read = await readInSnapshot(api.pool, project.id, async (tx, collectedUntil) => {
    // Would wait for the end of this transaction, and so for itself, if it held the lock of the project.
    await seedMentions(api.pool, user, project, [{ at }, { at }, { at }])
    return { seen: countSelected(await selectParts(tx, project.id, {})), collectedUntil }
  })
  assert.equal(read?.seen, 2)
  const [rows] = await api.pool`
    select count(*)::int as n from mention where project_id = ${project.id} and collected_at <= ${read?.collectedUntil}`
  assert.equal(rows?.n, 2)
  assert.equal(await readInSnapshot(api.pool, user.id, async () => 1), null)
})

test('what is stored between the lock and the snapshot is counted, and so is its time', async () => {
  const user = await api.user()
  const project = await addTestProject(user)
  const at = Date.now() - 60_000
  let calls = 0
  // The second transaction is the snapshot.
  const begin: typeof api.pool.begin = async (work, mode) => {
    if (++calls === 2) await seedMentions(api.pool, user, project, [{ at }])
    return api.pool.begin(work, mode)
  }
  const read = await readInSnapshot({ begin }, project.id, async (tx, until) => ({
    seen: countSelected(await selectParts(tx, project.id, {})),
    until,
  }))
  assert.equal(read?.seen, 1)
  const [row] =
    await api.pool`select collected_at <= ${read?.until} as counted from mention where project_id = ${project.id}`
  assert.equal(row?.counted, true)
})

test('several filters are counted in one reading as they are one by one', async () => {
  const user = await api.user()
  const project = await addTestProject(user)
  const at = Date.now() - 60_000
  await seedMentions(api.pool, user, project, [
    { at, author: 'Budi', text: 'banjir pompa rusak' },
    { at, author: 'sari', text: 'banjir rusak pompa', sentiment: -1 },
    { at, author: 'sari', text: 'banjir di mana-mana', platform: 'news' },
    { at: at - 7_200_000, author: 'budi', text: 'banjir pompa rusak', sentiment: -1 },
  ])
  const range = { from: new Date(at - 3_600_000), to: new Date() }
  const filters = [
    {},
    { author: 'budi' },
    { author: 'SARI', sentiment: -1 },
    { text: parseSearch('"pompa rusak"') },
    { text: parseSearch('-pompa') },
    { platforms: ['news'] },
    { author: 'siapa' },
  ] as const
  await api.pool.begin(async (tx) => {
    const counts = await countEach(tx, project.id, range, filters)
    const single = []
    for (const filter of filters) single.push(countSelected(await selectParts(tx, project.id, { ...filter, ...range })))
    assert.deepEqual(counts, single)
    assert.deepEqual(counts, [3, 1, 1, 1, 1, 1, 0])
  }, SNAPSHOT)
})
