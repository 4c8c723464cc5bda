import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Project } from '../../src/domain/project.ts'
import { addFeed } from '../../src/store/collecting/feeds.ts'
import { type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { renderArticle } from '../platforms/news-formats.ts'
import { rssReply } from '../platforms/rss.ts'
import {
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  openCollectFixture,
  remaining,
  scheduleAndSettle,
  settle,
} from './fixture.ts'

let news: NewsPlatform
let fixture: CollectFixture

before(async () => {
  news = await openNewsPlatform()
  fixture = await openCollectFixture({}, { fullText: true })
})
after(async () => {
  await fixture.close()
  await news.close()
})

const FILLER = 'Warga setempat menyampaikan keterangan kepada wartawan pada hari itu juga. '.repeat(12)

interface Article {
  readonly path: string
  readonly title: string
  readonly teaser: string
}

function serve(feed: string, articles: readonly Article[]): void {
  const items = articles.map(({ path, title, teaser }) => ({
    title,
    body: teaser,
    id: path,
    link: new URL(path, news.url).href,
  }))
  news.disturb(feed, rssReply(items))
}

function publish(path: string, title: string, text: string): void {
  const body = renderArticle({ id: path, title, body: `${text}\n${FILLER}`, publishedAt: new Date() })
  news.disturb(path, { status: 200, headers: { 'content-type': 'text/html' }, body })
}

async function poll(feed: string): Promise<void> {
  const address = new URL(feed, news.url).href
  await addFeed(fixture.pool, { source: 'news', address })
  await scheduleAndSettle(fixture)
}

async function aListener(keyword: string, exclude = ''): Promise<Project> {
  return aProject(fixture.pool, await anAccount(fixture.pool, 100), { keyword, exclude, listening: true })
}

async function textsOf(project: Project): Promise<string[]> {
  const rows = await fixture.pool`select text from mention where project_id = ${project.id} order by text`
  return rows.map((row) => row.text)
}

test('the page is read for a short teaser, and another project finds what only the page mentions', async () => {
  const [teaser, page, excluded, other] = [
    await aListener('banjir'),
    await aListener('bendungan'),
    await aListener('bendungan', 'hujan'),
    await aListener('gunung meletus'),
  ]
  // Projects that catch up by themselves find only pages that were read before; these are in step when the feed is read.
  await scheduleAndSettle(fixture)
  publish('/artikel/1', 'Banjir di Garut', 'Bendungan di hulu dibuka sejak pagi.')
  publish('/artikel/2', 'Cuaca cerah', 'Bendungan di hulu ditutup.')
  serve('/a.xml', [
    { path: '/artikel/1', title: 'Banjir di Garut', teaser: 'Hujan deras.' },
    { path: '/artikel/2', title: 'Cuaca cerah', teaser: 'Langit biru.' },
  ])
  await poll('/a.xml')
  assert.match((await textsOf(teaser))[0] ?? '', /^Banjir di Garut\n\n.*Bendungan di hulu dibuka/s)
  // The second page was not read, because no project matched its entry.
  assert.equal((await textsOf(page)).length, 1)
  assert.equal(news.requests('/artikel/2').length, 0)
  assert.equal(news.requests('/artikel/1').length, 1)
  // The teaser contains what it excludes, and the page does not.
  assert.deepEqual([await textsOf(excluded), await textsOf(other)], [[], []])
  const [matched] = await fixture.pool`select matched from mention where project_id = ${page.id}`
  assert.deepEqual(matched?.matched, ['bendungan'])
  assert.equal(await remaining(fixture.pool, page.ownerId), 99)
  await assertExact(fixture.pool)
})

test('a project that catches up later finds the same in pages that were read, and reads none again', async () => {
  const late = await aProject(fixture.pool, await anAccount(fixture.pool, 100), {
    keyword: 'bendungan',
    kind: 'manual',
  })
  await dispatch(fixture.pool, late)
  await settle(fixture)
  assert.equal((await textsOf(late)).length, 1)
  assert.equal(news.requests('/artikel/1').length, 1)
})

test('a changed teaser has the page read again; a changed title alone keeps its text', async () => {
  const project = await aListener('longsor')
  const path = '/artikel/longsor'
  publish(path, 'Longsor di Cianjur', 'Dua rumah rusak.')
  serve('/b.xml', [{ path, title: 'Longsor di Cianjur', teaser: 'Tim bergerak.' }])
  await poll('/b.xml')
  assert.match((await textsOf(project))[0] ?? '', /Dua rumah rusak/)
  serve('/b.xml', [{ path, title: 'Longsor besar di Cianjur', teaser: 'Tim bergerak.' }])
  await poll('/b.xml')
  assert.match((await textsOf(project))[0] ?? '', /^Longsor besar di Cianjur\n\n.*Dua rumah rusak/s)
  assert.equal(news.requests(path).length, 1)
  publish(path, 'Longsor di Cianjur', 'Sembilan rumah rusak.')
  serve('/b.xml', [{ path, title: 'Longsor besar di Cianjur', teaser: 'Tim tiba.' }])
  await fixture.pool`update archive_post set changed_at = now() - interval '2 hours'`
  await poll('/b.xml')
  assert.match((await textsOf(project))[0] ?? '', /Sembilan rumah rusak/)
  assert.equal(news.requests(path).length, 2)
  assert.equal(await remaining(fixture.pool, project.ownerId), 99)
  await assertExact(fixture.pool)
})

test('no more than ten pages of a host are read in one run', async () => {
  const project = await aListener('angin')
  const articles = Array.from({ length: 14 }, (_, at) => ({
    path: `/artikel/angin-${at}`,
    title: `Angin kencang ${at}`,
    teaser: 'Pohon tumbang.',
  }))
  for (const { path, title } of articles) publish(path, title, 'Isi lengkap.')
  serve('/c.xml', articles)
  await poll('/c.xml')
  assert.equal((await textsOf(project)).length, 14)
  assert.equal((await textsOf(project)).filter((text) => text.includes('Isi lengkap')).length, 10)
})
