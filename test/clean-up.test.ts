import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setFeeds } from '../src/store/collecting/feeds.ts'
import { addJob } from '../src/store/jobs/jobs.ts'
import { removeProject } from '../src/store/projects/projects.ts'
import {
  aFeed,
  anAccount,
  aProject,
  type CollectFixture,
  openCollectFixture,
  runSchedule,
  settle,
} from './collect/fixture.ts'
import { seedMentions } from './mentions.ts'

let fixture: CollectFixture
before(async () => {
  fixture = await openCollectFixture({})
})
after(() => fixture.close())

async function cleanUp(): Promise<void> {
  await addJob(fixture.pool, { task: 'clean-up', key: 'all' })
  await settle(fixture)
}

test('records are deleted when they are too old, and not before', async () => {
  const { pool } = fixture
  const account = await anAccount(pool, 10)
  const job = (key: string, accountId: string | null, hours: number) => pool`
    insert into job (id, task, key, state, account_id, finished_at)
    values (gen_random_uuid(), 'collect', ${key}, 'done', ${accountId}, now() - make_interval(hours => ${hours}))`
  await job('own, 29 days old', account, 29 * 24)
  await job('own, 31 days old', account, 31 * 24)
  await job('without an account, 23 hours old', null, 23)
  await job('without an account, 25 hours old', null, 25)
  await pool`
    insert into job (id, task, key, state, run_at) values (gen_random_uuid(), 'collect', 'waiting', 'waiting', now() + interval '1 day')`
  for (const hours of [23, 25]) {
    const age = `${hours} hours`
    await pool`insert into event (account_id, kind, data, at) values (${account}, 'job', '{}', now() - ${age}::interval)`
    await pool`
      insert into session (token_hash, account_id, expires_at) values (${Buffer.from(age)}, ${account}, now() - ${age}::interval)`
  }
  for (const minutes of [-1, 1])
    await pool`
      insert into login_attempt (scope, key, used_until)
      values (${`${minutes} minutes`}, '\\x00', now() + make_interval(mins => ${minutes}))`
  for (const days of [8, 10])
    await pool`
      insert into source_spending (source, item, at) values ('x', ${`${days} days`}, now() - make_interval(days => ${days}))`
  for (const last of [1, 2])
    await pool`
      insert into mention_change (project_id, last, kind, ids, at)
      values (${account}, ${last}, 'new', array[gen_random_uuid()], now() - interval '31 days')`

  await cleanUp()

  const changes = await pool`select last from mention_change where project_id = ${account}`
  assert.deepEqual(
    changes.map((row) => row.last),
    [2],
  )
  const jobs = await pool`select key from job where task = 'collect' order by key`
  assert.deepEqual(
    jobs.map((row) => row.key),
    ['own, 29 days old', 'waiting', 'without an account, 23 hours old'],
  )
  const [events] = await pool`select count(*)::int as n from event where account_id = ${account} and kind = 'job'`
  assert.equal(events?.n, 1)
  const sessions = await pool`select token_hash as hash from session where account_id = ${account}`
  assert.deepEqual(
    sessions.map((row) => String(row.hash)),
    ['23 hours'],
  )
  const attempts = await pool`select scope from login_attempt`
  assert.deepEqual(
    attempts.map((row) => row.scope),
    ['1 minutes'],
  )
  const spending = await pool`select item from source_spending where source = 'x'`
  assert.deepEqual(
    spending.map((row) => row.item),
    ['8 days'],
  )
})

test('deleting a removed project leaves every other project alone', async () => {
  const { pool } = fixture
  const account = await anAccount(pool, 10)
  const [removed, kept] = [
    await aProject(pool, account, { keyword: 'satu' }),
    await aProject(pool, account, { keyword: 'dua' }),
  ]
  for (const project of [removed, kept]) {
    await seedMentions(pool, { id: account }, project, [{}, {}])
    await pool`insert into coverage (project_id, platform, hour) values (${project.id}, 1, date_trunc('hour', now()))`
  }
  const rowsOf = async (id: string) =>
    pool`select (select count(*)::int from mention where project_id = ${id}) as mentions,
                (select count(*)::int from story where project_id = ${id}) as stories,
                (select count(*)::int from mention_count where project_id = ${id}) as counts,
                (select count(*)::int from search_tail where project_id = ${id}) as indexed,
                (select count(*)::int from coverage where project_id = ${id}) as hours,
                (select count(*)::int from project where id = ${id}) as projects`
  const before = await rowsOf(kept.id)
  await pool.begin((tx) => removeProject(tx, account, removed.id))
  await runSchedule(fixture, 'removed projects')
  await settle(fixture)
  const none = { mentions: 0, stories: 0, counts: 0, indexed: 0, hours: 0, projects: 0 }
  assert.deepEqual([...(await rowsOf(removed.id))], [none])
  assert.deepEqual([...(await rowsOf(kept.id))], [...before])
})

test('the addresses of one source are exactly those that are set, and other sources keep theirs', async () => {
  const { pool } = fixture
  const news = await aFeed(pool, new URL('http://127.0.0.1/'), '/rss')
  await setFeeds(pool, 'facebook', ['satu', 'dua'])
  await setFeeds(pool, 'instagram', ['satu'])
  await setFeeds(pool, 'facebook', ['dua', 'tiga'])
  const listed = async () =>
    (await pool`select source || ' ' || address as name from feed where enabled and id <> ${news} order by 1`).map(
      (row) => row.name,
    )
  assert.deepEqual(await listed(), ['facebook dua', 'facebook tiga', 'instagram satu'])
  await setFeeds(pool, 'facebook', ['satu'])
  assert.deepEqual(await listed(), ['facebook satu', 'instagram satu'])
  const [feed] = await pool`select enabled from feed where id = ${news}`
  assert.equal(feed?.enabled, true)
})
