import assert from 'node:assert/strict'
import { aProject } from '../../processes/service.ts'
import { type Actor, type Person, posts, type Storm, settled } from './storm.ts'

// Projects that are created, used and mostly deleted again.

const ROWS = 5
// What was charged stays charged, and a run that ended stays in the list of runs for a while.
const KEPT_TABLES = ['quota_entry', 'job']

interface Used {
  readonly id: string
  deleted: boolean
}

export function openProjects(storm: Storm, person: Person): Actor {
  const projects: Used[] = []

  const use = async (id: string) => {
    await storm.load(person, id, posts(ROWS, 'gempa'))
    const day = new Date().toISOString().slice(0, 10)
    const [mention] = (await storm.read(person, `/api/mentions?keywordId=${id}&limit=1`)).data
    const note = { keywordId: id, day, text: 'Gempa di utara' }
    const view = { keywordId: id, name: 'Hari ini', shared: true }
    const report = { keywordId: id, filter: { days: 7 }, blocks: [{ kind: 'figures' }], language: 'id' }
    const rule = { keywordId: id, name: 'Sunyi', rule: { kind: 'silence', hours: 24 }, channels: [] }
    for (const change of [
      { what: 'tag', method: 'PUT', path: `/api/mentions/${mention.id}/tags/utara` },
      { what: 'day note', method: 'POST', path: '/api/notes', body: note },
      { what: 'view', method: 'POST', path: '/api/views', body: view },
      { what: 'report', method: 'POST', path: '/api/reports', body: report },
      { what: 'rule', method: 'POST', path: '/api/alerts', body: rule },
      { what: 'summary', method: 'POST', path: `/api/project/generate-summary/${id}` },
    ] as const)
      await storm.change(person, change)
  }

  // A request that was lost may have deleted it already, or may do so later.
  const remove = async (used: Used) => {
    const path = `/api/project?id=${used.id}`
    const change = { what: 'delete', method: 'DELETE', path } as const
    const { made } = await storm.change(person, change)
    if (!made) await storm.insist(person, { ...change, doneBefore: 404 })
    used.deleted = true
  }

  return {
    name: 'projects',
    async step() {
      const body = aProject('gempa')
      const answer = await storm.change(person, { what: 'project', method: 'POST', path: '/api/project', body })
      if (!answer.made) return
      const used = { id: answer.body.data.id, deleted: false }
      projects.push(used)
      await use(used.id)
      if (storm.random.chance(0.7)) await remove(used)
    },
    async check() {
      const deleted = projects.flatMap((used) => (used.deleted ? [used.id] : []))
      await settled('the rows of deleted projects are gone', async () => (await countRows(storm, deleted)).length === 0)
      for (const { id } of projects.filter((used) => !used.deleted)) {
        assert.equal((await storm.read(person, `/api/project/content-count?id=${id}`)).data, ROWS)
      }
      const charged = await storm.steadily(
        (pool) => pool`
          select project_id as id, -sum(amount)::int as charged from quota_entry
           where project_id = any(${projects.map(({ id }) => id)}::uuid[]) group by project_id`,
      )
      assert.equal(charged.length, projects.length)
      for (const row of charged) assert.equal(row.charged, ROWS, `${row.id} was charged once for each post`)
    },
  }
}

// The tables that have rows of these projects.
async function countRows(storm: Storm, ids: readonly string[]): Promise<string[]> {
  return storm.steadily(async (pool) => {
    const tables = await pool<{ name: string; column: string }>`
      select table_name as name, column_name as column from information_schema.columns
       where table_schema = current_schema() and column_name = 'project_id' and table_name <> all(${KEPT_TABLES})
      union all select 'project', 'id'`
    const left: string[] = []
    for (const { name, column } of tables) {
      const [row] = await pool.query(`select count(*)::int as n from ${name} where ${column} = any($1::uuid[])`, [
        `{${ids.join(',')}}`,
      ])
      if (Number(row?.n) > 0) left.push(`${row?.n} in ${name}`)
    }
    return left
  })
}
