import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayOf } from '../../src/domain/day.ts'
import { readCoverage } from '../../src/store/collecting/coverage.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { aSample } from '../platforms/sample.ts'
import type { Platform } from '../platforms/server.ts'
import { startX } from '../platforms/twitter.ts'
import {
  aFeed,
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  jobOf,
  mentionIds,
  openCollectFixture,
  scheduleAndSettle,
  settle,
  TIME_ZONE,
} from './fixture.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const PAST = { startDay: dayOf(daysAgo(20), TIME_ZONE), endDay: dayOf(daysAgo(2), TIME_ZONE) }

let x: Platform
let news: NewsPlatform
let fixture: CollectFixture

before(async () => {
  const posts = [1, 4, 10].map((days) =>
    aSample('twitter', { text: `Banjir ${days} hari lalu`, publishedAt: daysAgo(days) }),
  )
  x = await startX({ posts, token: 't' })
  news = await openNewsPlatform()
  fixture = await openCollectFixture({ twitter: { token: 't', url: new URL(x.url), dialect: 'tweet' } })
  await aFeed(fixture.pool, news.url, NEWS_PATHS.rss)
  for (const days of [1, 5, 30]) {
    const title = `Banjir di berita ${days} hari lalu`
    news.publish({ id: `berita-${days}`, title, body: 'Air naik sejak pagi.', publishedAt: daysAgo(days) })
  }
})
after(async () => {
  await fixture.close()
  await Promise.all([x.close(), news.close()])
})

const coverage = (projectId: string) =>
  readCoverage(fixture.pool, projectId, {
    from: daysAgo(25),
    to: new Date(),
    timeZone: TIME_ZONE,
    intervalSeconds: 900,
  })

test('a run of an ended project collects what was published inside its dates, as far back as each source reaches', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', ...PAST })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.equal((await jobOf(fixture.pool, project)).state, 'done')
  const found = await fixture.pool`
    select split_part(text, chr(10), 1) as title from mention where project_id = ${project.id} order by published_at desc`
  assert.deepEqual(
    found.map(({ title }) => title),
    ['Banjir 4 hari lalu', 'Banjir di berita 5 hari lalu'],
  )
  await assertExact(fixture.pool)
})

test('what lies before the reach of a source is a gap, and what it read is covered', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', ...PAST })
  assert.equal((await coverage(project.id)).hoursListened, 0, 'nothing was read yet')
  await dispatch(fixture.pool, project)
  await settle(fixture)
  // The archive began twelve days ago.
  await fixture.pool`update archive_post set archived_at = now() - interval '12 days'`
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const { gaps, sources, lowerBound } = await coverage(project.id)
  const outOfReach = gaps.filter(({ state }) => state === 'out_of_reach')
  const days = (date: Date) => Math.round((Date.now() - date.getTime()) / DAY_MS)
  const own = outOfReach.filter(({ source }) => source === 'twitter')
  const shared = outOfReach.filter(({ source }) => source === null)
  assert.deepEqual(
    own.map(({ to }) => days(to)),
    [7],
  )
  assert.deepEqual(
    shared.map(({ to }) => days(to)),
    [12],
    'further back than that, no source can be read',
  )
  assert.equal(lowerBound, true)
  const twitter = sources.find(({ source }) => source === 'twitter')
  const covered = (daysAgo(2).getTime() - daysAgo(7).getTime()) / HOUR_MS
  assert.ok(Math.abs((twitter?.hoursCovered ?? 0) - covered) <= 25, `${twitter?.hoursCovered} hours`)
  assert.equal(sources.find(({ source }) => source === 'tiktok')?.hoursListened, 0, 'it is not configured')
})

test('a time of which mentions are not kept is not read, and is a gap', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', ...PAST })
  const settings = { ...fixture.deps.settings, mentionDays: 3 }
  await dispatch(fixture.pool, project)
  await settle({ ...fixture, deps: { ...fixture.deps, settings } })
  assert.deepEqual(await mentionIds(fixture.pool, project.id), [])
  const { gaps } = await coverage(project.id)
  const own = gaps.filter(({ source, state }) => source === null && state === 'out_of_reach')
  const daysOf = (date: Date | undefined) => Math.round((Date.now() - (date?.getTime() ?? 0)) / DAY_MS)
  assert.ok(daysOf(own[0]?.from) >= 19, `it begins with the project: ${JSON.stringify(gaps)}`)
  assert.equal(daysOf(own[0]?.to), 3)
})

test('a source that fails while looking back leaves its hours failed, until a run succeeds', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', ...PAST })
  x.behave({ status: 401 })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const states = async () =>
    new Set((await coverage(project.id)).gaps.filter(({ source }) => source === 'twitter').map(({ state }) => state))
  assert.deepEqual(await states(), new Set(['blocked']))
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.ok(!(await states()).has('blocked'))
})

test('the schedule leaves an ended project alone, and a project that has not begun is not read ahead', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const ended = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true, ...PAST })
  const later = await aProject(fixture.pool, owner, { keyword: 'banjir', startDay: dayOf(daysAgo(-3), TIME_ZONE) })
  await scheduleAndSettle(fixture)
  await dispatch(fixture.pool, later)
  await settle(fixture)
  assert.deepEqual(await mentionIds(fixture.pool, ended.id), [])
  assert.deepEqual(await mentionIds(fixture.pool, later.id), [])
})
