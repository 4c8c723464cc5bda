import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Platform as PlatformName } from '../../src/domain/platform.ts'
import { changeAccount } from '../../src/store/accounts/accounts.ts'
import { setQuota } from '../../src/store/accounts/quota.ts'
import { type HourlyCoverage, readCoverage } from '../../src/store/collecting/coverage.ts'
import { listFeeds } from '../../src/store/collecting/feeds.ts'
import { setListening } from '../../src/store/projects/projects.ts'
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
  raiseQuota,
  scheduleAndSettle,
  settle,
  TIME_ZONE,
} from './fixture.ts'

const HOUR_MS = 3_600_000
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

function read(projectId: string): Promise<HourlyCoverage> {
  const range = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 3_600_000) }
  return readCoverage(fixture.pool, projectId, { ...range, timeZone: TIME_ZONE, intervalSeconds: 900 })
}

function sums(coverage: HourlyCoverage, source: PlatformName) {
  const hours = coverage.hours.get(source) ?? []
  const total = { asked: 0, answered: 0, empty: 0, failed: 0, blocked: 0, notConfigured: 0 }
  for (const hour of hours) for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += hour[name]
  return total
}

// The current hour as an instant.
const thisHour = () => Math.floor(Date.now() / HOUR_MS) * HOUR_MS

// Gaps as hours from the current one.
function gapsFrom({ gaps }: HourlyCoverage) {
  return gaps.map(({ from, to, source, state }) => [
    (from.getTime() - thisHour()) / HOUR_MS,
    (to.getTime() - thisHour()) / HOUR_MS,
    source,
    state,
  ])
}

// Moves what a project has done so far into the past, as if it had happened earlier.
async function ageProject(projectId: string, hours: number): Promise<void> {
  await fixture.pool`
    update project_listening set since = since - make_interval(hours => ${hours}), until = until - make_interval(hours => ${hours})
     where project_id = ${projectId}`
}

async function recordHour(projectId: string, platform: number, hoursAgo: number, outcome: string): Promise<void> {
  await fixture.pool.query(
    `insert into coverage (project_id, platform, hour, asked, ${outcome})
     values ($1, $2, date_trunc('hour', now()) - make_interval(hours => $3), 1, 1)`,
    [projectId, platform, hoursAgo],
  )
}

test('asked, answered, empty, failed, blocked and not configured are counted for each source and hour', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  await aFeed(fixture.pool, news.url, NEWS_PATHS.rss)
  news.publish({ id: 'a', title: 'Banjir', body: 'Air naik.', publishedAt: new Date(Date.now() - 60_000) })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  x.behave({ status: 401 })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  x.behave({ status: 503 })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const coverage = await read(project.id)
  const none = { asked: 0, answered: 0, empty: 0, failed: 0, blocked: 0, notConfigured: 0 }
  assert.deepEqual(sums(coverage, 'twitter'), { ...none, asked: 3, empty: 1, failed: 1, blocked: 1 })
  assert.deepEqual(sums(coverage, 'news'), { ...none, asked: 1, answered: 1 })
  assert.deepEqual(sums(coverage, 'tiktok'), { ...none, notConfigured: 3 })
  const on = coverage.sources.filter((source) => source.on).map(({ source }) => source)
  assert.deepEqual(
    on,
    ['twitter', 'news'],
    'a source that is not configured is absent, one that brought nothing is silent',
  )
})

test('a project that was dispatched once is covered in that hour, whatever the range', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  assert.equal((await read(project.id)).share, null, 'it has not listened yet')
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const { share, hoursListened, hoursCovered, lowerBound } = await read(project.id)
  assert.deepEqual({ share, hoursListened, hoursCovered }, { share: 1, hoursListened: 2, hoursCovered: 2 })
  assert.equal(lowerBound, true, 'the rest of the day was not covered')
})

