import assert from 'node:assert/strict'
import { BRIEF_DAYS } from '../../../src/domain/brief.ts'
import { type Actor, type Person, type Storm, settled } from './storm.ts'

// People who set up a brief, which is due at once.

const HOUR_MS = 3_600_000

export function openBriefs(storm: Storm, people: readonly Person[]): Actor {
  const waiting = [...people]
  const due: Person[] = []

  return {
    name: 'briefs',
    async step() {
      const person = waiting.pop()
      if (person === undefined) return
      // The time after the one that is made due below is almost a day away.
      const time = new Date(Date.now() - HOUR_MS).toISOString().slice(11, 16)
      const body = { days: BRIEF_DAYS, time, timeZone: 'UTC', projects: 'all', channels: [], language: 'id' }
      await storm.insist(person, { what: 'brief', method: 'PUT', path: '/api/brief', body })
      due.push(person)
      // A request without a response may set the time again, until it is made.
      await makeDue(storm, [person])
    },
    async check() {
      await settled('every brief is sent', async () => {
        const sent = await readSent(storm, due)
        const missing = due.filter(({ id }) => !sent.has(id))
        await makeDue(storm, missing)
        return missing.length === 0
      })
      for (const [id, total] of await readSent(storm, due)) assert.equal(total, 1, `${id} got ${total} briefs`)
      for (const person of due) {
        const { data } = await storm.read(person, '/api/inbox')
        assert.equal(data.filter(({ type }: { type: string }) => type === 'brief').length, 1, person.id)
      }
    },
  }
}

async function makeDue(storm: Storm, people: readonly Person[]): Promise<void> {
  await storm.steadily(
    (pool) => pool`
      update brief b set next_at = date_trunc('milliseconds', now())
       where account_id = any(${people.map(({ id }) => id)}::uuid[]) and next_at > now()
         and not exists (select from brief_sent s where s.account_id = b.account_id)`,
  )
}

async function readSent(storm: Storm, people: readonly Person[]): Promise<Map<string, number>> {
  const rows = await storm.steadily(
    (pool) => pool<{ id: string; total: number }>`
      select s.account_id as id, count(m.id)::int as total
        from brief_sent s left join message m on m.account_id = s.account_id and m.type = 'brief'
       where s.account_id = any(${people.map(({ id }) => id)}::uuid[]) group by s.account_id`,
  )
  return new Map(rows.map(({ id, total }) => [id, total]))
}
