import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { storyRules } from '../../src/collect/analyse-post.ts'
import type { Classifier } from '../../src/collect/classifier.ts'
import { pollFeed } from '../../src/collect/feeds.ts'
import type { Project } from '../../src/domain/project.ts'
import { trimArchive } from '../../src/store/collecting/archive.ts'
import { addFeed, findFeed } from '../../src/store/collecting/feeds.ts'
import type { Pool } from '../../src/store/db.ts'
import { hideMentions, showMentions } from '../../src/store/mentions/hiding.ts'
import { correctSentiment } from '../../src/store/mentions/mentions.ts'
import { searchMentions } from '../../src/store/mentions/search.ts'
import { listSubjects, recount } from '../../src/store/recount/recount.ts'
import { sealTail } from '../../src/store/search/seal.ts'
import { judged } from '../classifier.ts'
import { type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import {
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  openCollectFixture,
  remaining,
  scheduleAndSettle,
} from './fixture.ts'

// One outlet whose feeds are written by hand, entry by entry.
interface Item {
  readonly id?: string
  readonly link?: string
  readonly title: string
  readonly body?: string
}

let news: NewsPlatform
let fixture: CollectFixture

before(async () => {
  news = await openNewsPlatform()
  const opened = await openCollectFixture({})
  fixture = { ...opened, deps: { ...opened.deps, classifier } }
})
after(async () => {
  await fixture.close()
  await news.close()
})

const classifier: Classifier = {
  language: (text) => (/flood/.test(text) ? 'en' : 'id'),
  entities: () => [],
  judge: (text) => judged(/bagus/.test(text) ? 1 : /buruk/.test(text) ? -1 : 0),
}

const BODY = 'Warga setempat menyampaikan keterangan kepada wartawan pada hari itu juga.'
const PUBLISHED = new Date(Date.now() - 3_600_000).toUTCString()

function serve(path: string, items: readonly Item[]): void {
  const entries = items.map(
    ({ id, link, title, body = BODY }) =>
      `<item><title>${title}</title>${link === undefined ? '' : `<link>${link}</link>`}
       ${id === undefined ? '' : `<guid isPermaLink="false">${id}</guid>`}<pubDate>${PUBLISHED}</pubDate><description>${body}</description></item>`,
  )
  const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>Kabar</title><link>https://kabar.example/terkini</link>${entries.join('')}</channel></rss>`
  news.disturb(path, { status: 200, headers: { 'content-type': 'application/rss+xml' }, body })
}

let feeds = 0
async function aPath(): Promise<string> {
  const path = `/identitas-${feeds++}.xml`
  await addFeed(fixture.pool, { source: 'news', address: new URL(path, news.url).href })
  return path
}

async function poll(path: string): Promise<void> {
  const address = new URL(path, news.url).href
  await fixture.pool`update feed set next_poll_at = now() + interval '1 hour' where address <> ${address}`
  await fixture.pool`update feed set next_poll_at = now() where address = ${address}`
  await scheduleAndSettle(fixture)
}

function feedAt(path: string) {
  return findFeed(fixture.pool, 'news', new URL(path, news.url).href)
}

async function aListener(keyword: string, quota = 100): Promise<Project> {
  return aProject(fixture.pool, await anAccount(fixture.pool, quota), { keyword, listening: true })
}

interface Row {
  readonly id: string
  readonly title: string
  readonly cell: number
  readonly language: string
  readonly matched: string[]
  readonly earlier: string | null
  readonly revised_at: Date | null
  readonly story_id: string
}

function mentionsOf(project: Project): Promise<readonly Row[]> {
  return fixture.pool<Row>`
    select id, split_part(text, chr(10), 1) as title, cell, language, matched, split_part(earlier_text, chr(10), 1) as earlier,
           revised_at, story_id from mention where project_id = ${project.id} order by 2`
}

async function found(project: Project, word: string): Promise<number> {
  const filter = { text: { q: word, all: [[[word]]], none: [] } }
  return (await searchMentions(fixture.pool, project.id, filter, { order: 'newest', cursor: null, limit: 10 })).total
}

const NEWS_CELL = 15

test('a feed that changes its ids at each of fifteen polls brings five articles once, and is marked', async () => {
  const project = await aListener('banjir')
  const path = await aPath()
  for (let times = 0; times < 15; times++) {
    serve(
      path,
      [1, 2, 3, 4, 5].map((n) => ({
        id: `${n}-${times}`,
        link: `http${times % 2 === 0 ? 's' : ''}://kabar.example/banjir-${n}?utm_source=rss${times}`,
        title: `Banjir ke-${n} di kota ${'ABCDE'[n - 1]}`,
      })),
    )
    await poll(path)
    assert.equal((await feedAt(path))?.state, times === 0 ? 'ok' : 'repeating')
  }
  assert.equal((await mentionsOf(project)).length, 5)
  assert.equal(await remaining(fixture.pool, project.ownerId), 95)
  const feed = await feedAt(path)
  assert.equal(feed?.posts, 5)
  assert.match(feed?.detail ?? '', /^5 of 5 entries are known articles under new ids/)
  await assertExact(fixture.pool)
})

test('articles archived before there were links are known by them at the next reading', async () => {
  const project = await aListener('sungai')
  const path = await aPath()
  const item = (id: string) => ({ id, link: 'https://kabar.example/sungai-1', title: 'Sungai meluap' })
  serve(path, [item('lama')])
  await poll(path)
  await fixture.pool`update archive_post set link = null`
  serve(path, [item('baru')])
  await poll(path)
  assert.equal((await mentionsOf(project)).length, 1)
  assert.equal((await feedAt(path))?.state, 'repeating')
})

test('ids that changed once are no mark for good', async () => {
  const path = await aPath()
  const items = (version: string) => [{ id: `tetap-${version}`, link: 'https://kabar.example/tetap-1', title: 'Tetap' }]
  const states: (string | undefined)[] = []
  for (const version of ['a', 'b', 'b']) {
    serve(path, items(version))
    await poll(path)
    states.push((await feedAt(path))?.state)
  }
  assert.deepEqual(states, ['ok', 'repeating', 'ok'])
})

test('an article in two feeds of an outlet is one, and only its own feed changes it', async () => {
  const project = await aListener('longsor')
  const [main, section] = [await aPath(), await aPath()]
  serve(main, [{ id: 'utama-7', link: 'https://www.kabar.example/longsor-7', title: 'Longsor di lereng' }])
  await poll(main)
  serve(section, [{ id: 'daerah-7', link: 'https://kabar.example/longsor-7/amp', title: 'Longsor: versi daerah' }])
  await poll(section)
  assert.deepEqual(
    (await mentionsOf(project)).map(({ title }) => title),
    ['Longsor di lereng'],
  )
  assert.deepEqual([(await feedAt(section))?.state, (await feedAt(section))?.posts], ['ok', 0])
})

test('entries without a link of their own, or that share one, are different articles', async () => {
  const project = await aListener('pilkada')
  const [linkless, shared] = [await aPath(), await aPath()]
  for (const n of [1, 2, 3]) {
    serve(linkless, [{ id: `tanpa-${n}`, title: `Pilkada tanpa tautan ${n}` }])
    await poll(linkless)
  }
  const live = (n: number) => ({
    id: `live-${n}`,
    link: 'https://kabar.example/live-1',
    title: `Pilkada langsung ${n}`,
  })
  serve(shared, [live(1), live(2)])
  await poll(shared)
  serve(shared, [live(3)])
  await poll(shared)
  assert.equal((await mentionsOf(project)).length, 6)
})

test('an article that stays listed under new ids is not forgotten by the archive', async () => {
  const project = await aListener('gunung')
  const path = await aPath()
  for (const [times, id] of ['g1', 'g2', 'g3'].entries()) {
    serve(path, [{ id, link: 'https://kabar.example/gunung-1', title: 'Gunung meletus' }])
    await poll(path)
    if (times === 1) {
      await fixture.pool`update archive_post set archived_at = now() - interval '200 days'`
      assert.ok((await trimArchive(fixture.pool, 90, 1_000)) > 0)
    }
  }
  assert.equal((await mentionsOf(project)).length, 1)
})

test('a changed article changes its mention: text, terms, language, sentiment, index; one earlier version; no charge', async () => {
  const project = await aListener('jembatan or tol')
  const path = await aPath()
  const link = 'https://kabar.example/jembatan-1'
  serve(path, [{ id: 'j1', link, title: 'Jembatan buruk' }])
  await poll(path)
  const [first] = await mentionsOf(project)
  assert.equal(await sealTail(fixture.pool, project.id, 1), 'sealed')
  assert.equal(await found(project, 'buruk'), 1)
  serve(path, [{ id: 'j1', link, title: 'Tol bagus flood' }])
  await poll(path)
  const [second] = await mentionsOf(project)
  assert.equal(second?.id, first?.id)
  assert.deepEqual(
    [first?.title, first?.cell, first?.language, first?.matched],
    ['Jembatan buruk', NEWS_CELL, 'id', ['jembatan']],
  )
  assert.deepEqual(
    [second?.title, second?.cell, second?.language, second?.matched],
    ['Tol bagus flood', NEWS_CELL + 2, 'en', ['tol']],
  )
  assert.equal(second?.earlier, 'Jembatan buruk')
  assert.ok(second?.revised_at instanceof Date)
  for (const sealed of [false, true]) {
    if (sealed) await sealTail(fixture.pool, project.id, 1)
    assert.deepEqual([await found(project, 'buruk'), await found(project, 'bagus')], [0, 1])
  }
  assert.equal(await remaining(fixture.pool, project.ownerId), 99)
  const [changed] = await fixture.pool`select mentions_changed_at as at from project where id = ${project.id}`
  assert.ok(changed?.at instanceof Date)
  await assertExact(fixture.pool)

  await letAnHourPass()
  serve(path, [{ id: 'j1-baru', link, title: 'Tidak lagi tentang itu' }])
  await poll(path)
  const [third] = await mentionsOf(project)
  assert.deepEqual(
    [third?.title, third?.matched, third?.earlier],
    ['Tidak lagi tentang itu', ['tol'], 'Tol bagus flood'],
  )
  assert.equal(await remaining(fixture.pool, project.ownerId), 99)
  await assertExact(fixture.pool)
})

// As if an hour had passed since every change.
async function letAnHourPass(): Promise<void> {
  await fixture.pool`update archive_post set changed_at = changed_at - interval '2 hours'`
}

test('a text that keeps changing is taken once an hour, and then as it is', async () => {
  const project = await aListener('bendungan')
  const path = await aPath()
  const show = async (title: string) => {
    serve(path, [{ id: 'b1', link: 'https://kabar.example/bendungan-1', title }])
    await poll(path)
    return (await mentionsOf(project))[0]?.title
  }
  assert.equal(await show('Bendungan: dibaca 1 kali'), 'Bendungan: dibaca 1 kali')
  assert.equal(await show('Bendungan: dibaca 2 kali'), 'Bendungan: dibaca 2 kali')
  assert.equal(await show('Bendungan: dibaca 3 kali'), 'Bendungan: dibaca 2 kali')
  // The next request is unconditional: an unchanged feed would not bring the text again.
  const address = new URL(path, news.url).href
  assert.deepEqual([...(await fixture.pool`select cursor from feed where address = ${address}`)], [{ cursor: null }])
  await letAnHourPass()
  assert.equal(await show('Bendungan: dibaca 3 kali'), 'Bendungan: dibaca 3 kali')
})

test('a corrected sentiment stays, and a hidden mention changes out of sight', async () => {
  const project = await aListener('pasar')
  const path = await aPath()
  const items = (word: string) =>
    [1, 2].map((n) => ({
      id: `p${n}`,
      link: `https://kabar.example/pasar-${n}`,
      title: `Pasar ${'XY'[n - 1]} ${word}`,
    }))
  serve(path, items('biasa'))
  await poll(path)
  const [corrected, hidden] = await mentionsOf(project)
  const by = { id: project.ownerId, name: 'Analis' }
  const { pool } = fixture
  await pool.begin((tx) => correctSentiment(tx, { projectId: project.id, id: corrected?.id ?? '', sentiment: -1, by }))
  await pool.begin((tx) => hideMentions(tx, { projectId: project.id, ids: [hidden?.id ?? ''], by: by.id }, storyRules))
  serve(path, items('bagus'))
  await poll(path)
  const shown = await mentionsOf(project)
  assert.deepEqual(
    shown.map(({ title, cell }) => [title, cell]),
    [['Pasar X bagus', NEWS_CELL]],
  )
  for (const subject of await listSubjects(pool, project.id)) assert.deepEqual(await recount(pool, subject, null), [])
  await pool.begin((tx) => showMentions(tx, { projectId: project.id, ids: [hidden?.id ?? ''] }, storyRules))
  const [, again] = await mentionsOf(project)
  assert.deepEqual([again?.title, again?.cell, again?.earlier], ['Pasar Y bagus', NEWS_CELL + 2, 'Pasar Y biasa'])
  await assertExact(pool)
})

test('stories follow their articles, also when the first of a group changes', async () => {
  const project = await aListener('kereta')
  const path = await aPath()
  const copied =
    'Kereta cepat berangkat dari stasiun pusat kota menuju pelabuhan selatan membawa ratusan penumpang pagi ini'
  const other =
    'Tarif parkir kereta kuda naik menurut keputusan dewan kota yang baru dan berlaku mulai bulan depan sekali'
  const stories = async () => new Set((await mentionsOf(project)).map(({ story_id }) => story_id)).size
  const show = async (changed: readonly number[]) => {
    const link = (n: number) => `https://kabar.example/kereta-${n}`
    const title = (n: number) => (changed.includes(n) ? other : copied)
    serve(
      path,
      [1, 2, 3].map((n) => ({ id: `k${n}`, link: link(n), title: title(n) })),
    )
    await letAnHourPass()
    await poll(path)
    await assertExact(fixture.pool)
  }
  await show([])
  assert.equal(await stories(), 1)
  const [founder] = await fixture.pool`
    select platform_id from mention where project_id = ${project.id} and id = story_id`
  const first = Number(String(founder?.platform_id).slice(-1))
  const [second = 0, third = 0] = [1, 2, 3].filter((n) => n !== first)
  await show([second])
  assert.equal(await stories(), 2)
  await show([])
  assert.equal(await stories(), 1)
  await show([first])
  assert.equal(await stories(), 2)
  await show([first, second, third])
  assert.equal(await stories(), 1)
  assert.equal((await mentionsOf(project)).filter(({ title }) => title === other).length, 3)
  await show([second, third])
  assert.equal(await stories(), 2)
  await show([])
  assert.equal(await stories(), 1)
})

test('a mention that changes while it is put into a segment is indexed by its new text', async () => {
  const project = await aListener('bandara')
  const path = await aPath()
  const item = (title: string) => ({ id: 'b', link: 'https://kabar.example/bandara-1', title })
  serve(path, [item('Bandara pagi')])
  await poll(path)
  const { pool } = fixture
  const change = async () => {
    serve(path, [item('Bandara malam')])
    await poll(path)
  }
  const begin: Pool['begin'] = async (work) => {
    await change()
    return pool.begin(work)
  }
  const query = ((...given: Parameters<typeof pool>) => pool(...given)) as Pool
  await sealTail(Object.assign(query, { ...pool, begin }), project.id, 1)
  assert.deepEqual([await found(project, 'pagi'), await found(project, 'malam')], [0, 1])
  await assertExact(pool)
})

test('a feed that responds with 410 is not polled again until it is added again', async () => {
  const path = await aPath()
  await aListener('apa saja')
  news.disturb(path, { status: 410 })
  await poll(path)
  const gone = await feedAt(path)
  assert.deepEqual([gone?.state, gone?.enabled], ['gone', true])
  assert.match(gone?.detail ?? '', /removed permanently. It is no longer polled\.$/)
  await poll(path)
  assert.equal(news.requests(path).length, 1)
  assert.equal(await pollFeed(fixture.deps, gone?.id ?? '', new AbortController().signal), null)
  serve(path, [{ id: 'k', link: 'https://kabar.example/kembali-1', title: 'Kembali' }])
  await addFeed(fixture.pool, { source: 'news', address: gone?.address ?? '' })
  await poll(path)
  assert.equal((await feedAt(path))?.state, 'ok')
})