test('what feeds brought before a project was created is covered once it has caught up with the archive', async () => {
  const { pool } = fixture
  await pool`
    insert into feed_coverage (platform, hour, asked, answered)
    select 5, date_trunc('hour', now()) - make_interval(hours => n), 1, 1 from generate_series(1, 5) n`
  await pool`update archive_post set archived_at = now() - interval '3 hours' where seq = (select min(seq) from archive_post)`
  const owner = await anAccount(pool, 100)
  const project = await aProject(pool, owner, { keyword: 'banjir', kind: 'manual' })
  assert.equal((await read(project.id)).hoursCovered, 0)
  await dispatch(pool, project)
  await settle(fixture)
  const ofNews = (await read(project.id)).sources.find(({ source }) => source === 'news')
  assert.equal(ofNews?.hoursCovered, 4, 'the current hour, and three that the archive reached back to')
  // A post that arrives later is not read yet, so the hour in which it was archived is not covered.
  await pool`update archive_head set last_seq = last_seq + 1`
  await pool`
    insert into archive_post (seq, platform, platform_id, post, published_at, archived_at)
    select last_seq, 5, 'nanti', '{}', now(), now() - interval '1 hour' from archive_head`
  const behind = (await read(project.id)).sources.find(({ source }) => source === 'news')
  assert.equal(behind?.hoursCovered, 2)
  await pool`delete from archive_post where platform_id = 'nanti'`
  await pool`update archive_head set last_seq = last_seq - 1`
  await pool`delete from feed_coverage where hour < date_trunc('hour', now())`
})

test('the share is of the hours in which the project listened and the source was on', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  await ageProject(project.id, 4)
  await recordHour(project.id, 0, 3, 'answered')
  await recordHour(project.id, 0, 2, 'failed')
  await recordHour(project.id, 1, 3, 'empty')
  await recordHour(project.id, 1, 2, 'blocked')
  await recordHour(project.id, 1, 1, 'answered')
  const coverage = await read(project.id)
  // Three whole hours of two sources.
  assert.deepEqual([coverage.hoursListened, coverage.hoursCovered, coverage.share], [6, 3, 0.5])
  const [before, ...gaps] = gapsFrom(coverage)
  assert.deepEqual(before?.slice(1), [-4, null, 'not_begun'])
  assert.deepEqual(gaps, [
    // It was created and began to listen in this hour, which is not a whole one.
    [-4, -3, null, 'paused'],
    [-2, -1, 'twitter', 'failed'],
    [-2, -1, 'facebook', 'blocked'],
    [-1, 0, 'twitter', 'not_asked'],
  ])
})

test('an hour in which an auto project listened and no source was queried is a gap', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  await ageProject(project.id, 4)
  await recordHour(project.id, 0, 2, 'empty')
  assert.deepEqual(
    gapsFrom(await read(project.id)).filter(([, , , state]) => state === 'not_asked'),
    [
      [-3, -2, null, 'not_asked'],
      [-1, 0, null, 'not_asked'],
    ],
  )
})

test('paused, without quota, disabled and outside its dates are different states', async () => {
  const { pool } = fixture
  const owner = await anAccount(pool, 100)
  const project = await aProject(pool, owner, { keyword: 'banjir', listening: true })
  const states = async () => (await read(project.id)).periods.map(({ state }) => state)
  const step = async (change: () => Promise<unknown>) => {
    await ageProject(project.id, 1)
    await change()
  }
  await step(() => setListening(pool, owner, project.id, false))
  await step(() => setListening(pool, owner, project.id, true))
  await step(() => raiseQuota(pool, owner, 0))
  await step(() => raiseQuota(pool, owner, 10))
  await step(() => pool.begin((tx) => changeAccount(tx, owner, { disabled: true })))
  await step(() => pool.begin((tx) => changeAccount(tx, owner, { disabled: false })))
  await step(() => pool`update project set end_day = '2020-02-01' where id = ${project.id}`)
  await ageProject(project.id, 1)
  const seen = (await states()).filter((state, index, all) => state !== all[index - 1])
  assert.deepEqual(seen.slice(seen.indexOf('listening')), [
    'listening',
    'paused',
    'listening',
    'no_quota',
    'listening',
    'disabled',
    'listening',
    'after_end',
  ])
  const [open] =
    await pool`select count(*)::int as n from project_listening where project_id = ${project.id} and until is null`
  assert.equal(open?.n, 1)
})

test('a project that begins to listen while the quota is used up waits for quota', async () => {
  const { pool } = fixture
  const owner = await anAccount(pool, 5)
  const project = await aProject(pool, owner, { keyword: 'banjir' })
  const { promise: emptied, resolve: isEmptied } = Promise.withResolvers<void>()
  const { promise: commit, resolve: mayCommit } = Promise.withResolvers<void>()
  const spending = pool.begin(async (tx) => {
    await setQuota(tx, owner, 0)
    isEmptied()
    await commit
  })
  await emptied
  const listening = setListening(pool, owner, project.id, true)
  mayCommit()
  await Promise.all([spending, listening])
  const { periods } = await read(project.id)
  assert.equal(periods.at(-1)?.state, 'no_quota')
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
