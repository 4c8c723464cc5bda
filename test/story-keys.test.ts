import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createRandom } from '../bench/measure.ts'
import { storyRules } from '../src/collect/analyse-post.ts'
import { mentionId } from '../src/store/ids.ts'
import { hideMentions } from '../src/store/mentions/hiding.ts'
import { trimMentions } from '../src/store/mentions/retention.ts'
import { checkStories } from '../src/store/mentions/story-check.ts'
import { buildMissingKeys } from '../src/store/mentions/story-key-upkeep.ts'
import { addStoryKeys, findByKeys } from '../src/store/mentions/story-keys.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { seedMentions } from './mentions.ts'

const NEWS = 'Gubernur Jawa Barat meresmikan jembatan Cisomang baru sepanjang 243 meter pada Senin pagi di Purwakarta'

describe('the keys by which stories are found', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
  })
  after(() => api.close())

  test('each key finds the stories that were stored with it last, in runs of every size', async () => {
    const project = await addTestProject(user)
    const random = createRandom(3)
    const latest = new Map<number, string[]>()
    // Batches of many sizes, merged into a run that is too large to be kept in memory, and some after it.
    const sizes = [...Array.from({ length: 9 }, () => 5_000), 3, 800, 1, 1, 60, ...Array.from({ length: 20 }, () => 40)]
    for (const [batch, size] of sizes.entries()) {
      const stories = Array.from({ length: size }, (_, n) => {
        const id = mentionId(project.id, 'news', `${batch} ${n}`, new Date(1.7e12 + random() * 1e11))
        // One key in three is frequent; keys are any 32 bits.
        const keys = Array.from({ length: 3 }, () => Math.floor(random() * 2 ** 32) | 0)
        if (n % 3 === 0) keys[0] = Math.floor(random() * 30) - 15
        return { id, keys: [...new Set(keys)] }
      })
      await api.pool.begin((tx) => addStoryKeys(tx, project.id, stories))
      for (const { id, keys } of stories) {
        for (const key of keys) {
          const known = latest.get(key)
          if (known === undefined) latest.set(key, [id])
          else known.unshift(id)
        }
      }
    }
    const [stored] = await api.pool`
      select count(*)::int as runs, count(filter)::int as large from story_key_run where project_id = ${project.id}`
    assert.ok(stored?.large > 0 && stored?.runs < 20, JSON.stringify(stored))
    const keys = [...latest.keys()].filter((key) => Math.abs(key) < 20 || random() < 0.02)
    const absent = Array.from({ length: 2_000 }, () => Math.floor(random() * 2 ** 32) | 0).filter((k) => !latest.has(k))
    const found = await findByKeys(api.pool, project.id, [...keys, ...absent], 4)
    for (const key of keys) assert.deepEqual(found.get(key), latest.get(key)?.slice(0, 4))
    assert.equal(found.size, keys.length)
  })

  test('a copy finds its story although later ones with the same keys were hidden', async () => {
    const project = await addTestProject(user)
    const texts = Array.from({ length: 9 }, (_, n) => NEWS.replace('243', String(300 + n)))
    await seedMentions(api.pool, user, project, [
      { text: NEWS, at: '2026-06-01T01:00:00Z' },
      ...texts.map((text, n) => ({ text, at: `2026-06-01T0${n + 1}:30:00Z` })),
    ])
    const rows = await api.pool<{ id: string }>`
      select id from mention where project_id = ${project.id} and text <> ${NEWS} order by id`
    const ids = rows.map(({ id }) => id)
    await api.pool.begin((tx) => hideMentions(tx, { projectId: project.id, ids, by: user.id }, storyRules))
    await seedMentions(api.pool, user, project, [{ text: `RT @a: ${NEWS}`, at: '2026-06-02T01:00:00Z' }])
    const { body } = await user.get(`/api/mentions/r10?keywordId=${project.id}&limit=100`)
    assert.deepEqual([body.total, body.data[0].similar_count], [1, 1])
    assert.deepEqual(await checkStories(api.pool, project.id), [])
  })

  test('keys of stories that expired are dropped, those of the others stay', async () => {
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    const numbered = (n: number) => `Stasiun ${n} mencatat curah hujan ${n * 7} milimeter di wilayah pegunungan utara`
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const texts = Array.from({ length: 40 }, (_, n) => numbered(n + 1))
    const posts = texts.map((text, n) => ({ text, at: daysAgo(n < 30 ? 60 : 5) }))
    await seedMentions(api.pool, user, project, posts)
    await trimMentions(api.pool, { days: 30, storyRules, signal: new AbortController().signal, stepsMax: 100 })
    const [stored] = await api.pool`
      select sum(stories)::int as keyed, (select count(*)::int from story where project_id = ${project.id}) as stories
        from story_key_run where project_id = ${project.id}`
    assert.deepEqual(stored, { keyed: 10, stories: 10 })
    assert.deepEqual(await checkStories(api.pool, project.id), [])
  })

  test('a project from before the runs gets them at the start', async () => {
    const project = await addTestProject(user)
    await seedMentions(api.pool, user, project, [{ text: NEWS }, { text: 'Harga tomat turun tajam di tingkat petani' }])
    await api.pool`delete from story_key_run where project_id = ${project.id}`
    assert.equal((await checkStories(api.pool, project.id)).length, 2)
    await buildMissingKeys(api.pool)
    assert.deepEqual(await checkStories(api.pool, project.id), [])
  })
})
