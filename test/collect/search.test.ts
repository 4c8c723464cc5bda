import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectTasks } from '../../src/collect/tasks.ts'
import { removeProject, setListening } from '../../src/store/projects/projects.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import type { Platform } from '../platforms/server.ts'
import { startX } from '../platforms/twitter.ts'
import { until } from '../processes/until.ts'
import {
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
  runSchedule,
  settle,
} from './fixture.ts'

const posts: SamplePost[] = []
let x: Platform
let fixture: CollectFixture

before(async () => {
  x = await startX({ posts, token: 'rahasia' })
  fixture = await openCollectFixture({ twitter: { token: 'rahasia', url: new URL(x.url), dialect: 'tweet' } })
})
after(async () => {
  await fixture.close()
  await x.close()
})

let serial = 0
function post(text: string, minutesAgo = 60): string {
  const sample = aSample('twitter', { text, publishedAt: new Date(Date.now() - minutesAgo * 60_000), serial: serial++ })
  posts.push(sample)
  return sample.id
}

test('a dispatched project gets each matching post once and is charged for it', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const wanted = [post('Banjir besar di Garut'), post('banjir lagi #garut')]
  post('Banjir di Garut itu hoaks')
  post('banjir bandang')
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir and garut', exclude: 'hoaks', kind: 'manual' })
  for (let runs = 0; runs < 2; runs++) {
    await dispatch(fixture.pool, project)
    await settle(fixture)
  }
  assert.deepEqual(await mentionIds(fixture.pool, project.id), wanted.sort())
  assert.equal(await remaining(fixture.pool, owner), 98)
  const job = await jobOf(fixture.pool, project)
  assert.equal(job.state, 'done')
  await assertExact(fixture.pool)
})

test('the progress reports asked, received, matched, new and charged', async () => {
  const owner = await anAccount(fixture.pool, 100)
  post('harga beras naik')
  post('harga beras turun')
  const project = await aProject(fixture.pool, owner, { keyword: 'beras', kind: 'manual' })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const { progress } = await jobOf(fixture.pool, project)
  const { asked, received, matched, new: added, charged, error } = progress.twitter as Record<string, unknown>
  assert.deepEqual(
    { asked, received, matched, added, charged, error },
    { asked: 1, received: 2, matched: 2, added: 2, charged: 2, error: null },
  )
  assert.equal((progress.tiktok as { notice: string }).notice, 'not_configured')
})

test('without quota collection stops, and nothing is lost once it is raised', async () => {
  const owner = await anAccount(fixture.pool, 2)
  const wanted = Array.from({ length: 5 }, (_, n) => post(`gempa bumi nomor ${n}`))
  const project = await aProject(fixture.pool, owner, { keyword: 'gempa bumi', kind: 'manual' })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.equal((await mentionIds(fixture.pool, project.id)).length, 2)
  assert.equal(await remaining(fixture.pool, owner), 0)
  assert.match(((await jobOf(fixture.pool, project)).progress.twitter as { notice: string }).notice, /quota_exhausted/)
  await raiseQuota(fixture.pool, owner, 10)
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.deepEqual(await mentionIds(fixture.pool, project.id), wanted.sort())
  assert.equal(await remaining(fixture.pool, owner), 7)
  await assertExact(fixture.pool)
})

test('a rate limit delays the jobs of all projects that share the key, without costing an attempt', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const wanted = post('kebakaran hutan')
  const [first, second] = [
    await aProject(fixture.pool, owner, { keyword: 'kebakaran', kind: 'manual' }),
    await aProject(fixture.pool, owner, { keyword: 'hutan', kind: 'manual' }),
  ]
  x.behave({ status: 429, resetInSeconds: 120 })
  await dispatch(fixture.pool, first)
  await settle(fixture)
  const requestsBefore = x.count()
  await dispatch(fixture.pool, second)
  await settle(fixture)
  assert.equal(x.count(), requestsBefore)
  for (const project of [first, second]) {
    const job = await jobOf(fixture.pool, project)
    assert.equal(job.state, 'waiting')
    assert.equal(job.attempts, 0)
    assert.match(job.detail ?? '', /twitter waits until/)
  }
  await makeAllDue(fixture)
  await settle(fixture)
  for (const project of [first, second]) {
    assert.equal((await jobOf(fixture.pool, project)).state, 'done')
    assert.deepEqual(await mentionIds(fixture.pool, project.id), [wanted])
  }
})

// Makes everything that is scheduled for later due now.
async function makeAllDue({ pool }: CollectFixture): Promise<void> {
  await pool`update source_state set retry_at = now() where retry_at > now()`
  await pool`update job set run_at = now() where state = 'waiting'`
}

