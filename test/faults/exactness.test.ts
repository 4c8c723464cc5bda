import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf } from '../../src/domain/day.ts'
import type { Platform as PlatformName } from '../../src/domain/platform.ts'
import type { Project } from '../../src/domain/project.ts'
import { setFeeds } from '../../src/store/collecting/feeds.ts'
import { releaseExpired } from '../../src/store/jobs/jobs.ts'
import {
  aFeed,
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  dispatch,
  mentionIds,
  openCollectFixture,
  raiseQuota,
} from '../collect/fixture.ts'
import { openRandom } from '../platforms/content.ts'
import { startFacebook } from '../platforms/facebook.ts'
import { NEWS_PATHS, type NewsPlatform, openNewsPlatform } from '../platforms/news.ts'
import { aSample, idInAddress, type SamplePost } from '../platforms/sample.ts'
import type { Behaviour, Platform } from '../platforms/server.ts'
import { startTiktok } from '../platforms/tiktok.ts'
import { startX } from '../platforms/twitter.ts'
import type { WorkerTask } from './worker.ts'

// Workers are killed at random moments, database connections are cut and platforms misbehave, while several users dispatch. At the
// end every matching post is stored exactly once, and every unit of quota is accounted for. FAULT_SECONDS sets the duration;
// FAULT_SEED repeats a run's choices (not its timing, which is up to the operating system).
const SECONDS = Number(process.env.FAULT_SECONDS ?? 12)
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)
const SETTLE_MS_MAX = 60_000
// On a busy machine a worker takes seconds to start. The faults then go on until enough have happened, up to this limit.
const FAULTS_MS_MAX = Math.max(SECONDS * 1_000, 30_000)
const WORKERS = 2
const TOPICS = ['banjir', 'gempa', 'longsor', 'kebakaran', 'erupsi']

const random = openRandom(SEED)
const { next: chance, pick } = random

let fixture: CollectFixture
let x: Platform
let tiktok: Platform
let facebook: Platform
let news: NewsPlatform
let disturbed = false
const posts: SamplePost[] = []
// The platform ids that each topic's projects must have at the end.
const expected = new Map<string, Set<string>>(TOPICS.map((topic) => [topic, new Set()]))
const children = new Set<ChildProcess>()
const crashes: string[] = []
const done = { kills: 0, cuts: 0, faults: 0, dispatches: 0 }

interface FaultPhase {
  isActive(): boolean
}

function startFaultPhase(): FaultPhase {
  const startedAt = Date.now()
  return {
    isActive() {
      const passed = Date.now() - startedAt
      const enough = done.kills >= 4 && done.cuts >= 4 && done.faults >= 20
      return passed < FAULTS_MS_MAX && (passed < SECONDS * 1_000 || !enough)
    },
  }
}

function chaos(): Behaviour | null {
  if (!disturbed || chance() > 0.35) return null
  done.faults++
  return pick<Behaviour>([
    { status: 429, resetInSeconds: 1 },
    { status: 500 },
    { status: 503 },
    { garbage: true },
    { drop: true },
    { truncate: true },
    { hang: true },
    { slowMs: 200 },
  ])
}

before(async () => {
  // A worker that exits by itself writes the compile cache for the others.
  await once(spawnWorker('warm up'), 'exit')
  x = await startX({ posts, token: 't', chaos, limit: 1_000_000 })
  tiktok = await startTiktok({ posts, clientKey: 'k', clientSecret: 's', chaos, requestsPerDay: 1_000_000 })
  facebook = await startFacebook({ posts, token: 'f', chaos })
  news = await openNewsPlatform({
    chaos: () => {
      if (!disturbed || chance() > 0.35) return null
      done.faults++
      const garbage = { body: '<rss><channel><item><title>rusak' }
      return pick([
        { status: 500 },
        { status: 429, headers: { 'retry-after': '1' } },
        garbage,
        { body: '' },
        { delayMs: 300 },
      ])
    },
  })
  fixture = await openCollectFixture({})
  await aFeed(fixture.pool, news.url, NEWS_PATHS.rss)
  await aFeed(fixture.pool, news.url, NEWS_PATHS.json)
  await setFeeds(fixture.pool, 'facebook', ['104923907983682'])
})

after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await fixture.close()
  await Promise.all([x.close(), tiktok.close(), facebook.close(), news.close()])
})

let serial = 0
function publish(topic: string): void {
  const number = serial++
  const publishedAt = new Date()
  const text = `${topic} nomor ${number} di desa ${number * 31} kata warga`
  if (chance() < 0.3) {
    const id = `artikel-${number}`
    news.publish({ id, title: text, body: 'Keterangan dari warga.', publishedAt })
    expected.get(topic)?.add(new URL(`/berita/${id}`, news.url).href)
    return
  }
  const platform = pick<PlatformName>(['twitter', 'tiktok', 'facebook'])
  const post = aSample(platform, { text, publishedAt, serial: number })
  posts.push(post)
  expected.get(topic)?.add(platform === 'facebook' ? idInAddress(post) : post.id)
}

