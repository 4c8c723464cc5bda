import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Coverage, readCoverage } from '../../src/store/collecting/coverage.ts'
import { listFeeds } from '../../src/store/collecting/feeds.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import type { Platform } from '../platforms/server.ts'
import { startX } from '../platforms/twitter.ts'
import {
  aFeed,
  anAccount,
  aProject,
  type CollectFixture,
  dispatch,
  openCollectFixture,
  scheduleAndSettle,
  settle,
  TIME_ZONE,
} from './fixture.ts'

let x: Platform
let news: NewsPlatform
let fixture: CollectFixture

before(async () => {
  x = await startX({ posts: [], token: 't' })
  news = await openNewsPlatform()
  fixture = await openCollectFixture({ twitter: { token: 't', url: new URL(x.url), dialect: 'tweet' } })
})
after(async () => {
  await fixture.close()
  await Promise.all([x.close(), news.close()])
})

function read(projectId: string): Promise<Coverage> {
  const range = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 3_600_000) }
  return readCoverage(fixture.pool, projectId, { ...range, timeZone: TIME_ZONE, intervalSeconds: 900 })
}

function sums({ sources }: Coverage, source: string) {
  const hours = sources.find((one) => one.source === source)?.hours ?? []
  const total = { asked: 0, answered: 0, empty: 0, failed: 0, notConfigured: 0 }
  for (const hour of hours) for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += hour[name]
  return total
}

test('asked, answered, empty, failed and not configured are counted for each source and hour', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  await aFeed(fixture.pool, news.url, NEWS_PATHS.rss)
  news.publish({ id: 'a', title: 'Banjir', body: 'Air naik.', publishedAt: new Date(Date.now() - 60_000) })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  x.behave({ status: 503 })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const coverage = await read(project.id)
  assert.deepEqual(sums(coverage, 'twitter'), { asked: 2, answered: 0, empty: 1, failed: 1, notConfigured: 0 })
  assert.deepEqual(sums(coverage, 'news'), { asked: 1, answered: 1, empty: 0, failed: 0, notConfigured: 0 })
  assert.deepEqual(sums(coverage, 'tiktok'), { asked: 0, answered: 0, empty: 0, failed: 0, notConfigured: 2 })
  assert.deepEqual(coverage.gaps, [])
})

test('an hour in which an auto project listened and no source was queried is a gap', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  await fixture.pool`update listening set since = date_trunc('hour', now()) - interval '3 hours 20 minutes' where project_id = ${project.id}`
  await fixture.pool`
    insert into coverage (project_id, platform, hour, asked, empty)
    values (${project.id}, 0, date_trunc('hour', now()) - interval '2 hours', 1, 1)`
  const { gaps } = await read(project.id)
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
  assert.deepEqual(
    gaps.map(({ from, to }) => [from.getTime() - hour, to.getTime() - hour]),
    [
      [-3 * 3_600_000, -2 * 3_600_000],
      [-3_600_000, 0],
    ],
  )
  const paused = await aProject(fixture.pool, owner, { keyword: 'banjir' })
  assert.deepEqual((await read(paused.id)).gaps, [])
})

test('the state of each feed is reported, and a failing feed is polled less often', async () => {
  const owner = await anAccount(fixture.pool, 100)
  await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  await aFeed(fixture.pool, news.url, NEWS_PATHS.atom)
  await aFeed(fixture.pool, news.url, NEWS_PATHS.json)
  await aFeed(fixture.pool, news.url, NEWS_PATHS.rdf)
  news.disturb(NEWS_PATHS.atom, { status: 403, body: 'Dilarang' })
  news.disturb(NEWS_PATHS.json, { body: 'bukan feed', headers: { 'content-type': 'text/html' } })
  news.disturb(NEWS_PATHS.rdf, { status: 429, headers: { 'retry-after': '1000' }, body: '' })
  await scheduleAndSettle(fixture)
  const { feeds } = await listFeeds(fixture.pool, 1, 100)
  const states = Object.fromEntries(feeds.map((feed) => [new URL(feed.address).pathname, feed.state]))
  assert.deepEqual(states, {
    [NEWS_PATHS.rss]: 'ok',
    [NEWS_PATHS.atom]: 'blocked',
    [NEWS_PATHS.json]: 'broken',
    [NEWS_PATHS.rdf]: 'new',
  })
  const waits = await fixture.pool`
    select extract(epoch from next_poll_at - now())::int as seconds from feed where address like '%rdf.xml'`
  assert.ok(waits[0]?.seconds > 900 && waits[0]?.seconds <= 1_000)
})
