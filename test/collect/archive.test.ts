import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectTasks } from '../../src/collect/tasks.ts'
import { readHead } from '../../src/store/collecting/archive.ts'
import { findPosition, moveHead, viewSteps } from '../../src/store/collecting/archive-positions.ts'
import { addJob } from '../../src/store/jobs/jobs.ts'
import { setListening } from '../../src/store/projects/projects.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import {
  aFeed,
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  jobOf,
  mentionIds,
  openCollectFixture,
  raiseQuota,
  remaining,
  scheduleAndSettle,
  settle,
  TIME_ZONE,
} from './fixture.ts'

let news: NewsPlatform
let fixture: CollectFixture

before(async () => {
  news = await openNewsPlatform()
  fixture = await openCollectFixture({})
  await aFeed(fixture.pool, news.url, NEWS_PATHS.rss)
})
after(async () => {
  await fixture.close()
  await news.close()
})

let serial = 0
function publish(title: string, publishedAt = new Date(Date.now() - 3_600_000)): void {
  const body = 'Warga setempat menyampaikan keterangan kepada wartawan pada hari itu juga.'
  news.publish({ id: `artikel-${String(serial++).padStart(4, '0')}`, title, body, publishedAt })
}

async function makeFeedsDue(): Promise<void> {
  await fixture.pool`update feed set next_poll_at = now()`
}

async function titles(projectId: string): Promise<string[]> {
  const rows =
    await fixture.pool`select split_part(text, chr(10), 1) as title from mention where project_id = ${projectId} order by 1`
  return rows.map((row) => row.title)
}

test('feeds are not polled while no project listens', async () => {
  publish('Banjir pertama')
  const owner = await anAccount(fixture.pool, 10)
  await aProject(fixture.pool, owner, { keyword: 'banjir' })
  await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual', listening: true })
  await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true, endDay: '2020-02-01' })
  await scheduleAndSettle(fixture)
  assert.equal(news.requests(NEWS_PATHS.rss).length, 0)
})

test('a feed is read once for all projects that listen', async () => {
  const owners = [await anAccount(fixture.pool, 10), await anAccount(fixture.pool, 10)]
  const projects = await Promise.all(
    owners.map((owner) => aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })),
  )
  const other = await aProject(fixture.pool, owners[0] as string, { keyword: 'gempa', listening: true })
  await scheduleAndSettle(fixture)
  assert.equal(news.requests(NEWS_PATHS.rss).length, 1)
  for (const project of projects) assert.deepEqual(await titles(project.id), ['Banjir pertama'])
  assert.deepEqual(await titles(other.id), [])
  publish('Banjir kedua')
  publish('Gempa kedua')
  await makeFeedsDue()
  await scheduleAndSettle(fixture)
  for (const project of projects) assert.deepEqual(await titles(project.id), ['Banjir kedua', 'Banjir pertama'])
  assert.deepEqual(await titles(other.id), ['Gempa kedua'])
  assert.equal(await remaining(fixture.pool, owners[1] as string), 8)
  await assertExact(fixture.pool)
})

test('a project that starts listening later catches up within its dates, without another request', async () => {
  publish('Banjir lama', new Date('2026-01-10T03:00:00Z'))
  await makeFeedsDue()
  await scheduleAndSettle(fixture)
  const requestsBefore = news.requests().length
  const owner = await anAccount(fixture.pool, 10)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', startDay: '2026-01-11', listening: true })
  await scheduleAndSettle(fixture)
  assert.deepEqual(await titles(project.id), ['Banjir kedua', 'Banjir pertama'])
  assert.equal(news.requests().length, requestsBefore)
  assert.equal((await findPosition(fixture.pool, project.id)).inStep, true)
})

test('the dates of a project are days of its time zone', async () => {
  // The last second of 10 January in Jakarta and the first of the 11th.
  publish('Zona waktu satu', new Date('2026-01-10T16:59:59Z'))
  publish('Zona waktu dua', new Date('2026-01-10T17:00:00Z'))
  const owner = await anAccount(fixture.pool, 10)
  const fields = { keyword: 'zona waktu', kind: 'manual' } as const
  const project = await aProject(fixture.pool, owner, { ...fields, startDay: '2026-01-11' })
  await makeFeedsDue()
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.deepEqual(await titles(project.id), ['Zona waktu dua'])
})

