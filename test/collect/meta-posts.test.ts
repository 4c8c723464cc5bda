import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { importStream } from '../../src/collect/import/import-posts.ts'
import type { Project } from '../../src/domain/project.ts'
import { addFeed, setFeeds } from '../../src/store/collecting/feeds.ts'
import { startFacebook } from '../platforms/facebook.ts'
import { startInstagram } from '../platforms/instagram.ts'
import { type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { rssReply } from '../platforms/rss.ts'
import { aSample, idInAddress, type SamplePost } from '../platforms/sample.ts'
import type { Platform } from '../platforms/server.ts'
import {
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  mentionIds,
  openCollectFixture,
  remaining,
  settle,
} from './fixture.ts'

// Posts of Instagram and Facebook, which the Graph API, a bridge and a file name in different ways.

const PAGE = '104923907983682'
const posts: SamplePost[] = []
let news: NewsPlatform
let facebook: Platform
let instagram: Platform
let fixture: CollectFixture

before(async () => {
  news = await openNewsPlatform()
  facebook = await startFacebook({ posts, token: 'f' })
  instagram = await startInstagram({ posts, token: 'i', userId: '1' })
  fixture = await openCollectFixture({
    facebook: { token: 'f', url: new URL(facebook.url), pages: [PAGE] },
    instagram: { token: 'i', user: '1', url: new URL(instagram.url) },
  })
})
after(async () => {
  await fixture.close()
  await Promise.all([news, facebook, instagram].map((server) => server.close()))
})

async function collect(project: Project): Promise<string[]> {
  await dispatch(fixture.pool, project)
  await settle(fixture)
  return mentionIds(fixture.pool, project.id)
}

async function aBridge(post: SamplePost, link: string): Promise<void> {
  const { platform, text, publishedAt } = post
  const path = `/jembatan-${platform}.xml`
  news.disturb(path, rssReply([{ title: text, link, id: 'lain', publishedAt }]))
  await addFeed(fixture.pool, { source: 'news', platform, address: new URL(path, news.url).href })
}

async function importRow(project: Project, { text, publishedAt }: SamplePost, row: object): Promise<number> {
  const line = { text, published_at: publishedAt.toISOString(), ...row }
  const options = { classifier: fixture.deps.classifier, timeZone: 'Asia/Jakarta' }
  const stream = Readable.from([`${JSON.stringify(line)}\n`])
  return (await importStream(fixture.pool, project, stream, 'ndjson', options)).known
}

const CASES = [
  {
    platform: 'facebook',
    keyword: 'longsor',
    feed: PAGE,
    // A user name in the place of the page's number.
    bridged: (id: string) => `https://www.facebook.com/infogarut/posts/${id}`,
    // As the Graph API gives it, and as a tool that reads the page does.
    imported: (post: SamplePost) => [
      { source: 'facebook', id: post.id },
      { source: 'facebook', id: idInAddress(post), url: 'https://www.facebook.com/infogarut/posts/pfbid02Abc' },
    ],
  },
  {
    platform: 'instagram',
    keyword: 'gempabumi',
    feed: 'gempabumi',
    bridged: (id: string) => `https://www.instagram.com/infogarut/reel/${id}/`,
    imported: (post: SamplePost) => [
      { source: 'instagram', id: post.id, permalink: post.url },
      { source: 'instagram', url: post.url },
    ],
  },
] as const

for (const { platform, keyword, feed, bridged, imported } of CASES) {
  for (const first of ['API', 'bridge'] as const) {
    test(`one ${platform} post that the ${first}, then the other and a file bring is one mention, charged once`, async () => {
      await fixture.pool`truncate feed, archive_post`
      const owner = await anAccount(fixture.pool, 100)
      const project = await aProject(fixture.pool, owner, { keyword, kind: 'manual' })
      const publishedAt = new Date(Date.now() - 3_600_000)
      const post = aSample(platform, { text: `Kabar ${keyword} #${keyword}`, publishedAt })
      // The page exists before it has this post.
      posts.splice(0, Infinity, aSample('facebook', { text: 'Cuaca cerah', publishedAt, serial: 1 }))
      const api = async () => {
        posts.push(post)
        await setFeeds(fixture.pool, platform, [feed])
        await fixture.pool`update feed set next_poll_at = now() where source = ${platform}`
      }
      const bridge = () => aBridge(post, bridged(idInAddress(post)))
      for (const add of first === 'API' ? [api, bridge] : [bridge, api]) {
        await add()
        assert.deepEqual(await collect(project), [idInAddress(post)])
      }
      const feeds = await fixture.pool`select state from feed where source in ('news', ${platform})`
      assert.deepEqual(
        feeds.map((row) => row.state),
        ['ok', 'ok'],
      )
      for (const row of imported(post)) assert.equal(await importRow(project, post, row), 1)
      assert.deepEqual(await mentionIds(fixture.pool, project.id), [idInAddress(post)])
      assert.equal(await remaining(fixture.pool, owner), 99)
      await assertExact(fixture.pool)
    })
  }
}

test('comments in a file stay apart, although they have the address of their post', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  const post = aSample('instagram', { text: 'banjir', publishedAt: new Date() })
  for (const id of ['1801', '1802']) {
    await importRow(project, post, { source: 'instagram', kind: 'comment', id, url: post.url })
  }
  assert.deepEqual(await mentionIds(fixture.pool, project.id), ['1801', '1802'])
})
