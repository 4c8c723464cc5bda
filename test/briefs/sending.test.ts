import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { createOpening } from '../../src/evaluate/brief-opening.ts'
import { sendBrief } from '../../src/evaluate/brief-send.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'
import { startLlm } from '../platforms/llm.ts'
import { type Service, startService } from '../processes/service.ts'
import { until } from '../processes/until.ts'
import { recount, type WireFact } from './recount.ts'

const HOUR_MS = 3_600_000
const CLOCK = new URL('../faults/shifted-clock.ts', import.meta.url).href
const BRIEF = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  time: '07:00',
  timeZone: 'Asia/Jakarta',
  projects: 'all',
  channels: [],
  language: 'en',
}

let api: TestApi
const services: Service[] = []
before(async () => {
  api = await startApi()
})
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.end('SIGKILL')))
})
after(() => api.close())

async function startWorker(shiftMs = 0): Promise<Service> {
  const service = await startService('work', {
    database: api.url,
    node: ['--import', CLOCK],
    env: { SHIFT_MS: String(shiftMs), PANTAU_LEASE_SECONDS: '2', PANTAU_WORKERS: '2' },
  })
  services.push(service)
  return service
}

// A person whose brief was due so many milliseconds ago.
async function personDue(
  ago: number,
  fields: Record<string, unknown> = {},
): Promise<{ user: TestUser; projectId: string }> {
  const user = await api.user()
  const project = await addTestProject(user)
  await seedMentions(api.pool, user, project, [{ at: Date.now() - HOUR_MS / 2 }, { at: Date.now() - HOUR_MS }])
  await user.send('PUT', '/api/brief', { ...BRIEF, ...fields })
  await makeDue(user, ago)
  return { user, projectId: project.id }
}

async function makeDue(user: TestUser, ago: number): Promise<void> {
  await api.pool`
    update brief set next_at = date_trunc('milliseconds', now()) - make_interval(secs => ${ago / 1000}) where account_id = ${user.id}`
}

// A connection that waits for the lock of a project is in the middle of building.
function untilBuilding(): Promise<unknown> {
  return until('the brief is being built', async () => {
    const [row] = await api.pool`
      select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%from project%for no key update%'`
    return row?.n === 1
  })
}

interface Message {
  readonly title: string
  readonly blocks: readonly { readonly text?: string }[]
}

async function briefsOf(user: TestUser): Promise<Message[]> {
  return (await user.get('/api/inbox')).body.data.filter(({ type }: { type: string }) => type === 'brief')
}

async function recordsOf(user: TestUser): Promise<string[]> {
  const rows = await api.pool`select outcome from brief_sent where account_id = ${user.id} order by day`
  return rows.map(({ outcome }) => outcome)
}

const context = { worker: 'test', signal: new AbortController().signal }
function depsWith(writeOpening: ReturnType<typeof createOpening> | null = null) {
  return {
    pool: api.pool,
    how: { timeZone: 'Asia/Jakarta', requestSeconds: 900 },
    publicUrl: null,
    writeOpening,
    shareReport: null,
  }
}

test('two processes with wrong clocks send every person one brief', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => personDue(1_000)))
  await Promise.all([startWorker(26 * HOUR_MS), startWorker(-26 * HOUR_MS)])
  await until('all briefs are sent', async () => {
    const [row] = await api.pool`select count(*)::int as n from brief where next_at <= now()`
    return row?.n === 0
  })
  for (const { user } of people) {
    const briefs = await briefsOf(user)
    assert.equal(briefs.length, 1)
    assert.match(briefs[0]?.title ?? '', /2 new mentions/)
    assert.deepEqual(await recordsOf(user), ['sent'])
  }
})

test('a process that is killed while it builds a brief sends none, and the next one sends one', async () => {
  const { user, projectId } = await personDue(1_000)
  const first = await startWorker()
  await api.pool.begin(async (tx) => {
    await tx`select id from project where id = ${projectId} for update`
    await untilBuilding()
    await first.end('SIGKILL')
  })
  assert.equal((await briefsOf(user)).length, 0)
  await startWorker()
  await until('the brief is sent', async () => (await briefsOf(user)).length > 0)
  assert.deepEqual(await recordsOf(user), ['sent'])
})

test('a time that is changed while its brief is being built is kept, and the brief of the old time is not sent', async () => {
  const { user, projectId } = await personDue(1_000)
  let sending = Promise.resolve()
  let next = ''
  await api.pool.begin(async (tx) => {
    await tx`select id from project where id = ${projectId} for update`
    sending = sendBrief(depsWith(), user.id, context)
    await untilBuilding()
    next = (await user.send('PUT', '/api/brief', { ...BRIEF, time: '07:01' })).body.next_at
  })
  await sending
  assert.deepEqual([await briefsOf(user), await recordsOf(user)], [[], []])
  assert.equal((await user.get('/api/brief')).body.next_at, next)
})