test('a failing source is retried, and its earlier posts stay', async () => {
  const owner = await anAccount(fixture.pool, 1_000)
  const wanted = Array.from({ length: 150 }, (_, n) => post(`longsor di desa ${n}`, 60 + n))
  const project = await aProject(fixture.pool, owner, { keyword: 'longsor', kind: 'manual' })
  x.behave({ slowMs: 0 })
  x.behave({ garbage: true })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const job = await jobOf(fixture.pool, project)
  assert.equal(job.state, 'waiting')
  assert.equal(job.attempts, 1)
  assert.match((job.progress.twitter as { error: string }).error, /unreadable/)
  assert.equal((await mentionIds(fixture.pool, project.id)).length, 100)
  await makeAllDue(fixture)
  await settle(fixture)
  assert.deepEqual(await mentionIds(fixture.pool, project.id), wanted.sort())
  const done = await jobOf(fixture.pool, project)
  assert.equal((done.progress.twitter as { error: null }).error, null)
  assert.equal((done.progress.twitter as { new: number }).new, 150)
  await assertExact(fixture.pool)
})

test('a rejected credential is not tried again in the run, which fails with the reason', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const project = await aProject(fixture.pool, owner, { keyword: 'apa saja', kind: 'manual' })
  await fixture.pool`delete from feed`
  x.behave({ status: 401 })
  const requestsBefore = x.count()
  const only = { ...fixture, deps: { ...fixture.deps, sources: { ...fixture.deps.sources, feeds: {} } } }
  await fixture.pool`insert into job (id, task, key, account_id, project_id) values (gen_random_uuid(), 'collect', ${project.id}, ${owner}, ${project.id})`
  await setListening(fixture.pool, owner, project.id, true)
  for (let attempts = 0; attempts < 5; attempts++) {
    await makeAllDue(fixture)
    await settle(only)
  }
  assert.equal(x.count(), requestsBefore + 1)
  const job = await jobOf(fixture.pool, project)
  assert.equal(job.state, 'failed')
  assert.match(job.detail ?? '', /auth/)
})

for (const way of ['stops listening', 'is deleted'])
  test(`a run under way ends when its project ${way}`, async () => {
    const owner = await anAccount(fixture.pool, 1_000)
    for (let n = 0; n < 250; n++) post(`pasar malam ${n}`, 60 + n)
    const project = await aProject(fixture.pool, owner, { keyword: 'pasar malam', listening: true })
    x.behave({ slowMs: 0 })
    const changed = Promise.withResolvers<void>()
    x.behave({ after: changed.promise })
    await runSchedule(fixture, 'due projects')
    const settled = settle(fixture)
    await until('the first page is stored', async () => (await mentionIds(fixture.pool, project.id)).length === 100)
    if (way === 'is deleted') await fixture.pool.begin((tx) => removeProject(tx, owner, project.id))
    else await setListening(fixture.pool, owner, project.id, false)
    changed.resolve()
    await settled
    assert.equal((await mentionIds(fixture.pool, project.id)).length, 100)
    assert.equal((await jobOf(fixture.pool, project)).state, 'done')
    await assertExact(fixture.pool)
  })

test('a dispatch counts from when it was requested, even if the schedule had already queued the run', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const wanted = post('karhutla di hutan')
  const project = await aProject(fixture.pool, owner, { keyword: 'karhutla', listening: true })
  await runSchedule(fixture, 'due projects')
  await setListening(fixture.pool, owner, project.id, false)
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.deepEqual(await mentionIds(fixture.pool, project.id), [wanted])
  await dispatch(fixture.pool, project)
  const more = post('karhutla lagi', 1)
  await setListening(fixture.pool, owner, project.id, false)
  await settle(fixture)
  assert.deepEqual(
    await mentionIds(fixture.pool, project.id),
    [wanted],
    `${more} was published after the owner had stopped it`,
  )
})

test('the work of a worker that lost its job is rolled back', async () => {
  const owner = await anAccount(fixture.pool, 100)
  post('angin puting beliung')
  const project = await aProject(fixture.pool, owner, { keyword: 'puting beliung', kind: 'manual' })
  const job = await dispatch(fixture.pool, project)
  const signal = AbortSignal.timeout(10_000)
  await fixture.pool`update job set state = 'running', worker = 'yang lain' where id = ${job.id}`
  const collect = collectTasks(fixture.deps).collect
  await assert.rejects(async () => collect?.(job, { worker: 'yang mati', signal }), /no longer this worker/)
  assert.deepEqual(await mentionIds(fixture.pool, project.id), [])
  assert.equal(await remaining(fixture.pool, owner), 100)
  await fixture.pool`delete from job where id = ${job.id}`
})
