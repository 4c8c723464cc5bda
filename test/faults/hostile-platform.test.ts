import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CollectDeps } from '../../src/collect/deps.ts'
import { openFetch } from '../../src/sources/http/fetch.ts'
import type { Fetch } from '../../src/sources/source.ts'
import {
  aFeed,
  anAccount,
  aProject,
  assertExact,
  mentionIds,
  openTestSources,
  openWorld,
  scheduleAndSettle,
  type World,
} from '../collect/world.ts'
import { type HostilePath, type HostileServer, openHostile } from '../platforms/hostile.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'

// Feeds that do what no feed should, beside a good one, all the way through collecting: each ends with its own reason, and the
// good one's posts arrive as if the others were not there.
let world: World
let hostile: HostileServer
let news: NewsPlatform
before(async () => {
  hostile = await openHostile()
  news = await openNewsPlatform()
  world = await openWorld({})
})
after(async () => {
  await world.close()
  await hostile.close()
  await news.close()
})

// What the detail of each must say.
const ENDINGS: readonly [HostilePath, RegExp][] = [
  ['/hang', /network: .*within the time/],
  ['/trickle', /network: .*within the time/],
  ['/endless', /unreadable: .*larger than/],
  ['/gzip-bomb', /unreadable: .*(grows more than|larger than)/],
  ['/page', /unreadable: /],
  ['/redirect-loop', /network: .*redirects/],
  ['/cut', /network: /],
  ['/damaged-gzip', /unreadable: .*damaged/],
  ['/odd-encoding', /unreadable: .*encoding/],
  ['/huge-headers', /network: /],
  ['/not-http', /network: /],
]

test('hostile feeds end with a reason each, and a good one beside them is collected', async () => {
  const owner = await anAccount(world.pool, 1_000)
  const project = await aProject(world.pool, owner, { keyword: 'banjir', listening: true })
  const feeds = new Map<string, string>()
  for (const [path] of ENDINGS) feeds.set(path, await aFeed(world.pool, hostile.url, path))
  const good = await aFeed(world.pool, news.url, NEWS_PATHS.rss)
  for (let n = 0; n < 3; n++) {
    news.publish({ id: `a${n}`, title: `Banjir ${n} di kota ${n * 7}`, body: 'Isi.', publishedAt: new Date() })
  }
  const sentBefore = hostile.bytesSent()
  await scheduleAndSettle(world)
  assert.ok(hostile.bytesSent() - sentBefore < 60 * 1024 * 1024, 'of 200 MB only the allowed part was taken')
  assert.equal((await mentionIds(world.pool, project.id)).length, 3)
  assert.equal((await stateOf(good)).state, 'ok')
  for (const [path, detail] of ENDINGS) {
    const feed = await stateOf(feeds.get(path) ?? '')
    assert.equal(feed.state, 'broken', `${path}: ${feed.detail}`)
    assert.match(feed.detail ?? '', detail, path)
    assert.equal(feed.failures, 1, `${path} waits longer each time`)
  }
  const [covered] =
    await world.pool`select sum(failed)::int as failed, sum(answered)::int as answered from feed_coverage`
  assert.deepEqual([covered?.failed, covered?.answered], [ENDINGS.length, 1], 'coverage tells them apart')
  await assertExact(world.pool)
})

test('what is merely damaged is read as far as it goes', async () => {
  const owner = await anAccount(world.pool, 1_000)
  const project = await aProject(world.pool, owner, {
    keyword: 'banjir or kopi or kedua',
    listening: true,
    startDay: '2020-01-01',
  })
  await aFeed(world.pool, hostile.url, '/wrong-charset')
  const bomb = await aFeed(world.pool, hostile.url, '/entity-bomb')
  await scheduleAndSettle(world)
  const texts = await world.pool`select text from mention where project_id = ${project.id}`
  const all = texts.map((row) => row.text).join('\n')
  assert.match(all, /caf\u00e9 naik/, 'the charset was found out')
  assert.doesNotMatch(all, /\ufffd/)
  const [largest] = await world.pool`select max(length(post::text)) as length from archive_post where feed_id = ${bomb}`
  assert.ok(largest?.length < 10_000, 'no entity was multiplied')
  // It tells of the same articles, so it comes after.
  const cut = await aFeed(world.pool, hostile.url, '/truncated')
  await scheduleAndSettle(world)
  assert.match((await stateOf(cut)).state, /^(ok|broken)$/)
  assert.equal((await mentionIds(world.pool, project.id)).length, texts.length, 'no mention twice')
  await assertExact(world.pool)
})

test('a redirect into a private address is refused at the guard, and its feed is the only one that suffers', async () => {
  const guarded = openFetch({ userAgent: 'pantau-test', allowPrivate: false, hostSpacingMs: 0, deadlineMs: 2_000 })
  // The first address is the operator's own choice; where it sends us is not.
  const fetch: Fetch = (url, options) => guarded(url, { ...options, trusted: true })
  const deps: CollectDeps = { ...world.deps, sources: await openTestSources(world.pool, {}, fetch) }
  const id = await aFeed(world.pool, hostile.url, '/redirect-private')
  await scheduleAndSettle({ ...world, deps })
  const feed = await stateOf(id)
  assert.notEqual(feed.state, 'ok')
  assert.match(feed.detail ?? '', /refused, it is not a public address/)
})

async function stateOf(id: string): Promise<{ state: string; detail: string | null; failures: number }> {
  const [feed] = await world.pool<{ state: string; detail: string | null; failures: number }>`
    select state, detail, failures from feed where id = ${id}`
  return feed as { state: string; detail: string | null; failures: number }
}