test('several attempts at once, and a second time on the same day, send one', async () => {
  const { user } = await personDue(1_000)
  await Promise.all(Array.from({ length: 4 }, () => sendBrief(depsWith(), user.id, context)))
  const [row] = await api.pool`select day from brief_sent where account_id = ${user.id}`
  await makeDue(user, 0)
  // The same local day again, as after a change of the time.
  await api.pool`update brief_sent set day = (now() at time zone 'Asia/Jakarta')::date where account_id = ${user.id}`
  await sendBrief(depsWith(), user.id, context)
  assert.equal((await briefsOf(user)).length, 1)
  assert.equal((await api.pool`select day from brief_sent where account_id = ${user.id}`).length, 1)
  assert.ok(row?.day)
  const { body } = await user.get('/api/brief')
  assert.ok(Date.parse(body.next_at) > Date.now())
})

test('a late brief says so, also past midnight, and counts for the day it was due on', async () => {
  const { user } = await personDue(3.9 * HOUR_MS)
  const [due] = await api.pool`
    select to_char(next_at at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as day from brief where account_id = ${user.id}`
  await sendBrief(depsWith(), user.id, context)
  const [brief] = await briefsOf(user)
  assert.match(brief?.blocks[0]?.text ?? '', /^This brief is late: it was due at /)
  const [sent] = await api.pool`select day, outcome from brief_sent where account_id = ${user.id}`
  assert.deepEqual([sent?.day, sent?.outcome], [due?.day, 'late'])
})

test('briefs that are more than four hours late are skipped, and the first that is not is sent', async () => {
  const { user } = await personDue(4.1 * HOUR_MS)
  await sendBrief(depsWith(), user.id, context)
  assert.deepEqual([await briefsOf(user), await recordsOf(user)], [[], ['skipped']])
  // Three days without the service, and back an hour after today's time.
  const back = await api.user()
  const clock = new Date(Date.now() - HOUR_MS).toISOString().slice(11, 16)
  await back.send('PUT', '/api/brief', { ...BRIEF, time: clock, timeZone: 'UTC' })
  await api.pool`update brief set next_at = next_at - interval '4 days' where account_id = ${back.id}`
  await sendBrief(depsWith(), back.id, context)
  assert.deepEqual(await recordsOf(back), ['skipped', 'skipped', 'skipped'])
  await sendBrief(depsWith(), back.id, context)
  assert.deepEqual(await recordsOf(back), ['skipped', 'skipped', 'skipped', 'late'])
})

test('the next brief begins where the last one ended', async () => {
  const { user, projectId } = await personDue(1_000)
  await sendBrief(depsWith(), user.id, context)
  const [first] = await api.pool`select until from brief_sent where account_id = ${user.id}`
  await api.pool`update brief_sent set day = day - 1 where account_id = ${user.id}`
  await seedMentions(api.pool, user, { id: projectId }, [{ at: Date.now() }])
  await makeDue(user, 0)
  await sendBrief(depsWith(), user.id, context)
  const [last] = await api.pool`
    select data from message where account_id = ${user.id} and type = 'brief' order by created_at desc limit 1`
  assert.equal(last?.data.from, first?.until.toISOString())
  assert.match((await briefsOf(user))[0]?.title ?? '', /1 new mention/)
})

test('is delivered to the chosen channels, in the transaction that records it', async () => {
  const user = await api.user()
  const channel = { kind: 'webhook', name: 'Uji', url: 'https://hooks.example.org/x' }
  const { id } = (await user.send('POST', '/api/channels', channel)).body
  await user.send('PUT', '/api/brief', { ...BRIEF, channels: [id] })
  await makeDue(user, 1_000)
  await sendBrief(depsWith(), user.id, context)
  const { body } = await user.get(`/api/channels/${id}/deliveries`)
  const [sent] = await api.pool`select message_id from brief_sent where account_id = ${user.id}`
  assert.deepEqual(
    body.data.map((delivery: { message_id: string }) => delivery.message_id),
    [sent?.message_id],
  )
})

test('a language model writes the opening, and what the mentions do not support is not in it', async () => {
  const llm = await startLlm('honest')
  try {
    const write = createOpening(api.pool, { url: llm.url, model: 'uji' })
    for (const mode of ['honest', 'lying', 'failing'] as const) {
      llm.mode = mode
      const { user, projectId } = await personDue(1_000)
      await seedMentions(
        api.pool,
        user,
        { id: projectId },
        [
          'Warga mengeluh banjir di Jakarta tidak kunjung surut.',
          'Pemerintah kota membuka posko pengungsian sejak pagi.',
        ].map((text) => ({ text, at: Date.now() - HOUR_MS })),
      )
      await sendBrief(depsWith(write), user.id, context)
      const [row] = await api.pool`select data, content from message where account_id = ${user.id} and type = 'brief'`
      assert.equal(row?.content.blocks[0]?.kind, mode === 'honest' ? 'text' : 'list', mode)
      const facts: WireFact[] = row?.data.facts ?? []
      assert.ok(facts.length > 0)
      for (const fact of facts) {
        const counted = await recount(api.pool, fact)
        if (counted !== null) assert.equal(fact.value, counted, JSON.stringify(fact))
      }
    }
  } finally {
    await llm.close()
  }
})
