import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { storyRules } from '../src/collect/analyse-post.ts'
import { isInside, targetOf } from '../src/collect/target.ts'
import { listMentions, type MentionPage } from '../src/store/mentions/mentions.ts'
import { listStories, type StoryPage } from '../src/store/mentions/ranked.ts'
import { trimMentions } from '../src/store/mentions/retention.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { assertCounted } from './counted.ts'
import { aPost, type PostFields, seedMentions } from './mentions.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30
const signal = new AbortController().signal

// Noon of that many days ago, so that no test crosses a day boundary.
function daysAgo(days: number, seconds = 0): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS + DAY_MS / 2 + seconds * 1000
}

describe('how long mentions are kept', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
  })
  after(() => api.close())

  const trim = (stepsMax = 1_000) => trimMentions(api.pool, { days: KEPT_DAYS, storyRules, signal, stepsMax })

  async function seed(posts: readonly PostFields[]): Promise<{ id: string }> {
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    for (let at = 0; at < posts.length; at += 500)
      await seedMentions(api.pool, user, project, posts.slice(at, at + 500))
    return project
  }

  async function allPages(id: string, limit: number): Promise<string[]> {
    const ids: string[] = []
    for (let page = 1; page < 1_000; page++) {
      const { total, mentions } = (await listMentions(
        api.pool,
        { ownerId: null, id: id },
        {},
        { page: page, limit: limit },
      )) as MentionPage
      if (mentions.length === 0) {
        assert.equal(ids.length, total)
        break
      }
      ids.push(...mentions.map((mention) => mention.id))
    }
    return ids
  }

  test('old mentions are removed, newer ones stay, and every count and page agrees', async () => {
    // An old crowded hour with a crowded minute, one mention a day for two months, and a recent crowded hour.
    const posts: PostFields[] = [
      ...Array.from({ length: 1_100 }, (_, n) => ({ at: daysAgo(40, n % 90), sentiment: ((n % 3) - 1) as -1 | 0 | 1 })),
      ...Array.from({ length: 60 }, (_, n) => ({ at: daysAgo(n), platform: 'news' as const })),
      ...Array.from({ length: 700 }, (_, n) => ({ at: daysAgo(2, n) })),
    ]
    const project = await seed(posts)
    await assertCounted(api.pool, project.id)
    const { removed, more } = await trim()
    assert.deepEqual({ removed, more }, { removed: 1_100 + 29, more: false })
    await assertCounted(api.pool, project.id)
    assert.equal((await allPages(project.id, 100)).length, 31 + 700)
    assert.equal(
      (await listStories(api.pool, { ownerId: null, id: project.id }, {}, { page: 1, limit: 10 }))?.total,
      31 + 700,
    )
    const found = await user.get(`/api/mentions/search?keywordId=${project.id}&q=banjir&limit=100`)
    assert.equal(found.body.total, 31 + 700)
    assert.deepEqual(await trim(), { removed: 0, more: false })
  })

  test('removed mentions stay charged', async () => {
    const project = await seed([{ at: daysAgo(50) }, { at: daysAgo(1) }])
    const read = async () =>
      (await user.get('/api/user-quota')).body.kuota +
      ((await listMentions(api.pool, { ownerId: null, id: project.id }, {}, { page: 1, limit: 10 }))?.total ?? 0) * 1e6
    const before = await read()
    await trim()
    assert.equal(await read(), before - 1e6)
    const [sum] = await api.pool`select sum(amount)::bigint as balance from quota_entry where account_id = ${user.id}`
    assert.equal(sum?.balance, (await user.get('/api/user-quota')).body.kuota)
  })

  test('a story that loses its lead gets the next one, and counts only the remaining mentions', async () => {
    const text = 'banjir jakarta merendam ratusan rumah warga di kampung melayu sejak dini hari tadi kata petugas'
    const copy = (days: number, author: string, likes: number) => ({
      at: daysAgo(days),
      author,
      text,
      engagement: { likes },
      sentiment: (days > KEPT_DAYS ? -1 : 1) as -1 | 1,
    })
    const project = await seed([copy(50, 'a', 5), copy(45, 'b', 7), copy(10, 'b', 11), copy(9, 'c', 13)])
    const whole = (await listStories(api.pool, { ownerId: null, id: project.id }, {}, { page: 1, limit: 10 }))
      ?.stories?.[0]
    assert.deepEqual([whole?.size, whole?.authors, whole?.engagement.likes], [4, 3, 36])
    await trim()
    const { total, stories } = (await listStories(
      api.pool,
      { ownerId: null, id: project.id },
      {},
      { page: 1, limit: 10 },
    )) as StoryPage
    assert.equal(total, 1)
    const [left] = stories
    assert.deepEqual([left?.size, left?.authors, left?.engagement.likes], [2, 2, 24])
    assert.equal(left?.mention.publishedAt.getTime(), daysAgo(10))
    assert.equal(
      (await listStories(api.pool, { ownerId: null, id: project.id }, { sentiment: -1 }, { page: 1, limit: 10 }))
        ?.total,
      0,
    )
    await assertCounted(api.pool, project.id)
    // A later copy still joins its story, whose first mention is gone.
    await seedMentions(api.pool, user, project, [copy(1, 'd', 1)])
    assert.equal(
      (await listStories(api.pool, { ownerId: null, id: project.id }, {}, { page: 1, limit: 10 }))?.stories?.[0]?.size,
      3,
    )
    await assertCounted(api.pool, project.id)
  })

  test('a long clean-up resumes where it stopped', async () => {
    const project = await seed(Array.from({ length: 1_200 }, (_, n) => ({ at: daysAgo(60, n) })))
    assert.deepEqual(await trim(1), { removed: 1_000, more: true })
    await assertCounted(api.pool, project.id)
    assert.deepEqual(await trim(), { removed: 200, more: false })
    await assertCounted(api.pool, project.id)
  })

  test('posts older than the retention period are not collected, so they are not charged repeatedly', () => {
    const project = { id: '', ownerId: '', keyword: 'banjir', exclude: '', startDay: '2020-01-01', endDay: null }
    const kept = targetOf(project, { timeZone: 'UTC', mentionDays: KEPT_DAYS })
    assert.equal(isInside(kept, aPost({ at: daysAgo(KEPT_DAYS + 1) })), false)
    assert.equal(isInside(kept, aPost({ at: daysAgo(KEPT_DAYS - 1) })), true)
    assert.equal(isInside(targetOf(project, { timeZone: 'UTC' }), aPost({ at: '2020-01-02' })), true)
  })
})
