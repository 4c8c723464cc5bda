import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { storyRules } from '../src/collect/analyse-post.ts'
import { repairStories } from '../src/store/mentions/story-check.ts'
import { regroupStories } from '../src/store/mentions/story-regroup.ts'
import { SEARCH_CHECK } from '../src/store/recount/derived.ts'
import { sealTail } from '../src/store/search/seal.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { authorOf, type PlainFilter, scan, scanAll } from './full-scan.ts'
import { createChance } from './hostile/random.ts'
import { seedMentions } from './mentions.ts'
import { aPostFields, DAY_MS, DAYS, FIRST_DAY } from './random-filters.ts'

const signal = new AbortController().signal
// After so many readings of 210 mentions that did not change, they are not read again.
const READINGS = 7

describe('mentions that wait for the index', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 1_000_000 })
  })
  after(() => api.close())

  const chance = createChance(20_267)
  const add = (project: { id: string }, count: number) => {
    const posts = Array.from({ length: count }, () => aPostFields(chance))
    return seedMentions(api.pool, user, project, posts)
  }

  // As an earlier version could have grouped them.
  async function groupAsOne(projectId: string) {
    await api.pool.begin(async (tx) => {
      const [first] = await tx`select id from story where project_id = ${projectId} order by id limit 1`
      await tx`delete from story_entry where project_id = ${projectId}`
      await tx`delete from story_family where project_id = ${projectId}`
      await tx`delete from story where project_id = ${projectId} and id <> ${first?.id}`
      await tx`update mention set story_id = ${first?.id} where project_id = ${projectId}`
      await repairStories(tx, projectId, storyRules)
      await tx`delete from story_key_run where project_id = ${projectId}`
      await tx`update story set outdated = true, keys = '{}', signature = '\\x00' where project_id = ${projectId}`
    })
  }

  async function readFigures(projectId: string, { from, to }: { readonly from: Date; readonly to: Date }) {
    const range = `from=${from.toISOString()}&to=${to.toISOString()}`
    const { status, body } = await user.get(`/api/project/figures?id=${projectId}&${range}`)
    assert.equal(status, 200, JSON.stringify(body))
    const { total, unique, independent, sentiment_distribution } = body
    return { total, unique, independent, negative: sentiment_distribution.negative }
  }

  async function countPlainly(projectId: string, range: { readonly from: Date; readonly to: Date }) {
    const filter: PlainFilter = { all: [], none: [], ...range }
    const found = scan(await scanAll(api.pool, projectId), filter)
    return {
      total: found.length,
      unique: new Set(found.map(({ storyId }) => storyId)).size,
      independent: new Set(found.map(authorOf)).size,
      negative: found.filter(({ cell }) => cell % 3 === 0).length,
    }
  }

  test('are counted as they are now, however often they were read before', async () => {
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    await add(project, 210)
    await groupAsOne(project.id)
    const { id } = chance.pick(await scanAll(api.pool, project.id))
    await api.pool`delete from search_tail where project_id = ${project.id} and id = ${id}`
    const patch = (fields: object) => user.send('PATCH', `/api/mentions/${id}`, fields)
    const changes: (() => Promise<unknown>)[] = [
      () => api.pool.begin(async (tx) => SEARCH_CHECK.repair?.(tx, project.id, { storyRules })),
      () => patch({ sentimen: -1 }),
      () => patch({ sentimen: 1 }),
      () => patch({ hidden: true }),
      () => patch({ hidden: false }),
      () => add(project, 10),
      () => regroupStories(api.pool, project.id, { storyRules, signal, stepsMax: 1_000 }),
      () => sealTail(api.pool, project.id, 1),
      () => add(project, 200),
    ]
    const whole = { from: new Date(FIRST_DAY - DAY_MS), to: new Date(FIRST_DAY + DAYS * DAY_MS) }
    const middle = { from: new Date(FIRST_DAY + 9.3 * DAY_MS), to: new Date(FIRST_DAY + 21.6 * DAY_MS) }
    for (const change of changes) {
      for (let n = 0; n < READINGS; n++) await readFigures(project.id, whole)
      await change()
      for (const range of [whole, middle])
        assert.deepEqual(await readFigures(project.id, range), await countPlainly(project.id, range))
    }
  })
})
