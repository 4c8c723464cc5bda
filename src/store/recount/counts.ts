import type { Db } from '../db.ts'
import {
  countAlways,
  countKeys,
  HOUR,
  type List,
  MENTIONS,
  POSITIONS_PER_SECOND,
  rebuildCounts,
  type SpanCounts,
  STEPS,
  STORIES,
  totalOf,
} from '../mentions/counts.ts'
import type { Check, Difference } from './check.ts'

// Every span and cell of mention_count against the mentions and the stories.
export const COUNT_CHECKS: readonly Check[] = [
  { name: 'mention counts', ...checkOf(MENTIONS) },
  { name: 'story counts', ...checkOf(STORIES) },
]

function checkOf(list: List): Omit<Check, 'name'> {
  return {
    check: (db, projectId) => checkCounts(db, projectId, list),
    repair: (tx, projectId) => rebuildCounts(tx, projectId, list),
  }
}

interface StoredSpan extends SpanCounts {
  readonly split: boolean
  readonly total: number
}

async function checkCounts(db: Db, projectId: string, list: List): Promise<Difference[]> {
  const stored = await db<StoredSpan>`
    select span, start, split, total, counts from mention_count where project_id = ${projectId} and list = ${list}
     order by span, start`
  const counted = new Map((await countAlways(db, projectId, list)).map((row) => [keyOf(row), row.counts]))
  // Finer spans exist below those that are split.
  for (const { span, finer } of STEPS) {
    const starts = stored.filter((row) => row.span === span && row.split).map((row) => row.start)
    if (starts.length === 0) continue
    for (const { start, cell, n } of await countKeys(db, projectId, list, starts, { span, finer })) {
      const key = keyOf({ span: finer, start })
      const counts = counted.get(key) ?? []
      counts[cell] = n
      counted.set(key, counts)
    }
  }
  const known = new Set(stored.map(keyOf))
  const missing = [...counted.keys()].filter((key) => !known.has(key))
  return [
    ...stored.flatMap((row) => compare(list, row, counted.get(keyOf(row)) ?? [])),
    ...missing.map((key) => ({ what: key, stored: 'no row', counted: totalOf(list, counted.get(key) ?? []) })),
  ]
}

function compare(list: List, row: StoredSpan, counted: readonly number[]): Difference[] {
  const what = keyOf(row)
  const differences: Difference[] = []
  for (let cell = 0; cell < Math.max(counted.length, row.counts.length); cell++) {
    const [stored, rows] = [row.counts[cell] ?? 0, counted[cell] ?? 0]
    if (stored !== rows) differences.push({ what: `${what}, cell ${cell}`, stored, counted: rows })
  }
  const total = totalOf(list, counted)
  if (row.total !== total) differences.push({ what: `${what}, total`, stored: row.total, counted: total })
  // A page is found by walking down through these.
  if ((row.span === 0 || row.span > HOUR) && !row.split)
    differences.push({ what: `${what}, split`, stored: 'false', counted: 'true' })
  return differences
}

function keyOf({ span, start }: Pick<SpanCounts, 'span' | 'start'>): string {
  if (span === 0) return 'all'
  const second = span > 0 ? start : Math.floor(start / POSITIONS_PER_SECOND)
  const width = span > 0 ? `${span} s` : `${-span} positions (${start})`
  return `${new Date(second * 1000).toISOString()}, ${width}`
}
