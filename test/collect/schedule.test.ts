import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCollectDeps } from '../../src/cli/wire-work.ts'
import { watchFlood } from '../../src/collect/flood.ts'
import { collectRules } from '../../src/collect/tasks.ts'
import { readConfig } from '../../src/config.ts'
import { JUDGING_MODELS } from '../../src/domain/sentiment.ts'
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
  type CollectFixture,
  dispatch,
  jobOf,
  mentionIds,
  openCollectFixture,
  runSchedule,
  settle,
} from './fixture.ts'

const posts: SamplePost[] = [
  aSample('twitter', { text: 'banjir', publishedAt: new Date(Date.now() - 3_600_000) }),
  aSample('youtube', { text: 'banjir', title: 'Banjir', publishedAt: new Date(Date.now() - 3_600_000) }),
]
let x: Platform
let youtube: Platform
let fixture: CollectFixture

before(async () => {
  x = await startX({ posts, token: 't' })
  youtube = await startYoutube({ posts, key: 'k' })
  fixture = await openCollectFixture({
    twitter: { token: 't', url: new URL(x.url), dialect: 'tweet' },
    youtube: { key: 'k', url: new URL(youtube.url), comments: false },
  })
})
after(async () => {
  await fixture.close()
  await Promise.all([x.close(), youtube.close()])
})

test('many projects are spread over the interval, and each is queued once, however many processes run the schedule', async (t) => {
  t.after(async () => {
    await fixture.pool`delete from job`
    await fixture.pool`delete from project`
  })
  const owner = await anAccount(fixture.pool, 1_000)
  await fixture.pool`
    insert into project (id, owner_id, name, keyword, category, kind, listening, start_day)
    select gen_random_uuid(), ${owner}, 'Uji', 'tidak ada', 'umum', 'auto', true, '2020-01-01' from generate_series(1, 300)`
  const [before] = await fixture.pool`select now() as started`
  for (let times = 0; times < 4; times++) {
    await Promise.all(Array.from({ length: 5 }, () => runSchedule(fixture, 'due projects')))
  }
  const [jobs] = await fixture.pool`select count(*)::int as n, count(distinct key)::int as different from job`
  assert.deepEqual({ ...jobs }, { n: 300, different: 300 })
  // One of the projects becomes due every three seconds, also after the last check, so times are compared with the first check.
  const [times] = await fixture.pool`
    select count(distinct next_run_at)::int as different, min(next_run_at) > ${before?.started} as later,
           max(next_run_at) < now() + interval '16 minutes' as soon from project`
  assert.equal(times?.later, true)
  assert.equal(times?.soon, true)
  assert.ok(times?.different > 200, `only ${times?.different} different times`)
})

test('only auto projects that listen, inside their dates, with quota and an enabled owner, are collected on schedule', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const broke = await anAccount(fixture.pool, 0)
  const disabled = await anAccount(fixture.pool, 100)
  await fixture.pool`update account set disabled_at = now() where id = ${disabled}`
  const due = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  const idle = [
    await aProject(fixture.pool, owner, { keyword: 'banjir' }),
    await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual', listening: true }),
    await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true, endDay: '2020-02-01' }),
    await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true, startDay: '2999-01-01' }),
    await aProject(fixture.pool, broke, { keyword: 'banjir', listening: true }),
    await aProject(fixture.pool, disabled, { keyword: 'banjir', listening: true }),
  ]
  await runSchedule(fixture, 'due projects')
  await settle(fixture)
  assert.equal((await mentionIds(fixture.pool, due.id)).length, 2)
  for (const project of idle) assert.deepEqual(await mentionIds(fixture.pool, project.id), [])
  const jobs = await fixture.pool`select key from job where task = 'collect'`
  assert.deepEqual(
    jobs.map((job) => job.key),
    [due.id],
  )
  await assertExact(fixture.pool)
})

test('a dispatched run goes before scheduled ones', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const scheduled = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  await runSchedule(fixture, 'due projects')
  const manual = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  const waiting = await aProject(fixture.pool, owner, { keyword: 'banjir', listening: true })
  await runSchedule(fixture, 'due projects')
  await dispatch(fixture.pool, manual)
  const again = await dispatch(fixture.pool, waiting)
  const order = await fixture.pool`select key from job where state = 'waiting' order by priority desc, run_at, id`
  assert.equal(order.at(-1)?.key, scheduled.id)
  assert.equal(again.key, waiting.id)
  await settle(fixture)
})

