import assert from 'node:assert/strict'
import { isWhole, positionsOf } from '../src/domain/story-position.ts'
import type { Pool } from '../src/store/db.ts'
import { checkStories } from '../src/store/mentions/story-check.ts'

interface Span {
  readonly list: number
  readonly span: number
  readonly start: number
  readonly split: boolean
  readonly counts: readonly number[]
}

// Compares every count of a project with the rows, span by span (none wrong, none missing), and every story with its members; then
// the service's own check must find nothing either.
export async function assertCounted(pool: Pool, projectId: string): Promise<void> {
  const spans = (
    await pool`select * from mention_count where project_id = ${projectId} order by list, span, start`
  ).map(toSpan)
  const keys = [
    await pool`select id as key, cell from mention where project_id = ${projectId}`,
    await listStories(pool, projectId),
  ]
  for (const [list, rows] of keys.entries()) {
    const kept = spans.filter((span) => span.list === list)
    const expected = recount(rows as never, kept)
    const actual = new Map(kept.map(({ span, start, counts }) => [`${span} ${start}`, present(counts)]))
    for (const [name, counts] of actual) if (counts === '') actual.delete(name)
    assert.deepEqual(actual, expected, `counts of list ${list}`)
  }
  await assertStories(pool, projectId)
  assert.deepEqual(await checkStories(pool, projectId), [])
}

// Where each story should be listed, from its mentions.
async function listStories(pool: Pool, projectId: string): Promise<{ key: string; cell: number }[]> {
  const rows = await pool`
    select s.rank_id as key, array_agg(distinct m.cell::int order by m.cell::int) as cells
      from mention m join story o on o.project_id = m.project_id and o.id = m.story_id
      join story s on s.project_id = m.project_id and s.id = coalesce(o.merged_into, o.id)
     where m.project_id = ${projectId} group by s.rank_id`
  return rows.flatMap(({ key, cells }) => positionsOf(cells).map((cell) => ({ key, cell })))
}

function toSpan(row: Record<string, unknown>): Span {
  const counts = row.counts as number[]
  assert.equal(
    counts.reduce((sum, count, cell) => sum + (row.list === 0 || isWhole(cell) ? count : 0), 0),
    row.total,
  )
  return {
    list: row.list as number,
    span: row.span as number,
    start: row.start as number,
    split: row.split as boolean,
    counts,
  }
}

function recount(
  keys: readonly { readonly key: string; readonly cell: number }[],
  kept: readonly Span[],
): Map<string, string> {
  const isSplit = new Set(kept.filter(({ split }) => split).map(({ span, start }) => `${span} ${start}`))
  const counts = new Map<string, number[]>()
  for (const { key, cell } of keys) {
    for (const span of SPANS) {
      const name = `${span} ${startOf(span, key)}`
      const row = counts.get(name) ?? []
      row[cell] = (row[cell] ?? 0) + 1
      counts.set(name, row)
      if (!isSplit.has(name)) break
    }
  }
  return new Map([...counts].map(([name, row]) => [name, present(row)]))
}

function present(counts: readonly number[]): string {
  return counts.flatMap((count, cell) => (count === 0 ? [] : [`${cell}: ${count}`])).join()
}

// From the whole range to the finest. Each one but the first exists only below a span that is split.
const SPANS = [0, 2_764_800, 86_400, 3_600, 60, 1, -51_200, -640, -8]

// In seconds, and below a second in 4096ths of a millisecond, which are the 12 bits after the version.
function startOf(span: number, key: string): bigint {
  if (span === 0) return 0n
  const millis = BigInt(`0x${key.slice(0, 8)}${key.slice(9, 13)}`)
  const at = span > 0 ? millis / 1000n : millis * 4096n + BigInt(`0x${key.slice(15, 18)}`)
  const width = BigInt(Math.abs(span))
  return (at / width) * width
}

async function assertStories(pool: Pool, projectId: string): Promise<void> {
  const members = await pool`
    select coalesce(o.merged_into, o.id) as story_id, count(*)::int as size, min(m.id::text) as lead, sum(m.likes)::bigint as likes
      from mention m join story o on o.project_id = m.project_id and o.id = m.story_id
     where m.project_id = ${projectId} group by 1 order by 1`
  const stories = await pool`
    select id as story_id, size, lead_id::text as lead, likes from story
     where project_id = ${projectId} and merged_into is null order by id`
  assert.deepEqual([...stories], [...members], 'stories')
}
