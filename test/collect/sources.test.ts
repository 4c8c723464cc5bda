import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLATFORMS } from '../../src/domain/platform.ts'
import { setFeeds } from '../../src/store/collecting/feeds.ts'
import { startFacebook } from '../platforms/facebook.ts'
import { startInstagram } from '../platforms/instagram.ts'
import { NEWS_PATHS, openNewsPlatform } from '../platforms/news.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import { startTiktok } from '../platforms/tiktok.ts'
import { startX } from '../platforms/twitter.ts'
import { startYoutube } from '../platforms/youtube.ts'
import {
  aFeed,
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  jobOf,
  openCollectFixture,
  runSchedule,
  settle,
} from './fixture.ts'

const PAGE = '104923907983682'
const posts: SamplePost[] = []
let fixture: CollectFixture
let closeAll: () => Promise<unknown>

before(async () => {
  const x = await startX({ posts, token: 't' })
  const youtube = await startYoutube({ posts, key: 'k' })
  const tiktok = await startTiktok({ posts, clientKey: 'k', clientSecret: 's' })
  const facebook = await startFacebook({ posts, token: 'f' })
  const instagram = await startInstagram({ posts, token: 'i', userId: '1' })
  const news = await openNewsPlatform()
  const url = (platform: { url: string }) => new URL(platform.url)
  fixture = await openCollectFixture(
    {
      twitter: { token: 't', url: url(x), dialect: 'tweet' },
      youtube: { key: 'k', url: url(youtube), comments: true },
      tiktok: { key: 'k', secret: 's', url: url(tiktok) },
      facebook: { token: 'f', url: url(facebook), pages: [PAGE] },
      instagram: { token: 'i', user: '1', url: url(instagram) },
      'google-news': { enabled: true, url: news.url },
    },
    { fullText: true },
  )
  closeAll = () => Promise.all([x, youtube, tiktok, facebook, instagram, news].map((platform) => platform.close()))
  const publishedAt = new Date(Date.now() - 3_600_000)
  for (const platform of PLATFORMS) {
    if (platform === 'news') continue
    posts.push(
      aSample(platform, { text: `Gempa bumi terasa kuat ${platform} #gempabumi`, title: 'Gempa bumi', publishedAt }),
    )
    posts.push(aSample(platform, { text: 'Cuaca cerah', title: 'Cuaca', publishedAt, serial: 1 }))
  }
  const body = `${'Warga keluar rumah setelah getaran terasa selama beberapa detik. '.repeat(8)}`
  news.publish(
    { id: 'a', title: 'Gempa bumi mengguncang', body, publishedAt },
    { id: 'b', title: 'Cerah', body: 'Cerah.', publishedAt },
  )
  await aFeed(fixture.pool, news.url, NEWS_PATHS.sitemap)
  await setFeeds(fixture.pool, 'facebook', [PAGE])
})
after(async () => {
  await fixture.close()
  await closeAll()
})

async function platformsOf(projectId: string): Promise<string[]> {
  const rows = await fixture.pool`select distinct platform from mention where project_id = ${projectId} order by 1`
  return rows.map((row) => PLATFORMS[row.platform] as string)
}

test('one dispatch queries all six sources', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'gempa bumi', kind: 'manual', startDay: '2026-01-01' })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.deepEqual(await platformsOf(project.id), [...PLATFORMS])
  const { progress } = await jobOf(fixture.pool, project)
  for (const platform of PLATFORMS) {
    const counts = progress[platform] as { asked: number; new: number; error: string | null }
    assert.ok(counts.asked >= 1 && counts.new >= 1, `${platform}: ${JSON.stringify(counts)}`)
    assert.equal(counts.error, null)
  }
  await assertExact(fixture.pool)
})

test('a headline is replaced by the full article where its page may be read', async () => {
  const [row] = await fixture.pool`select text from mention where platform = 5 and text like '%beberapa detik%' limit 1`
  assert.match(row?.text ?? '', /^Gempa bumi mengguncang\n/)
  const [archived] = await fixture.pool`select count(*)::int as n from archive_post where full_text is not null`
  assert.equal(archived?.n, 1)
})

test('the hashtags of listening projects become Instagram feeds, and are disabled with the projects', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir rob or longsor', listening: true })
  await runSchedule(fixture, 'feed addresses')
  const enabled = () => fixture.pool`select address from feed where source = 'instagram' and enabled order by 1`
  assert.deepEqual(
    (await enabled()).map((row) => row.address),
    ['banjirrob', 'longsor'],
  )
  await fixture.pool`update project set listening = false where id = ${project.id}`
  await runSchedule(fixture, 'feed addresses')
  assert.deepEqual(
    (await enabled()).map((row) => row.address),
    [],
  )
})
