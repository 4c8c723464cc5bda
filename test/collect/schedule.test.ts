import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectRules } from '../../src/collect/tasks.ts'
import { removeProject } from '../../src/store/projects/projects.ts'
import { identifier } from '../../src/store/sql.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import type { Platform } from '../platforms/server.ts'
import { startX } from '../platforms/twitter.ts'
import { startYoutube } from '../platforms/youtube.ts'
import {
  anAccount,
  aProject,
  assertExact,
  dispatch,
  jobOf,
  look,
  mentionIds,
  openWorld,
  settle,
  type World,
} from './world.ts'

const posts: SamplePost[] = [
  aSample('twitter', { text: 'banjir', publishedAt: new Date(Date.now() - 3_600_000) }),
  aSample('youtube', { text: 'banjir', title: 'Banjir', publishedAt: new Date(Date.now() - 3_600_000) }),
]
let x: Platform
let youtube: Platform
let world: World

before(async () => {
  x = await startX({ posts, token: 't' })
  youtube = await startYoutube({ posts, key: 'k' })
  world = await openWorld({
    twitter: { token: 't', url: new URL(x.url), dialect: 'tweet' },
    youtube: { key: 'k', url: new URL(youtube.url), comments: false },
  })
})
after(async () => {
  await world.close()
  await Promise.all([x.close(), youtube.close()])
})

test('many projects are spread over the interval, and each fires once however many processes look', async (t) => {
  t.after(async () => {
    await world.pool`delete from job`
    await world.pool`delete from project`
  })
  const owner = await anAccount(world.pool, 1_000)
  await world.pool`
    insert into project (id, owner_id, name, keyword, category, kind, listening, start_day)
    select gen_random_uuid(), ${owner}, 'Uji', 'tidak ada', 'umum', 'auto', true, '2020-01-01' from generate_series(1, 300)`
  const [before] = await world.pool`select now() as looking`
  for (let times = 0; times < 4; times++) {
    await Promise.all(Array.from({ length: 5 }, () => look(world, 'due projects')))
  }
  const [jobs] = await world.pool`select count(*)::int as n, count(distinct key)::int as different from job`
  assert.deepEqual({ ...jobs }, { n: 300, different: 300 })
  // Somebody's second comes every three seconds, so it may have come again since the last look: later is later than the first.
  const [times] = await world.pool`
    select count(distinct next_run_at)::int as different, min(next_run_at) > ${before?.looking} as later,
           max(next_run_at) < now() + interval '16 minutes' as soon from project`
  assert.equal(times?.later, true)
  assert.equal(times?.soon, true)
  assert.ok(times?.different > 200, `only ${times?.different} different times`)
})

test('only auto projects that listen, inside their dates, with quota and an enabled owner, are collected on schedule', async () => {
  const owner = await anAccount(world.pool, 100)
  const broke = await anAccount(world.pool, 0)
  const disabled = await anAccount(world.pool, 100)
  await world.pool`update account set disabled_at = now() where id = ${disabled}`
  const due = await aProject(world.pool, owner, { keyword: 'banjir', listening: true })
  const idle = [
    await aProject(world.pool, owner, { keyword: 'banjir' }),
    await aProject(world.pool, owner, { keyword: 'banjir', kind: 'manual', listening: true }),
    await aProject(world.pool, owner, { keyword: 'banjir', listening: true, endDay: '2020-02-01' }),
    await aProject(world.pool, owner, { keyword: 'banjir', listening: true, startDay: '2999-01-01' }),
    await aProject(world.pool, broke, { keyword: 'banjir', listening: true }),
    await aProject(world.pool, disabled, { keyword: 'banjir', listening: true }),
  ]
  await look(world, 'due projects')
  await settle(world)
  assert.equal((await mentionIds(world.pool, due.id)).length, 2)
  for (const project of idle) assert.deepEqual(await mentionIds(world.pool, project.id), [])
  const jobs = await world.pool`select key from job where task = 'collect'`
  assert.deepEqual(
    jobs.map((job) => job.key),
    [due.id],
  )
  await assertExact(world.pool)
})

