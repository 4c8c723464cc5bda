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
  type CollectFixture,
  mentionIds,
  openCollectFixture,
  openTestSources,
  scheduleAndSettle,
} from '../collect/fixture.ts'
import { type HostilePath, type HostileServer, openHostile } from '../platforms/hostile.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'

// Misbehaving feeds beside a good one, through the whole of collecting: each fails with its own reason, and the good one's posts
// arrive regardless of the others.
let fixture: CollectFixture
let hostile: HostileServer
let news: NewsPlatform
before(async () => {
  hostile = await openHostile()
  news = await openNewsPlatform()
  fixture = await openCollectFixture({})
})
after(async () => {
  await fixture.close()
  await hostile.close()
  await news.close()
})

// The expected detail of each feed.
const FAILURES: readonly [HostilePath, RegExp][] = [
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

test('hostile feeds fail with a reason each, and a good one beside them is collected', async () => {
  const owner = await anAccount(fixture.pool, 1_000)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  const feeds = new Map<string, string>()
  for (const [path] of FAILURES) feeds.set(path, await aFeed(fixture.pool, hostile.url, path))
  const good = await aFeed(fixture.pool, news.url, NEWS_PATHS.rss)
  for (let n = 0; n < 3; n++) {
    news.publish({ id: `a${n}`, title: `Banjir ${n} di kota ${n * 7}`, body: 'Isi.', publishedAt: new Date() })
  }
  const sentBefore = hostile.bytesSent()
  await scheduleAndSettle(fixture)
  assert.ok(hostile.bytesSent() - sentBefore < 60 * 1024 * 1024, 'of 200 MB only the allowed part was read')
  assert.equal((await mentionIds(fixture.pool, project.id)).length, 3)
  assert.equal((await stateOf(good)).state, 'ok')
  for (const [path, detail] of FAILURES) {
    const feed = await stateOf(feeds.get(path) ?? '')
    assert.equal(feed.state, 'broken', `${path}: ${feed.detail}`)
    assert.match(feed.detail ?? '', detail, path)
    assert.equal(feed.failures, 1, `${path} waits longer each time`)
  }
  const [covered] =
    await fixture.pool`select sum(failed)::int as failed, sum(answered)::int as answered from feed_coverage`
  assert.deepEqual([covered?.failed, covered?.answered], [FAILURES.length, 1], 'coverage distinguishes them')
  await assertExact(fixture.pool)
})

test('a damaged feed is read as far as possible', async () => {
  const owner = await anAccount(fixture.pool, 1_000)
  const project = await aProject(fixture.pool, owner, {
    keyword: 'banjir or kopi or kedua',
    listening: true,
    startDay: '2020-01-01',
  })
  await aFeed(fixture.pool, hostile.url, '/wrong-charset')
  const bomb = await aFeed(fixture.pool, hostile.url, '/entity-bomb')
  await scheduleAndSettle(fixture)
  const texts = await fixture.pool`select text from mention where project_id = ${project.id}`
  const all = texts.map((row) => row.text).join('\n')
  assert.match(all, /caf\u00e9 naik/, 'the charset was detected')
  assert.doesNotMatch(all, /\ufffd/)
  const bombs = await fixture.pool`select length(post::text) as length from archive_post where feed_id = ${bomb}`
  assert.equal(bombs.length, 1, 'the entry with the entities was read')
  assert.ok(bombs[0]?.length < 10_000, 'no entity was multiplied')
  // It has the same articles, so it is added afterwards.
  const cut = await aFeed(fixture.pool, hostile.url, '/truncated')
  await scheduleAndSettle(fixture)
  assert.match((await stateOf(cut)).state, /^(ok|broken)$/)
  assert.equal((await mentionIds(fixture.pool, project.id)).length, texts.length, 'no mention twice')
  await assertExact(fixture.pool)
})

test('a redirect to a private address is refused, and only its feed is affected', async () => {
  const guarded = openFetch({ userAgent: 'pantau-test', allowPrivate: false, hostSpacingMs: 0, deadlineMs: 2_000 })
  // The first address is the operator's own choice; the target of its redirect is not.
  const fetch: Fetch = (url, options) => guarded(url, { ...options, trusted: true })
  const deps: CollectDeps = { ...fixture.deps, sources: await openTestSources(fixture.pool, {}, fetch) }
  const id = await aFeed(fixture.pool, hostile.url, '/redirect-private')
  await scheduleAndSettle({ ...fixture, deps })
  const feed = await stateOf(id)
  assert.notEqual(feed.state, 'ok')
  assert.match(feed.detail ?? '', /refused, it is not a public address/)
})

async function stateOf(id: string): Promise<{ state: string; detail: string | null; failures: number }> {
  const [feed] = await fixture.pool<{ state: string; detail: string | null; failures: number }>`
    select state, detail, failures from feed where id = ${id}`
  return feed as { state: string; detail: string | null; failures: number }
}
