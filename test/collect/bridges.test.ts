import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { storyRules } from '../../src/collect/analyse-post.ts'
import { importStream } from '../../src/collect/import/import-posts.ts'
import { addFeed, findFeed } from '../../src/store/collecting/feeds.ts'
import { hideMentions, showMentions } from '../../src/store/mentions/hiding.ts'
import { type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { type RssItem, rssReply } from '../platforms/rss.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import type { Platform } from '../platforms/server.ts'
import { startX } from '../platforms/twitter.ts'
import {
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  jobOf,
  openCollectFixture,
  remaining,
  scheduleAndSettle,
  settle,
} from './fixture.ts'

let news: NewsPlatform
let x: Platform
let fixture: CollectFixture
const posts: SamplePost[] = []

before(async () => {
  news = await openNewsPlatform()
  x = await startX({ posts, token: 't' })
  fixture = await openCollectFixture({ twitter: { token: 't', url: new URL(x.url), dialect: 'tweet' } })
})
after(async () => {
  await fixture.close()
  await Promise.all([news.close(), x.close()])
})

let paths = 0
async function aBridge(platform: 'twitter' | 'tiktok' | 'news', items: readonly RssItem[]): Promise<string> {
  const path = `/jembatan-${paths++}.xml`
  news.disturb(path, rssReply(items))
  const address = new URL(path, news.url).href
  await addFeed(fixture.pool, { source: 'news', platform, address })
  return address
}

function mentionsOf(projectId: string) {
  return fixture.pool`
    select platform, platform_id, author_username, byline, author_name, earlier_text from mention
     where project_id = ${projectId} order by platform_id`
}

test('the same post from a bridge, the API and a file is one mention and is charged once', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'longsor', kind: 'manual' })
  const publishedAt = new Date(Date.now() - 3_600_000)
  const post = aSample('twitter', { text: 'longsor di Garut', publishedAt })
  const url = `https://x.com/${post.author.username}/status/${post.id}`
  await aBridge('twitter', [{ title: 'longsor di Garut', link: url, id: 'lain', creator: 'Info Garut', publishedAt }])
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const [bridged] = await mentionsOf(project.id)
  assert.deepEqual(
    [bridged?.platform, bridged?.platform_id, bridged?.author_username],
    [0, post.id, post.author.username],
  )
  posts.push(post)
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const line = { source: 'twitter', text: 'longsor di Garut', url, published_at: publishedAt.toISOString() }
  const options = { classifier: fixture.deps.classifier, timeZone: 'Asia/Jakarta' }
  await importStream(fixture.pool, project, Readable.from([`${JSON.stringify(line)}\n`]), 'ndjson', options)
  assert.equal((await mentionsOf(project.id)).length, 1)
  assert.equal(await remaining(fixture.pool, owner), 99)
  await assertExact(fixture.pool)
})

test('a platform that only a bridge brings is configured, and its coverage is recorded', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'angin', kind: 'manual' })
  await aBridge('tiktok', [{ title: 'angin kencang', link: 'https://www.tiktok.com/@garut/video/7302' }])
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const { progress } = await jobOf(fixture.pool, project)
  const notices = (name: string) => JSON.stringify(progress[name] ?? {})
  assert.doesNotMatch(notices('tiktok'), /not_configured/)
  assert.match(notices('instagram'), /not_configured/)
  const [coverage] = await fixture.pool`select asked, answered from feed_coverage where platform = 3`
  assert.deepEqual([coverage?.asked, coverage?.answered], [1, 1])
  assert.deepEqual(
    (await mentionsOf(project.id)).map((row) => [row.platform, row.platform_id]),
    [[3, '7302']],
  )
})

test('a byline is kept with the outlet beside it, through a revision and through hiding', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  const item = { link: 'https://www.kabarcontoh.co.id/berita/1', id: '1', creator: 'Dewi Lestari', body: 'Isi.' }
  const address = await aBridge('news', [{ ...item, title: 'Banjir di Garut' }])
  await scheduleAndSettle(fixture)
  const shown = async () => (await mentionsOf(project.id)).map((row) => [row.author_name, row.byline, row.earlier_text])
  assert.deepEqual(await shown(), [['Kabar Contoh', 'Dewi Lestari', null]])
  news.disturb(new URL(address).pathname, rssReply([{ ...item, title: 'Banjir di Garut meluas' }]))
  await fixture.pool`update feed set next_poll_at = now() where address = ${address}`
  await scheduleAndSettle(fixture)
  assert.deepEqual(await shown(), [['Kabar Contoh', 'Dewi Lestari', 'Banjir di Garut\n\nIsi.']])
  const [row] = await fixture.pool`select id from mention where project_id = ${project.id}`
  const mention = { projectId: project.id, ids: [row?.id] }
  await fixture.pool.begin((tx) => hideMentions(tx, { ...mention, by: owner }, storyRules))
  await fixture.pool.begin((tx) => showMentions(tx, mention, storyRules))
  assert.deepEqual(await shown(), [['Kabar Contoh', 'Dewi Lestari', 'Banjir di Garut\n\nIsi.']])
  assert.equal((await findFeed(fixture.pool, 'news', address))?.state, 'ok')
  await assertExact(fixture.pool)
})