test('a project without quota keeps its position and catches up once its quota is raised', async () => {
  const owner = await anAccount(fixture.pool, 3)
  const project = await aProject(fixture.pool, owner, { keyword: 'kebakaran', listening: true })
  await scheduleAndSettle(fixture)
  for (let n = 0; n < 5; n++) publish(`Kebakaran ${n}`)
  await makeFeedsDue()
  await scheduleAndSettle(fixture)
  assert.equal((await titles(project.id)).length, 3)
  assert.equal(await remaining(fixture.pool, owner), 0)
  assert.equal((await findPosition(fixture.pool, project.id)).inStep, false)
  publish('Kebakaran terakhir')
  await makeFeedsDue()
  await scheduleAndSettle(fixture)
  await raiseQuota(fixture.pool, owner, 10)
  await scheduleAndSettle(fixture)
  assert.equal((await titles(project.id)).length, 6)
  assert.equal(await remaining(fixture.pool, owner), 7)
  assert.equal((await findPosition(fixture.pool, project.id)).inStep, true)
  await assertExact(fixture.pool)
})

test('a project that pauses and resumes gets the posts of the pause', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const project = await aProject(fixture.pool, owner, { keyword: 'longsor', listening: true })
  await scheduleAndSettle(fixture)
  await setListening(fixture.pool, owner, project.id, false)
  publish('Longsor satu')
  publish('Longsor dua')
  await makeFeedsDue()
  await scheduleAndSettle(fixture)
  assert.deepEqual(await titles(project.id), [])
  await setListening(fixture.pool, owner, project.id, true)
  await scheduleAndSettle(fixture)
  assert.deepEqual(await titles(project.id), ['Longsor dua', 'Longsor satu'])
})

test('a manual project polls due feeds and catches up only when it is dispatched', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const project = await aProject(fixture.pool, owner, { keyword: 'puting beliung', kind: 'manual' })
  publish('Puting beliung satu')
  await makeFeedsDue()
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.deepEqual(await titles(project.id), ['Puting beliung satu'])
  const { new: added } = (await jobOf(fixture.pool, project)).progress.news as { new: number }
  assert.equal(added, 1)
  publish('Puting beliung dua')
  await makeFeedsDue()
  await scheduleAndSettle(fixture)
  assert.deepEqual(await titles(project.id), ['Puting beliung satu'])
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.deepEqual(await titles(project.id), ['Puting beliung dua', 'Puting beliung satu'])
})

test('a project that joins while a batch is matched without it falls out of step and misses nothing', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const view = await fixture.pool.begin((tx) => viewSteps(tx, 0, TIME_ZONE))
  const project = await aProject(fixture.pool, owner, { keyword: 'angin kencang', listening: true })
  await scheduleAndSettle(fixture)
  assert.equal((await findPosition(fixture.pool, project.id)).inStep, true)
  publish('Angin kencang')
  await makeFeedsDue()
  const signal = AbortSignal.timeout(10_000)
  const tasks = collectTasks(fixture.deps)
  const [feed] = await fixture.pool`select id from feed where source = 'news'`
  const { job } = await addJob(fixture.pool, { task: 'poll-feed', key: feed?.id })
  await tasks['poll-feed']?.(job, { worker: 'uji', signal })
  await fixture.pool`delete from job where state = 'waiting'`
  // A worker with the older view moves the head: it has matched the batch for the projects it knew.
  const { lastSeq } = await readHead(fixture.pool)
  const move = { from: view.head.matchedSeq, to: lastSeq, version: view.version }
  assert.equal(await fixture.pool.begin((tx) => moveHead(tx, move)), true)
  assert.equal((await findPosition(fixture.pool, project.id)).inStep, false)
  await scheduleAndSettle(fixture)
  assert.deepEqual(await titles(project.id), ['Angin kencang'])
  assert.equal((await findPosition(fixture.pool, project.id)).inStep, true)
  await assertExact(fixture.pool)
})

test('matching the same posts twice, as after a killed worker, stores and charges once', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const project = await aProject(fixture.pool, owner, { keyword: 'erupsi', listening: true })
  await scheduleAndSettle(fixture)
  publish('Erupsi gunung')
  await makeFeedsDue()
  await scheduleAndSettle(fixture)
  await fixture.pool`update archive_head set matched_seq = 0`
  await scheduleAndSettle(fixture)
  assert.equal((await mentionIds(fixture.pool, project.id)).length, 1)
  assert.equal(await remaining(fixture.pool, owner), 9)
  await assertExact(fixture.pool)
})
