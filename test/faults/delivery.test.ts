import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool, type Pool } from '../../src/store/db.ts'
import { addChannel } from '../../src/store/watching/channels.ts'
import { addMessage } from '../../src/store/watching/outbox.ts'
import { anAccount } from '../collect/fixture.ts'
import { openRandom } from '../platforms/content.ts'
import { startWebhookReceiver } from '../platforms/receivers.ts'
import type { Platform } from '../platforms/server.ts'
import { type Service, startService } from '../processes/service.ts'
import { until } from '../processes/until.ts'
import { type TestDatabase, testDatabase } from '../setup.ts'

// Workers are killed at random moments while messages are written and a receiver is slow, fails and resets connections. Every message
// arrives, under one id. FAULT_KILLS makes it longer; FAULT_SEED repeats a run's choices, not its timing.
const KILLS = Number(process.env.FAULT_KILLS ?? 2)
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)
const SECRET = 'whsec_cmFoYXNpYSByYWhhc2lhIHJhaGFzaWEgcmFoYXNpYSE='
const ENV = { PANTAU_LEASE_SECONDS: '2', PANTAU_TELEGRAM_TOKEN: '123:rahasia-telegram' }
const random = openRandom(SEED)

let database: TestDatabase
let pool: Pool
let receiver: Platform
let worker: Service | null = null
let disturbed = true
const logs: string[] = []
// By the id of the request, the bodies that arrived.
const bodies = new Map<string, Set<string>>()

before(async () => {
  database = await testDatabase()
  pool = openPool(database.url, { max: 3 })
  receiver = await startWebhookReceiver({
    handle({ headers, body }) {
      const id = String(headers['webhook-id'])
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
      return { status: 200, body: '' }
    },
    chaos() {
      if (!disturbed || !random.chance(0.3)) return null
      return random.pick([{ slowMs: 60 }, { slowMs: 200 }, { truncate: true }, { drop: true }, { status: 500 }])
    },
  })
})
after(async () => {
  await worker?.end('SIGKILL')
  await receiver.close()
  await pool.end({ timeout: 5 })
  await database.drop()
})

async function openChannel(accountId: string, kind: 'webhook' | 'slack', path: string): Promise<string> {
  const channel = await pool.begin((tx) =>
    addChannel(
      tx,
      { accountId, kind, name: kind, settings: { url: `${receiver.url}${path}` }, state: 'ready', secret: SECRET },
      20,
    ),
  )
  return channel?.id ?? ''
}

test(`killed workers lose no message, and one id covers all attempts (FAULT_SEED=${SEED})`, async () => {
  const accountId = await anAccount(pool, 0)
  const hooks = await Promise.all(['/a', '/b'].map((path) => openChannel(accountId, 'webhook', path)))
  const chat = await openChannel(accountId, 'slack', '/rahasia-slack')
  const written: string[] = []
  let writing = true
  const write = async () => {
    while (writing) {
      const channels = [random.pick(hooks), ...(random.chance(0.2) ? [chat] : [])].map((id) => ({ id }))
      const content = { title: `Kabar ${written.length}`, blocks: [], links: [] }
      const message = {
        accountId,
        type: 'incident.opened' as const,
        incidentId: null,
        data: { n: written.length },
        content,
        channels,
      }
      written.push(await pool.begin((tx) => addMessage(tx, message)))
      await sleep(20)
    }
  }
  // As if the pauses after failures, the windows and the hours had passed.
  const skipPauses = async () => {
    while (writing || !(await isSettled())) {
      await pool`update delivery set next_at = now() where state = 'waiting' and next_at > now()`
      await pool`update channel set group_until = null where group_until is not null`
      await pool`update delivery set delivered_at = delivered_at - interval '1 hour' where delivered_at > now() - interval '1 hour'`
      await sleep(300)
    }
  }
  const isSettled = async () => {
    const [row] = await pool`select count(*)::int as open from delivery where state in ('waiting', 'sending')`
    return row?.open === 0
  }
  const writer = write()
  const skipper = skipPauses()
  for (let kill = 0; kill < KILLS; kill++) {
    worker = await startService('work', { database: database.url, env: ENV })
    await sleep(200 + random.whole(1_200))
    await worker.end('SIGKILL')
    logs.push(worker.log())
  }
  const [{ repeated } = { repeated: 0 }] =
    await pool`select count(*)::int as repeated from delivery where state = 'sending'`
  writing = false
  await writer
  disturbed = false
  worker = await startService('work', { database: database.url, env: ENV })
  await until('everything is delivered', isSettled, 90_000)
  await skipper
  logs.push(worker.log())

  assert.ok(written.length > 50, `only ${written.length} messages were written`)
  const arrived = new Set([...bodies.keys()])
  assert.deepEqual(
    written.filter((id) => !arrived.has(id)),
    [],
    `${repeated} were under way at the last kill`,
  )
  // Slack has no id in its requests.
  assert.deepEqual(
    [...arrived].filter((id) => id !== 'undefined' && !written.includes(id)),
    [],
  )
  for (const id of written) assert.equal(bodies.get(id)?.size, 1, `${id} arrived with different bodies`)
  const lost = await pool`
    select d.id from delivery d left join delivery c on c.id = d.grouped_into
     where coalesce(c.state, d.state) <> 'delivered'`
  assert.deepEqual([...lost], [])
  const text = logs.join()
  assert.match(text, /delivery attempted/)
  for (const secret of [SECRET.slice(6), 'rahasia-slack', 'rahasia-telegram']) assert.ok(!text.includes(secret), secret)
})
