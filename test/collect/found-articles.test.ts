import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { importStream } from '../../src/collect/import/import-posts.ts'
import { addFeed } from '../../src/store/collecting/feeds.ts'
import { type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { rssReply } from '../platforms/rss.ts'
import {
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  openCollectFixture,
  remaining,
  settle,
} from './fixture.ts'

let news: NewsPlatform
let fixture: CollectFixture
const publishedAt = new Date(Date.now() - 3_600_000)

before(async () => {
  news = await openNewsPlatform()
  fixture = await openCollectFixture({ gdelt: { enabled: true, url: news.url } })
})
after(async () => {
  await fixture.close()
  await news.close()
})

// As the outlet lists it: an id of its own, and a link with what varies between two listings.
async function list(id: string, title: string): Promise<void> {
  const link = `https://kabarcontoh.co.id/berita/${id}?utm_source=rss`
  news.disturb(`/${id}.xml`, rssReply([{ id: `nomor-${id}`, link, title, body: 'Isi.', publishedAt }]))
  await addFeed(fixture.pool, { source: 'news', address: new URL(`/${id}.xml`, news.url).href })
}

function find(id: string, title: string): void {
  news.publish({ id, title, body: '', publishedAt })
}

async function collect(project: Awaited<ReturnType<typeof aProject>>): Promise<string[]> {
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const rows = await fixture.pool`select platform_id from mention where project_id = ${project.id}`
  return rows.map((row) => row.platform_id)
}

for (const [order, first, second] of [
  ['a feed and then a search', list, find],
  ['a search and then a feed', find, list],
] as const) {
  test(`an article that ${order} brings is one mention and is charged once`, async () => {
    const word = first === list ? 'banjir' : 'gempa'
    const owner = await anAccount(fixture.pool, 100)
    const project = await aProject(fixture.pool, owner, { keyword: word, kind: 'manual' })
    await first(word, `Kabar ${word} hari ini`)
    const before = await collect(project)
    assert.equal(before.length, 1)
    await second(word, `Kabar ${word} hari ini`)
    // GDELT allows one request every five seconds: the job waits for the next one.
    await fixture.pool`update source_state set retry_at = null`
    assert.deepEqual(await collect(project), before)
    assert.equal(await remaining(fixture.pool, owner), 99)
    const states = await fixture.pool`select state from feed`
    assert.ok(states.every(({ state }) => state !== 'repeating'))
    await assertExact(fixture.pool)
  })
}

async function importArticle(project: Awaited<ReturnType<typeof aProject>>, id: string, title: string) {
  const url = `https://www.kabarcontoh.co.id/berita/${id}?utm_campaign=ekspor`
  const line = { platform: 'news', text: title, url, published_at: publishedAt.toISOString() }
  const options = { classifier: fixture.deps.classifier, timeZone: 'Asia/Jakarta' }
  return importStream(fixture.pool, project, Readable.from([JSON.stringify(line)]), 'ndjson', options)
}

test('an article that was collected is known when a file brings it, and a file alone decides no id', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'longsor', kind: 'manual' })
  await list('longsor', 'Kabar longsor hari ini')
  const before = await collect(project)
  assert.equal((await importArticle(project, 'longsor', 'Kabar longsor hari ini')).known, 1)
  assert.deepEqual(await collect(project), before)
  assert.equal(await remaining(fixture.pool, owner), 99)

  // Imported before the outlet listed it: a second import still finds its own mention.
  const other = await aProject(fixture.pool, owner, { keyword: 'kemarau', kind: 'manual' })
  assert.equal((await importArticle(other, 'kemarau', 'Kabar kemarau hari ini')).new, 1)
  await list('kemarau', 'Kabar kemarau hari ini')
  await collect(project)
  assert.equal((await importArticle(other, 'kemarau', 'Kabar kemarau hari ini')).known, 1)
  assert.equal(await remaining(fixture.pool, owner), 98)
  await assertExact(fixture.pool)
})
