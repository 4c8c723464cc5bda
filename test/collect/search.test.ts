import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectTasks } from '../../src/collect/tasks.ts'
import { removeProject, setListening } from '../../src/store/projects/projects.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import type { Platform } from '../platforms/server.ts'
import { startX } from '../platforms/twitter.ts'
import {
  anAccount,
  aProject,
  assertExact,
  dispatch,
  jobOf,
  look,
  mentionIds,
  openWorld,
  raiseQuota,
  remaining,
  settle,
  type World,
} from './world.ts'

const posts: SamplePost[] = []
let x: Platform
let world: World

before(async () => {
  x = await startX({ posts, token: 'rahasia' })
  world = await openWorld({ twitter: { token: 'rahasia', url: new URL(x.url), dialect: 'tweet' } })
})
after(async () => {
  await world.close()
  await x.close()
})

let serial = 0
function post(text: string, minutesAgo = 60): string {
  const sample = aSample('twitter', { text, publishedAt: new Date(Date.now() - minutesAgo * 60_000), serial: serial++ })
  posts.push(sample)
  return sample.id
}

test('a dispatched project gets the posts that match, once, and pays for each', async () => {
  const owner = await anAccount(world.pool, 100)
  const wanted = [post('Banjir besar di Garut'), post('banjir lagi #garut')]
  post('Banjir di Garut itu hoaks')
  post('banjir bandang')
  const project = await aProject(world.pool, owner, { keyword: 'banjir and garut', exclude: 'hoaks', kind: 'manual' })
  for (let runs = 0; runs < 2; runs++) {
    await dispatch(world.pool, project)
    await settle(world)
  }
  assert.deepEqual(await mentionIds(world.pool, project.id), wanted.sort())
  assert.equal(await remaining(world.pool, owner), 98)
  const job = await jobOf(world.pool, project)
  assert.equal(job.state, 'done')
  await assertExact(world.pool)
})

test('the progress tells what was asked, received, matched, new and charged', async () => {
  const owner = await anAccount(world.pool, 100)
  post('harga beras naik')
  post('harga beras turun')
  const project = await aProject(world.pool, owner, { keyword: 'beras', kind: 'manual' })
  await dispatch(world.pool, project)
  await settle(world)
  const { progress } = await jobOf(world.pool, project)
  const { asked, received, matched, new: added, charged, error } = progress.twitter as Record<string, unknown>
  assert.deepEqual(
    { asked, received, matched, added, charged, error },
    { asked: 1, received: 2, matched: 2, added: 2, charged: 2, error: null },
  )
  assert.equal((progress.tiktok as { notice: string }).notice, 'not_configured')
})

test('without quota collection stops, and nothing is lost once it is raised', async () => {
  const owner = await anAccount(world.pool, 2)
  const wanted = Array.from({ length: 5 }, (_, n) => post(`gempa bumi nomor ${n}`))
  const project = await aProject(world.pool, owner, { keyword: 'gempa bumi', kind: 'manual' })
  await dispatch(world.pool, project)
  await settle(world)
  assert.equal((await mentionIds(world.pool, project.id)).length, 2)
  assert.equal(await remaining(world.pool, owner), 0)
  assert.match(((await jobOf(world.pool, project)).progress.twitter as { notice: string }).notice, /quota_exhausted/)
  await raiseQuota(world.pool, owner, 10)
  await dispatch(world.pool, project)
  await settle(world)
  assert.deepEqual(await mentionIds(world.pool, project.id), wanted.sort())
  assert.equal(await remaining(world.pool, owner), 7)
  await assertExact(world.pool)
})

test('a rate limit brings the job back later without costing an attempt, for every project that shares the key', async () => {
  const owner = await anAccount(world.pool, 10)
  const wanted = post('kebakaran hutan')
  const [first, second] = [
    await aProject(world.pool, owner, { keyword: 'kebakaran', kind: 'manual' }),
    await aProject(world.pool, owner, { keyword: 'hutan', kind: 'manual' }),
  ]
  x.behave({ status: 429, resetInSeconds: 120 })
  await dispatch(world.pool, first)
  await settle(world)
  const asked = x.count()
  await dispatch(world.pool, second)
  await settle(world)
  assert.equal(x.count(), asked)
  for (const project of [first, second]) {
    const job = await jobOf(world.pool, project)
    assert.equal(job.state, 'waiting')
    assert.equal(job.attempts, 0)
    assert.match(job.detail ?? '', /twitter waits until/)
  }
  await passTime(world)
  await settle(world)
  for (const project of [first, second]) {
    assert.equal((await jobOf(world.pool, project)).state, 'done')
    assert.deepEqual(await mentionIds(world.pool, project.id), [wanted])
  }
})

