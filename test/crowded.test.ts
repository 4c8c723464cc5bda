import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { storyRules } from '../src/collect/analyse-post.ts'
import { type CellFilter, cellsOf } from '../src/domain/cell.ts'
import { PLATFORMS } from '../src/domain/platform.ts'
import { listMentions, type MentionPage } from '../src/store/mentions/mentions.ts'
import { listStories, type StoryPage } from '../src/store/mentions/ranked.ts'
import { trimMentions } from '../src/store/mentions/retention.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { assertCounted } from './counted.ts'
import { type PostFields, seedMentions } from './mentions.ts'

const INSTANT = Date.UTC(2020, 5, 1)
const FILTERS: readonly CellFilter[] = [
  {},
  { sentiment: -1 },
  { platforms: ['news', 'youtube'] },
  { sentiment: 1, platforms: ['twitter'] },
]
const LIMIT = 50

// Like an import whose rows have a date but no time.
function postsAt(at: number, total: number): PostFields[] {
  return Array.from({ length: total }, (_, n) => ({
    at,
    platform: PLATFORMS[n % PLATFORMS.length] as (typeof PLATFORMS)[number],
    sentiment: (((n % 7) % 3) - 1) as -1 | 0 | 1,
  }))
}

describe('thousands of mentions at one instant', () => {
  let api: TestApi
  let user: TestUser
  let project: { id: string }
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
    project = await addTestProject(user, { startDate: '2020-01-01' })
    await seed([...postsAt(INSTANT, 4_500), ...postsAt(INSTANT + 400, 50), ...postsAt(INSTANT + 86_400_000, 50)])
  })
  after(() => api.close())

  async function seed(posts: readonly PostFields[]): Promise<void> {
    for (let at = 0; at < posts.length; at += 500)
      await seedMentions(api.pool, user, project, posts.slice(at, at + 500))
  }

  // The spans shorter than a second that are counted, longest first.
  async function finestSpans(list = 0): Promise<number[]> {
    const rows = await api.pool`
      select distinct span from mention_count
       where project_id = ${project.id} and list = ${list} and span < 0 order by span`
    return rows.map((row) => row.span)
  }

  async function assertPages(): Promise<void> {
    const mentions = await api.pool`select id as key, id, cell from mention where project_id = ${project.id}`
    const stories =
      await api.pool`select rank_id as key, lead_id as id, cell from story where project_id = ${project.id}`
    for (const filter of FILTERS) {
      await assertPagesOf(sorted(mentions, filter), async (page) => {
        const { total, mentions } = (await listMentions(api.pool, { ownerId: null, id: project.id }, filter, {
          page: page,
          limit: LIMIT,
        })) as MentionPage
        return { total, ids: mentions.map(({ id }) => id) }
      })
      await assertPagesOf(sorted(stories, filter), async (page) => {
        const { total, stories } = (await listStories(api.pool, { ownerId: null, id: project.id }, filter, {
          page: page,
          limit: LIMIT,
        })) as StoryPage
        return { total, ids: stories.map(({ mention }) => mention.id) }
      })
    }
  }

  test('are counted below the second, in either list', async () => {
    for (const list of [0, 1]) assert.deepEqual(await finestSpans(list), [-51_200, -640, -8])
    await assertCounted(api.pool, project.id)
  })

  test('every page with every filter equals that of the sorted list, and totals are exact', assertPages)

  test('correcting a sentiment updates the counts at every level', async () => {
    const { mentions } = (await listMentions(
      api.pool,
      { ownerId: null, id: project.id },
      { sentiment: 1 },
      { page: 9, limit: LIMIT },
    )) as MentionPage
    for (const { id } of mentions.slice(0, 20))
      assert.equal((await user.send('PATCH', `/api/mentions/${id}`, { sentimen: -1 })).status, 200)
    await assertCounted(api.pool, project.id)
    await assertPages()
  })

  test('a crowded second without a split is still read correctly, and the next change splits it', async () => {
    await api.pool`delete from mention_count where project_id = ${project.id} and span < 0`
    await api.pool`update mention_count set split = false where project_id = ${project.id} and span = 1`
    await assertPages()
    await seed(postsAt(INSTANT, 1))
    assert.deepEqual(await finestSpans(), [-51_200, -640, -8])
    await assertCounted(api.pool, project.id)
    await assertPages()
  })

  test('expired mentions are removed from every level, and the same instant can be filled again', async () => {
    const trim = (stepsMax: number) =>
      trimMentions(api.pool, { days: 365, storyRules, signal: new AbortController().signal, stepsMax })
    assert.deepEqual(await trim(2), { removed: 2_000, more: true })
    await assertCounted(api.pool, project.id)
    await assertPages()
    await trim(100)
    assert.equal(
      (await listMentions(api.pool, { ownerId: null, id: project.id }, {}, { page: 1, limit: LIMIT }))?.total,
      0,
    )
    assert.deepEqual(await finestSpans(), [])
    await seed(postsAt(INSTANT, 600))
    await assertCounted(api.pool, project.id)
    await assertPages()
  })

  test('are counted in the far future too', async () => {
    await seed(postsAt(Date.UTC(9_000, 0, 1), 600))
    await seed(postsAt(Date.UTC(9_000, 0, 1), 100))
    await assertCounted(api.pool, project.id)
    await assertPages()
  })
})

function sorted(rows: readonly Record<string, unknown>[], filter: CellFilter): string[] {
  const cells = cellsOf(filter)
  const chosen = rows.filter((row) => cells === null || cells.includes(row.cell as number))
  return chosen.sort((a, b) => ((a.key as string) < (b.key as string) ? 1 : -1)).map((row) => row.id as string)
}

async function assertPagesOf(
  expected: readonly string[],
  read: (page: number) => Promise<{ readonly total: number; readonly ids: readonly string[] }>,
): Promise<void> {
  const seen: string[] = []
  for (let page = 1; page <= Math.ceil(expected.length / LIMIT); page++) {
    const { total, ids } = await read(page)
    assert.equal(total, expected.length)
    seen.push(...ids)
  }
  assert.deepEqual(seen, expected)
}
