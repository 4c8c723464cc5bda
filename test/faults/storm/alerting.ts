import assert from 'node:assert/strict'
import { aProject } from '../../processes/service.ts'
import { CHAT_PATH, type Receiver } from './receiver.ts'
import { type Actor, type Person, posts, type Storm, settled } from './storm.ts'

// Projects with a rule that opens one incident each, which grows in some of them, and what is delivered about it: to a program, which
// gets every message by itself, and to a chat, where messages are held back and grouped.

const RULE = { kind: 'volume', count: 5, minutes: 720 } as const
const ROWS = 6
const MORE_ROWS = 18

interface Watched {
  readonly id: string
  rows: number
}

export function openAlerting(storm: Storm, person: Person, receiver: Receiver): Actor {
  // Those whose rule and mentions are acknowledged.
  const watched: Watched[] = []
  const channels: string[] = []

  const openChannels = async () => {
    for (const [kind, path] of [
      ['webhook', '/insiden'],
      ['slack', CHAT_PATH],
    ] as const) {
      const body = { kind, name: kind, url: receiver.url + path }
      const change = { what: 'channel', method: 'POST', path: '/api/channels', body } as const
      const { id, secret } = (await storm.insist(person, change)) as { id: string; secret?: string }
      if (secret !== undefined) receiver.trust(secret)
      channels.push(id)
    }
  }

  return {
    name: 'alerts',
    async step() {
      if (channels.length === 0) await openChannels()
      const body = aProject('erupsi')
      const created = await storm.change(person, { what: 'project', method: 'POST', path: '/api/project', body })
      if (!created.made) return
      const { id } = created.body.data
      const rule = { keywordId: id, name: 'Lonjakan', rule: RULE, channels }
      const added = await storm.change(person, { what: 'rule', method: 'POST', path: '/api/alerts', body: rule })
      if (!added.made) return
      await storm.load(person, id, posts(ROWS, 'erupsi', 3))
      const watch = { id, rows: ROWS }
      watched.push(watch)
      if (storm.random.chance(0.5)) return
      await storm.load(person, id, posts(MORE_ROWS, 'erupsi', 3))
      watch.rows += MORE_ROWS
    },
    async check() {
      const incidents = () => readIncidents(storm, person)
      await settled('every rule has its incident, as large as it became', async () => {
        const found = new Map((await incidents()).map(({ project, peak }) => [project, peak]))
        return watched.every(({ id, rows }) => found.get(id) === rows)
      })
      await settled('everything is delivered', async () => (await readWaiting(storm)) === 0)
      const found = await incidents()
      assert.equal(new Set(found.map(({ project }) => project)).size, found.length, 'one incident of a project')
      for (const { types } of found) {
        // It is updated once, if it was opened before it grew.
        assert.equal(types[0], 'incident.opened')
        assert.ok(types.length <= 2 && types.slice(1).every((type) => type === 'incident.updated'), types.join())
      }
      await checkDeliveries(storm, person, receiver)
    },
  }
}

interface Incident {
  readonly project: string
  readonly peak: number
  // Of its messages, oldest first.
  readonly types: readonly string[]
}

function readIncidents(storm: Storm, person: Person) {
  return storm.steadily(
    (pool) => pool<Incident>`
      select i.project_id as project, i.peak::int as peak,
             (select array_agg(m.type order by m.created_at, m.id) from message m where m.incident_id = i.id) as types
        from incident i where i.account_id = ${person.id}`,
  )
}

async function readWaiting(storm: Storm): Promise<number> {
  const [row] = await storm.steadily(
    (pool) => pool`select count(*)::int as n from delivery where state in ('waiting', 'sending')`,
  )
  return row?.n
}

// Each message about an incident has one delivery for each channel, and arrived at least once under its own id.
async function checkDeliveries(storm: Storm, person: Person, receiver: Receiver): Promise<void> {
  receiver.check()
  const deliveries = await storm.steadily(
    (pool) => pool<{ id: string; kind: string; state: string }>`
      select m.id, c.kind, coalesce(carrier.state, d.state) as state
        from message m join delivery d on d.message_id = m.id join channel c on c.id = d.channel_id
        left join delivery carrier on carrier.id = d.grouped_into
       where m.account_id = ${person.id} and m.incident_id is not null`,
  )
  const messages = new Set(deliveries.map(({ id }) => id))
  assert.equal(deliveries.length, messages.size * 2, 'one for each channel')
  assert.deepEqual(
    deliveries.filter(({ state }) => state !== 'delivered'),
    [],
  )
  assert.deepEqual(
    [...messages].filter((id) => !receiver.arrived.has(id)),
    [],
    'no message is lost',
  )
  assert.deepEqual(
    [...receiver.arrived.keys()].filter((id) => !messages.has(id)),
    [],
    'nothing else is sent',
  )
}