function spawnWorker(task: string) {
  const file = new URL('./worker.ts', import.meta.url).pathname
  return spawn(process.execPath, [file, task], { stdio: ['ignore', 'pipe', 'pipe'] })
}

interface Victim {
  readonly kill: () => Promise<void>
}

async function startVictim(): Promise<Victim> {
  const { url: database } = fixture
  const task: WorkerTask = { database, x: x.url, tiktok: tiktok.url, facebook: facebook.url }
  const child = spawnWorker(JSON.stringify(task))
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  let errorOutput = ''
  child.stdout.on('data', () => isReady())
  child.stderr.on('data', (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-2_000)
  })
  children.add(child)
  const exited = once(child, 'exit').then(([, signal]) => {
    children.delete(child)
    isReady()
    // A worker survives lost connections and invalid replies; only a kill ends it.
    if (signal !== 'SIGKILL') crashes.push(errorOutput)
  })
  await ready
  return {
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

// Kills a worker in the middle of its work and replaces it with one that was started in the meantime.
async function keepKilling(phase: FaultPhase): Promise<void> {
  let next = startVictim()
  while (phase.isActive()) {
    const victim = await next
    next = startVictim()
    await sleep(500 + chance() * 4_000)
    await victim.kill()
    done.kills++
  }
  await (await next).kill()
}

async function keepCutting(phase: FaultPhase): Promise<void> {
  while (phase.isActive()) {
    await sleep(500 + chance() * 1_500)
    const cut = await fixture.pool`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'pantau victim' order by random() limit 1`
    done.cuts += cut.length
  }
}

// Makes everything that is scheduled for later due now, because the test cannot wait for hours.
async function makeAllDue(): Promise<void> {
  const { pool } = fixture
  await releaseExpired(pool)
  await pool`update job set run_at = now() where state = 'waiting' and run_at > now()`
  await pool`update source_state set retry_at = now() where retry_at > now()`
  await pool`update feed set next_poll_at = now() where next_poll_at > now() + interval '2 seconds'`
  await pool`update project set next_run_at = now() where next_run_at > now() + interval '2 seconds'`
}

async function keepUsing(projects: readonly Project[], phase: FaultPhase): Promise<void> {
  while (phase.isActive()) {
    for (let times = 0; times < 3; times++) publish(pick(TOPICS))
    await Promise.all(
      [pick(projects), pick(projects), pick(projects)].map((project) => dispatch(fixture.pool, project)),
    )
    done.dispatches += 3
    await makeAllDue()
    await sleep(100)
  }
}

async function missing(projects: readonly Project[]): Promise<number> {
  let count = 0
  for (const { id, keyword } of projects) {
    count += (expected.get(keyword)?.size ?? 0) - (await mentionIds(fixture.pool, id)).length
  }
  return count
}

test(`nothing is lost, doubled or charged twice (seed ${SEED}, ${SECONDS} s)`, async () => {
  const owners = [
    await anAccount(fixture.pool, 1_000_000),
    await anAccount(fixture.pool, 1_000_000),
    await anAccount(fixture.pool, 25),
  ]
  const projects: Project[] = []
  const startDay = dayOf(new Date(Date.now() - 3 * 86_400_000), 'UTC')
  for (const [number, owner] of owners.entries()) {
    projects.push(await aProject(fixture.pool, owner, { startDay, keyword: TOPICS[number] as string, listening: true }))
    projects.push(
      await aProject(fixture.pool, owner, { startDay, keyword: TOPICS[number + 1] as string, kind: 'manual' }),
    )
    projects.push(
      await aProject(fixture.pool, owner, { startDay, keyword: TOPICS[number + 2] as string, listening: true }),
    )
  }
  for (let times = 0; times < 60; times++) publish(pick(TOPICS))
  disturbed = true
  const phase = startFaultPhase()
  const killing = Array.from({ length: WORKERS }, () => keepKilling(phase))
  await Promise.all([...killing, keepCutting(phase), keepUsing(projects, phase)])
  // The faults end, the third user's quota is raised, and all projects are dispatched again.
  disturbed = false
  await raiseQuota(fixture.pool, owners[2] as string, 1_000_000)
  const worker = await startVictim()
  const latest = Date.now() + SETTLE_MS_MAX
  while ((await missing(projects)) > 0 && Date.now() < latest) {
    await makeAllDue()
    for (const project of projects) await dispatch(fixture.pool, project)
    await sleep(400)
  }
  await worker.kill()
  assert.deepEqual(crashes, [])
  for (const { id, keyword } of projects) {
    assert.deepEqual(await mentionIds(fixture.pool, id), [...(expected.get(keyword) ?? [])].sort(), keyword)
  }
  await assertExact(fixture.pool)
  const [ledger] = await fixture.pool`select count(*)::int as lines from quota_entry`
  process.stdout.write(`${JSON.stringify({ seed: SEED, posts: serial, ...done, ledger: ledger?.lines })}\n`)
  assert.ok(done.kills >= 2 && done.cuts >= 1 && done.faults >= 1, 'the test must have caused faults')
})
