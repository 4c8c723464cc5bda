import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool, type Pool } from '../../src/store/db.ts'
import { addAlert } from '../../src/store/watching/alerts.ts'
import { anAccount, aProject } from '../collect/fixture.ts'
import { seedMentions } from '../mentions.ts'
import { openRandom } from '../platforms/content.ts'
import { type Service, startService } from '../processes/service.ts'
import { until } from '../processes/until.ts'
import { type TestDatabase, testDatabase } from '../setup.ts'
import { addTestChannel, MINUTE, spread } from '../watch/fixture.ts'

// Workers that evaluate rules are killed at random moments while mentions are added. FAULT_KILLS makes it longer; FAULT_SEED repeats a
// run's choices, not its timing.
const KILLS = Number(process.env.FAULT_KILLS ?? 2)
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)
const ENV = { PANTAU_LEASE_SECONDS: '2', PANTAU_ALERT_SECONDS: '1' }
const PROJECTS = 12
const random = openRandom(SEED)

let database: TestDatabase
let pool: Pool
let worker: Service | null = null
before(async () => {
  database = await testDatabase()
  pool = openPool(database.url, { max: 4 })
})
after(async () => {
  await worker?.end('SIGKILL')
  await pool.end({ timeout: 5 })
  await database.drop()
})

test(`killed evaluations lose and double no incident and no message (FAULT_SEED=${SEED})`, async () => {
  const id = await anAccount(pool, 100_000)
  const channel = await addTestChannel({ pool }, { id })
  const projects: { readonly id: string }[] = []
  for (let number = 0; number < PROJECTS; number++) {
    const project = await aProject(pool, id, { keyword: 'banjir' })
    const rule = { kind: 'volume', count: 5, minutes: 60 } as const
    const fields = {
      name: 'Aturan',
      rule,
      filter: {},
      channels: [channel],
      quiet: null,
      cooldownMinutes: 60,
      enabled: true,
    }
    await pool.begin((tx) => addAlert(tx, { projectId: project.id, accountId: id, fields }))
    projects.push(project)
  }
  let adding = true
  const add = async () => {
    for (const count of [6, 18]) {
      for (const project of projects) {
        await seedMentions(pool, { id }, project, spread(count, Date.now() - 10 * MINUTE, 5 * MINUTE))
        await sleep(random.whole(200))
      }
    }
    adding = false
  }
  const added = add()
  for (let kill = 0; kill < KILLS || adding; kill++) {
    worker = await startService('work', { database: database.url, env: ENV })
    await sleep(200 + random.whole(1_500))
    await worker.end('SIGKILL')
  }
  await added
  worker = await startService('work', { database: database.url, env: ENV })
  const incidents = () => pool`select id, peak::int as peak from incident where account_id = ${id}`
  await until('every project has its incident, as large as it became', async () => {
    const rows = await incidents()
    return rows.length === PROJECTS && rows.every(({ peak }) => peak === 24)
  })
  // One more evaluation of everything, which changes nothing.
  await pool`update alert set evaluated_at = null`
  await pool`insert into alert_due (project_id) select project_id from alert on conflict (project_id) do update set due_at = now()`
  await until('everything was evaluated again', async () => {
    const [row] = await pool`select count(*)::int as waiting from alert where evaluated_at is null`
    return row?.waiting === 0
  })
  assert.equal((await incidents()).length, PROJECTS)
  const messages = await pool`
    select incident_id, array_agg(type order by created_at, id) as types, count(*)::int as total,
           (select count(*)::int from delivery d join message n on n.id = d.message_id where n.incident_id = m.incident_id) as deliveries
      from message m where account_id = ${id} and incident_id is not null group by incident_id`
  assert.equal(messages.length, PROJECTS)
  for (const { types, total, deliveries } of messages) {
    assert.equal(types[0], 'incident.opened')
    // It doubles once, if it was seen before all mentions were there.
    assert.ok(total <= 2 && types.slice(1).every((type: string) => type === 'incident.updated'), types.join())
    assert.equal(deliveries, total)
  }
})
