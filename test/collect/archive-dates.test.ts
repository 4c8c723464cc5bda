import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayOf, nextDay, startOfDay } from '../../src/domain/day.ts'
import { NO_ENGAGEMENT, type Post } from '../../src/domain/post.ts'
import { archivePosts } from '../../src/store/collecting/archive.ts'
import { findPosition } from '../../src/store/collecting/archive-positions.ts'
import {
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  mentionIds,
  openCollectFixture,
  scheduleAndSettle,
  settle,
  TIME_ZONE,
} from './fixture.ts'

// The archive holds the posts of all days, and each project gets those of its own days: midnight to midnight in its time zone.

let fixture: CollectFixture
before(async () => {
  fixture = await openCollectFixture({})
})
after(() => fixture.close())

test('a project in step with the archive gets the posts of its days only', async () => {
  const today = dayOf(new Date(), TIME_ZONE)
  const owner = await anAccount(fixture.pool, 10)
  const fields = { keyword: 'langkah', listening: true }
  const project = await aProject(fixture.pool, owner, { ...fields, startDay: '2026-01-11', endDay: today })
  await scheduleAndSettle(fixture)
  assert.equal((await findPosition(fixture.pool, project.id)).inStep, true)
  await archive('langkah', '2026-01-11', today)
  await scheduleAndSettle(fixture)
  assert.equal((await findPosition(fixture.pool, project.id)).inStep, true)
  assert.deepEqual(await mentionIds(fixture.pool, project.id), ['langkah first', 'langkah last'])
  await assertExact(fixture.pool)
})

test('a project that catches up with the archive gets the posts of its days only', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const today = dayOf(new Date(), TIME_ZONE)
  const fields = { keyword: 'susul', kind: 'manual', startDay: '2026-01-11', endDay: today } as const
  await archive('susul', '2026-01-11', today)
  const project = await aProject(fixture.pool, owner, fields)
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.deepEqual(await mentionIds(fixture.pool, project.id), ['susul first', 'susul last'])
  await assertExact(fixture.pool)
})

test('posts that are older than mentions are kept are not taken from the archive', async () => {
  const settings = { ...fixture.deps.settings, mentionDays: 30 }
  const keeping = { ...fixture, deps: { ...fixture.deps, settings } }
  const owner = await anAccount(fixture.pool, 10)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await addPosts([aPost('simpan', 'old', daysAgo(31)), aPost('simpan', 'new', daysAgo(29))])
  const project = await aProject(fixture.pool, owner, { keyword: 'simpan', kind: 'manual' })
  await dispatch(fixture.pool, project)
  await settle(keeping)
  assert.deepEqual(await mentionIds(fixture.pool, project.id), ['simpan new'])
})

// The last millisecond before the first day, the first of it, the last of the last day, and the first after it.
async function archive(word: string, firstDay: string, lastDay: string): Promise<void> {
  const start = startOfDay(firstDay, TIME_ZONE).getTime()
  const end = startOfDay(nextDay(lastDay), TIME_ZONE).getTime()
  const times = { before: start - 1, first: start, last: end - 1, after: end }
  await addPosts(Object.entries(times).map(([name, time]) => aPost(word, name, new Date(time))))
}

function aPost(word: string, name: string, publishedAt: Date): Post {
  return {
    platform: 'news',
    platformId: `${word} ${name}`,
    kind: 'article',
    text: `Berita tentang ${word} ${name}`,
    url: 'https://example.com/',
    publishedAt,
    author: { id: 'a', username: 'a', displayName: 'A' },
    engagement: NO_ENGAGEMENT,
  }
}

async function addPosts(posts: readonly Post[]): Promise<void> {
  await fixture.pool.begin((tx) => archivePosts(tx, null, posts))
}
