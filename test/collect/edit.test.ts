import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectProject } from '../../src/collect/project.ts'
import type { Project } from '../../src/domain/project.ts'
import { findPosition } from '../../src/store/collecting/archive-positions.ts'
import { saveEdit } from '../../src/store/projects/edits.ts'
import { lockProject, type NewProject } from '../../src/store/projects/projects.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import type { Platform } from '../platforms/server.ts'
import { startX } from '../platforms/twitter.ts'
import {
  aFeed,
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  openCollectFixture,
  scheduleAndSettle,
  settle,
} from './fixture.ts'

const HOUR_MS = 3_600_000
const posts: SamplePost[] = []
let x: Platform
let news: NewsPlatform
let fixture: CollectFixture

before(async () => {
  x = await startX({ posts, token: 't' })
  news = await openNewsPlatform()
  fixture = await openCollectFixture({ twitter: { token: 't', url: new URL(x.url), dialect: 'tweet' } })
  await aFeed(fixture.pool, news.url, NEWS_PATHS.rss)
  for (const topic of ['Banjir', 'Gempa']) {
    posts.push(
      aSample('twitter', { text: `${topic} di X`, publishedAt: new Date(Date.now() - HOUR_MS), serial: posts.length }),
    )
    publish(`${topic} di berita`)
  }
})
after(async () => {
  await fixture.close()
  await Promise.all([x.close(), news.close()])
})

function publish(title: string): void {
  news.publish({
    id: title,
    title,
    body: 'Warga menyampaikan keterangan.',
    publishedAt: new Date(Date.now() - HOUR_MS),
  })
}

async function edit(project: Project, change: Partial<NewProject>, fromArchive = false): Promise<void> {
  await fixture.pool.begin(async (tx) => {
    const locked = await lockProject(tx, project.ownerId, project.id)
    assert.ok(locked)
    await saveEdit(tx, locked, { ...locked, ...change }, { by: project.ownerId, fromArchive })
  })
}

async function titles(project: Project): Promise<string[]> {
  const rows = await fixture.pool`
    select split_part(text, chr(10), 1) as title from mention where project_id = ${project.id} order by 1`
  return rows.map(({ title }) => title)
}

async function collectAgain(): Promise<void> {
  await fixture.pool`update feed set next_poll_at = now()`
  await fixture.pool`update project set next_run_at = now()`
  await scheduleAndSettle(fixture)
}

test('an edited project is collected with its new expression; what it passed in the archive is not charged', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  await scheduleAndSettle(fixture)
  assert.deepEqual(await titles(project), ['Banjir di X', 'Banjir di berita'])
  assert.equal((await findPosition(fixture.pool, project.id)).inStep, true)
  await edit(project, { keyword: 'gempa' })
  publish('Gempa kedua di berita')
  publish('Banjir kedua di berita')
  await collectAgain()
  assert.deepEqual(await titles(project), ['Banjir di X', 'Banjir di berita', 'Gempa di X', 'Gempa kedua di berita'])
  await assertExact(fixture.pool)
})

test('with fromArchive, what the new expression finds in the archive is collected and charged', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  await edit(project, { keyword: 'gempa' }, true)
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.ok((await titles(project)).includes('Gempa di berita'))
  await assertExact(fixture.pool)
})

test('days that are added are searched, although the source was read up to now', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const day = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS)
  posts.push(aSample('twitter', { text: 'Longsor lama', publishedAt: day(3), serial: 77 }))
  const project = await aProject(fixture.pool, owner, {
    keyword: 'longsor',
    kind: 'manual',
    startDay: day(1).toISOString().slice(0, 10),
  })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  posts.push(aSample('twitter', { text: 'Longsor baru', publishedAt: new Date(Date.now() - 60_000), serial: 78 }))
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.deepEqual(await titles(project), ['Longsor baru'])
  await edit(project, { startDay: day(5).toISOString().slice(0, 10) })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.deepEqual(await titles(project), ['Longsor baru', 'Longsor lama'])
})

test('a run that is under way when the project is edited stores nothing by the former expression, and goes on', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  const job = await dispatch(fixture.pool, project)
  await fixture.pool`
    update job set state = 'running', worker = 'w', lease_until = now() + interval '1 hour', started_at = now() where id = ${job.id}`
  const edited = Promise.withResolvers<void>()
  const slow = fixture.deps.sources.search.map((source) => ({
    ...source,
    async *search(...request: Parameters<typeof source.search>) {
      await edited.promise
      yield* source.search(...request)
    },
  }))
  const deps = { ...fixture.deps, sources: { ...fixture.deps.sources, search: slow, feeds: {} } }
  const running = collectProject(deps, job, { worker: 'w', signal: new AbortController().signal })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await edit(project, { keyword: 'gempa' })
  edited.resolve()
  assert.equal(typeof (await running), 'object', 'it is queued again')
  assert.ok(!(await titles(project)).some((title) => title === 'Banjir di X'))
  await fixture.pool`update job set state = 'waiting', worker = null, lease_until = null, run_at = now() where id = ${job.id}`
  await settle(fixture)
  assert.ok((await titles(project)).includes('Gempa di X'))
  await assertExact(fixture.pool)
})
