import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pollFeed } from '../../src/collect/feeds.ts'
import { addFeed, findFeed, seedFeeds } from '../../src/store/collecting/feeds.ts'
import { type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { rssReply } from '../platforms/rss.ts'
import { type CollectFixture, openCollectFixture } from './fixture.ts'

let news: NewsPlatform
let fixture: CollectFixture

before(async () => {
  news = await openNewsPlatform()
  fixture = await openCollectFixture({})
})
after(async () => {
  await fixture.close()
  await news.close()
})

const at = (path: string) => new URL(path, news.url).href
const OUTLET = { name: 'Kabar', family: 'K', region: 'Jambi', learnt: 'a list', certainty: 'listed' } as const

function seed(address: string, alternatives: readonly string[]): Promise<void> {
  return fixture.pool.begin((tx) => seedFeeds(tx, [{ ...OUTLET, address, alternatives }]))
}

async function poll(address: string): Promise<void> {
  const [feed] = await fixture.pool`update feed set next_poll_at = now() where address = ${address} returning id`
  await pollFeed(fixture.deps, feed?.id, AbortSignal.timeout(10_000))
}

async function stateOf(address: string) {
  const feed = await findFeed(fixture.pool, 'news', address)
  return { state: feed?.state, read: feed?.readAddress, detail: feed?.detail }
}

const ITEMS = rssReply([{ title: 'Banjir', link: 'https://www.kabarcontoh.co.id/berita/1', id: '1' }])

test('the alternatives of a feed that stays dead are tried in order, and the one that works is kept', async () => {
  await seed(at('/mati.xml'), [at('/mati-juga.xml'), at('/hidup.xml')])
  news.disturb('/hidup.xml', ITEMS)
  for (let polls = 0; polls < 2; polls++) await poll(at('/mati.xml'))
  assert.equal((await stateOf(at('/mati.xml'))).read, null)
  await poll(at('/mati.xml'))
  const switched = await stateOf(at('/mati.xml'))
  assert.equal(switched.read, at('/mati-juga.xml'))
  assert.match(switched.detail ?? '', /Next address: .*mati-juga/)
  await poll(at('/mati.xml'))
  await poll(at('/mati.xml'))
  assert.deepEqual(await stateOf(at('/mati.xml')), { state: 'ok', read: at('/hidup.xml'), detail: null })
  await poll(at('/mati.xml'))
  assert.equal((await stateOf(at('/mati.xml'))).read, at('/hidup.xml'))
})

test('410 leaves an address at once, and ends polling when no other is left', async () => {
  await seed(at('/hilang.xml'), [at('/hilang-juga.xml')])
  for (const path of ['/hilang.xml', '/hilang-juga.xml']) news.disturb(path, { status: 410, body: 'gone' })
  await poll(at('/hilang.xml'))
  assert.equal((await stateOf(at('/hilang.xml'))).read, at('/hilang-juga.xml'))
  await poll(at('/hilang.xml'))
  const { state, detail } = await stateOf(at('/hilang.xml'))
  assert.equal(state, 'gone')
  assert.match(detail ?? '', /no longer polled/)
  const before = news.requests().length
  await poll(at('/hilang.xml'))
  assert.equal(news.requests().length, before)
  await addFeed(fixture.pool, { source: 'news', address: at('/hilang.xml') })
  assert.equal((await stateOf(at('/hilang.xml'))).state, 'new')
})

test('a feed that responds but has been silent for days is left for its alternative', async () => {
  await seed(at('/sunyi.xml'), [at('/ramai.xml')])
  const old = { title: 'Lama', link: 'https://www.kabarcontoh.co.id/lama', publishedAt: new Date('2020-01-01') }
  news.disturb('/sunyi.xml', rssReply([old]))
  news.disturb('/ramai.xml', ITEMS)
  await poll(at('/sunyi.xml'))
  assert.deepEqual((await stateOf(at('/sunyi.xml'))).read, at('/ramai.xml'))
  await poll(at('/sunyi.xml'))
  assert.equal((await stateOf(at('/sunyi.xml'))).state, 'ok')
})

test('an outlet that is shipped with another address keeps its row, and stays off if it was switched off', async () => {
  await seed(at('/lama.xml'), [])
  const before = await findFeed(fixture.pool, 'news', at('/lama.xml'))
  await fixture.pool`update feed set enabled = false where id = ${before?.id ?? ''}`
  await seed(at('/baru.xml'), [at('/lama.xml')])
  const feed = await findFeed(fixture.pool, 'news', at('/baru.xml'))
  assert.deepEqual(
    [feed?.id, feed?.enabled, feed?.alternatives, feed?.learnt, feed?.certainty],
    [before?.id, false, [at('/lama.xml')], 'a list', 'listed'],
  )
  const [count] = await fixture.pool`select count(*)::int as n from feed where shipped`
  assert.equal(count?.n, 1)
})