test('a dispatch goes before what the schedule queued', async () => {
  const owner = await anAccount(world.pool, 100)
  const scheduled = await aProject(world.pool, owner, { keyword: 'banjir', listening: true })
  await look(world, 'due projects')
  const manual = await aProject(world.pool, owner, { keyword: 'banjir', kind: 'manual' })
  const waiting = await aProject(world.pool, owner, { keyword: 'banjir', listening: true })
  await look(world, 'due projects')
  await dispatch(world.pool, manual)
  const again = await dispatch(world.pool, waiting)
  const order = await world.pool`select key from job where state = 'waiting' order by priority desc, run_at, id`
  assert.equal(order.at(-1)?.key, scheduled.id)
  assert.equal(again.key, waiting.id)
  await settle(world)
})

test('a source that rests for long does not hold up the others, and is asked again when its time has come', async () => {
  const owner = await anAccount(world.pool, 100)
  const project = await aProject(world.pool, owner, { keyword: 'banjir', kind: 'manual' })
  await world.pool`delete from source_spending`
  await world.pool`
    insert into source_spending (source, item)
    select 'youtube', (now() at time zone 'America/Los_Angeles')::date::text from generate_series(1, 100)`
  await dispatch(world.pool, project)
  await settle(world)
  const job = await jobOf(world.pool, project)
  const [owed] =
    await world.pool`select deferred_until from source_cursor where project_id = ${project.id} and deferred_until is not null`
  // Close to midnight in California the rest is short: then the job itself waits.
  assert.equal(job.state === 'done' ? owed !== undefined : job.state === 'waiting', true)
  assert.equal((await mentionIds(world.pool, project.id)).length, 1)
  await world.pool`delete from source_spending`
  await world.pool`update source_state set retry_at = now()`
  await world.pool`update source_cursor set deferred_until = now() where deferred_until is not null`
  await world.pool`update job set run_at = now() where state = 'waiting'`
  const askedX = x.count()
  await look(world, 'deferred searches')
  await settle(world)
  assert.equal((await mentionIds(world.pool, project.id)).length, 2)
  assert.equal(x.count(), askedX)
  await assertExact(world.pool)
})

test('a deleted project is cleared away, and its ledger stays', async () => {
  const owner = await anAccount(world.pool, 100)
  const project = await aProject(world.pool, owner, { keyword: 'banjir', kind: 'manual' })
  await dispatch(world.pool, project)
  await settle(world)
  assert.equal((await mentionIds(world.pool, project.id)).length, 2)
  await world.pool.begin((tx) => removeProject(tx, owner, project.id))
  await look(world, 'removed projects')
  await settle(world)
  for (const table of [
    'mention',
    'story',
    'mention_count',
    'coverage',
    'source_cursor',
    'archive_position',
    'day_digest',
  ]) {
    const [left] =
      await world.pool`select count(*)::int as n from ${identifier(table)} where project_id = ${project.id}`
    assert.equal(left?.n, 0, table)
  }
  const [charged] = await world.pool`select sum(amount)::int as n from quota_entry where project_id = ${project.id}`
  assert.equal(charged?.n, -2)
})

test('old records go and recent ones stay', async () => {
  await world.pool`
    insert into archive_post (seq, platform, platform_id, post, published_at, archived_at)
    values (1, 5, 'lama', '{}', now(), now() - interval '91 days'), (2, 5, 'baru', '{}', now(), now() - interval '89 days')`
  await world.pool`update archive_head set last_seq = 2, matched_seq = 2`
  const account = await anAccount(world.pool, 0)
  await world.pool`insert into event (account_id, kind, data, at) values (${account}, 'job', '{}', now() - interval '2 days')`
  for (const rule of collectRules(world.deps)) if (rule.name === 'old records') await rule.queueDue()
  await settle(world)
  const left = await world.pool`select platform_id from archive_post`
  assert.deepEqual(
    left.map((row) => row.platform_id),
    ['baru'],
  )
  const [events] = await world.pool`select count(*)::int as n from event where account_id = ${account}`
  assert.equal(events?.n, 0)
})