test('while a due job of collecting has waited for more than a minute, mentions are judged by the hashed model', async () => {
  const flood = watchFlood(fixture.pool)
  const { classifier } = await openCollectDeps(readConfig({}), fixture.pool, null, flood.isFlooded)
  const owner = await anAccount(fixture.pool, 100)
  const modelsAfter = async (waited: string) => {
    const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
    const job = await dispatch(fixture.pool, project)
    await fixture.pool`update job set run_at = now() - ${waited}::interval where id = ${job.id}`
    await flood.rule.queueDue()
    await settle({ ...fixture, deps: { ...fixture.deps, classifier } })
    const rows = await fixture.pool`select distinct model from mention where project_id = ${project.id}`
    return rows.map(({ model }) => JUDGING_MODELS[model])
  }
  assert.deepEqual(await modelsAfter('59 seconds'), ['encoder'])
  assert.deepEqual(await modelsAfter('61 seconds'), ['hashed'])
  assert.deepEqual(await modelsAfter('0 seconds'), ['encoder'])
  const other = await dispatch(fixture.pool, await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' }))
  await fixture.pool`update job set run_at = now() - interval '1 hour', task = 'clean-up' where id = ${other.id}`
  await flood.rule.queueDue()
  assert.equal(flood.isFlooded(), false, 'another task says nothing about collecting')
  await fixture.pool`delete from job where id = ${other.id}`
})

test('a source in a long pause does not delay the others, and is queried again when the pause is over', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  await fixture.pool`delete from source_spending`
  await fixture.pool`
    insert into source_spending (source, item)
    select 'youtube', (now() at time zone 'America/Los_Angeles')::date::text from generate_series(1, 100)`
  await dispatch(fixture.pool, project)
  await settle(fixture)
  const job = await jobOf(fixture.pool, project)
  const [deferred] =
    await fixture.pool`select deferred_until from source_cursor where project_id = ${project.id} and deferred_until is not null`
  // Close to midnight in California the pause is short, so the job itself waits.
  assert.equal(job.state === 'done' ? deferred !== undefined : job.state === 'waiting', true)
  assert.equal((await mentionIds(fixture.pool, project.id)).length, 1)
  await fixture.pool`delete from source_spending`
  await fixture.pool`update source_state set retry_at = now()`
  await fixture.pool`update source_cursor set deferred_until = now() where deferred_until is not null`
  await fixture.pool`update job set run_at = now() where state = 'waiting'`
  const requestsBefore = x.count()
  await runSchedule(fixture, 'deferred searches')
  await settle(fixture)
  assert.equal((await mentionIds(fixture.pool, project.id)).length, 2)
  assert.equal(x.count(), requestsBefore)
  await assertExact(fixture.pool)
})

test('the data of a deleted project is removed, and its ledger entries stay', async () => {
  const owner = await anAccount(fixture.pool, 100)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  await dispatch(fixture.pool, project)
  await settle(fixture)
  assert.equal((await mentionIds(fixture.pool, project.id)).length, 2)
  await fixture.pool.begin((tx) => removeProject(tx, owner, project.id))
  await runSchedule(fixture, 'removed projects')
  await settle(fixture)
  for (const table of [
    'mention',
    'story',
    'mention_count',
    'coverage',
    'source_cursor',
    'archive_position',
    'search_tail',
    'search_segment',
    'search_posting',
  ]) {
    const [left] =
      await fixture.pool`select count(*)::int as n from ${identifier(table)} where project_id = ${project.id}`
    assert.equal(left?.n, 0, table)
  }
  const [charged] = await fixture.pool`select sum(amount)::int as n from quota_entry where project_id = ${project.id}`
  assert.equal(charged?.n, -2)
})

test('old records are removed and recent ones stay', async () => {
  await fixture.pool`
    insert into archive_post (seq, platform, platform_id, post, published_at, archived_at)
    values (1, 5, 'lama', '{}', now(), now() - interval '91 days'), (2, 5, 'baru', '{}', now(), now() - interval '89 days')`
  await fixture.pool`update archive_head set last_seq = 2, matched_seq = 2`
  const account = await anAccount(fixture.pool, 0)
  await fixture.pool`insert into event (account_id, kind, data, at) values (${account}, 'job', '{}', now() - interval '2 days')`
  for (const rule of collectRules(fixture.deps)) if (rule.name === 'old records') await rule.queueDue()
  await settle(fixture)
  const left = await fixture.pool`select platform_id from archive_post`
  assert.deepEqual(
    left.map((row) => row.platform_id),
    ['baru'],
  )
  const [events] = await fixture.pool`select count(*)::int as n from event where account_id = ${account}`
  assert.equal(events?.n, 0)
})