// What was to happen in a while happens now.
async function passTime({ pool }: World): Promise<void> {
  await pool`update source_state set retry_at = now() where retry_at > now()`
  await pool`update job set run_at = now() where state = 'waiting'`
}

test('a broken source is tried again, and what it gave before stays', async () => {
  const owner = await anAccount(world.pool, 1_000)
  const wanted = Array.from({ length: 150 }, (_, n) => post(`longsor di desa ${n}`, 60 + n))
  const project = await aProject(world.pool, owner, { keyword: 'longsor', kind: 'manual' })
  x.behave({ slowMs: 0 })
  x.behave({ garbage: true })
  await dispatch(world.pool, project)
  await settle(world)
  const job = await jobOf(world.pool, project)
  assert.equal(job.state, 'waiting')
  assert.equal(job.attempts, 1)
  assert.match((job.progress.twitter as { error: string }).error, /unreadable/)
  assert.equal((await mentionIds(world.pool, project.id)).length, 100)
  await passTime(world)
  await settle(world)
  assert.deepEqual(await mentionIds(world.pool, project.id), wanted.sort())
  const done = await jobOf(world.pool, project)
  assert.equal((done.progress.twitter as { error: null }).error, null)
  assert.equal((done.progress.twitter as { new: number }).new, 150)
  await assertExact(world.pool)
})

test('a refused credential is not tried again in the run, which fails with the reason', async () => {
  const owner = await anAccount(world.pool, 10)
  const project = await aProject(world.pool, owner, { keyword: 'apa saja', kind: 'manual' })
  await world.pool`delete from feed`
  x.behave({ status: 401 })
  const asked = x.count()
  const only = { ...world, parts: { ...world.deps, sources: { ...world.deps.sources, feeds: {} } } }
  await world.pool`insert into job (id, task, key, account_id, project_id) values (gen_random_uuid(), 'collect', ${project.id}, ${owner}, ${project.id})`
  await setListening(world.pool, owner, project.id, true)
  for (let attempts = 0; attempts < 5; attempts++) {
    await passTime(world)
    await settle(only)
  }
  assert.equal(x.count(), asked + 1)
  const job = await jobOf(world.pool, project)
  assert.equal(job.state, 'failed')
  assert.match(job.detail ?? '', /auth/)
})

for (const way of ['stops listening', 'is deleted'])
  test(`a run under way ends when its project ${way}`, async () => {
    const owner = await anAccount(world.pool, 1_000)
    for (let n = 0; n < 250; n++) post(`pasar malam ${n}`, 60 + n)
    const project = await aProject(world.pool, owner, { keyword: 'pasar malam', listening: true })
    x.behave({ slowMs: 0 })
    x.behave({ slowMs: 700 })
    await look(world, 'due projects')
    const settled = settle(world)
    for (let polls = 0; polls < 200 && (await mentionIds(world.pool, project.id)).length < 100; polls++) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    if (way === 'is deleted') await world.pool.begin((tx) => removeProject(tx, owner, project.id))
    else await setListening(world.pool, owner, project.id, false)
    await settled
    assert.equal((await mentionIds(world.pool, project.id)).length, 100)
    assert.equal((await jobOf(world.pool, project)).state, 'done')
    await assertExact(world.pool)
  })

test('a dispatch counts from when it was asked for, also when the schedule had queued the run before', async () => {
  const owner = await anAccount(world.pool, 100)
  const wanted = post('karhutla di hutan')
  const project = await aProject(world.pool, owner, { keyword: 'karhutla', listening: true })
  await look(world, 'due projects')
  await setListening(world.pool, owner, project.id, false)
  await dispatch(world.pool, project)
  await settle(world)
  assert.deepEqual(await mentionIds(world.pool, project.id), [wanted])
  await dispatch(world.pool, project)
  const more = post('karhutla lagi', 1)
  await setListening(world.pool, owner, project.id, false)
  await settle(world)
  assert.deepEqual(await mentionIds(world.pool, project.id), [wanted], `${more} came after the owner had stopped it`)
})

test('the work of a worker that was given up for dead is rolled back', async () => {
  const owner = await anAccount(world.pool, 100)
  post('angin puting beliung')
  const project = await aProject(world.pool, owner, { keyword: 'puting beliung', kind: 'manual' })
  const job = await dispatch(world.pool, project)
  const signal = AbortSignal.timeout(10_000)
  await world.pool`update job set state = 'running', worker = 'yang lain' where id = ${job.id}`
  const collect = collectTasks(world.deps).collect
  await assert.rejects(async () => collect?.(job, { worker: 'yang mati', signal }), /no longer this worker/)
  assert.deepEqual(await mentionIds(world.pool, project.id), [])
  assert.equal(await remaining(world.pool, owner), 100)
  await world.pool`delete from job where id = ${job.id}`
})
