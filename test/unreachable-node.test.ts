import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TASKS, type Tasks } from '../src/domain/job.ts'
import { startWorkers } from '../src/jobs/worker.ts'
import { addJob } from '../src/store/jobs/jobs.ts'
import { addProjectWith, startApi, type TestApi, type TestUser } from './api.ts'

const MESSAGE =
  'connection to the remote node postgres@192.0.2.7:5432 failed with the following error: Connection refused'

// What a coordinator reports when it cannot reach a worker, from a view that takes the place of a table: one project is lost.
const skip =
  process.env.TEST_DATABASE_SERVERS?.includes(' ') === true && 'a distributed table cannot be replaced by a view'
describe('a node of the database that cannot be reached', { skip }, () => {
  let api: TestApi
  let user: TestUser
  let lost = ''
  let other = ''

  before(async () => {
    api = await startApi()
    user = await api.user()
    lost = await addProjectWith(api, user, [{}, {}])
    other = await addProjectWith(api, user, [{}, {}, {}])
    await api.pool.script(`
      create function reach(project_id uuid) returns boolean language plpgsql as $$ begin
        if project_id = '${lost}' then raise exception using errcode = '08006', message = '${MESSAGE}'; end if;
        return true;
      end $$;
      alter table mention_count rename to stored_count;
      create view mention_count as select *, xmin from stored_count where reach(project_id);`)
  })
  after(() => api.close())

  test('its projects respond with 503, and all others respond', async () => {
    const { status, body, headers } = await user.get(`/api/mentions?keywordId=${lost}&page=1&limit=10`)
    assert.equal(status, 503)
    assert.match(body.message, /The part of the database that holds this project cannot be reached/)
    assert.ok(Number(headers['retry-after']) > 0)
    assert.equal((await user.get(`/api/mentions?keywordId=${other}&page=1&limit=10`)).body.total, 3)
  })

  test('the overview shows the other projects and has no numbers of the lost one', async () => {
    const { status, body } = await user.get('/api/project/overview')
    assert.equal(status, 200)
    const rows = new Map(body.data.map((row: { project: { id: string } }) => [row.project.id, row]))
    assert.equal((rows.get(other) as { total: number }).total, 3)
    const { total, days, sentiment_distribution } = rows.get(lost) as Record<string, unknown>
    assert.deepEqual([total, days, sentiment_distribution], [null, null, null])
  })

  test('a job waits for it without losing an attempt', async () => {
    const fail = async () => {
      throw Object.assign(new Error(MESSAGE), { code: '08006' })
    }
    const tasks = { [TASKS.indexMentions]: fail } as unknown as Tasks
    const workers = startWorkers({ pool: api.pool, tasks, concurrency: 1 })
    await addJob(api.pool, { task: TASKS.indexMentions, key: lost })
    let job: Record<string, unknown> | undefined
    for (let tries = 0; tries < 100 && job?.detail == null; tries++) {
      await sleep(50)
      job = (await api.pool`select state, attempts, detail from job where key = ${lost}`)[0]
    }
    await workers.stop()
    assert.deepEqual(
      { ...job },
      { state: 'waiting', attempts: 0, detail: 'The node 192.0.2.7:5432 of the database cannot be reached.' },
    )
  })
})
