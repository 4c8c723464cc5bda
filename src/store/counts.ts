import { CELLS_TOTAL } from '../domain/cell.ts'
import type { Db } from './db.ts'

// The counting structure behind every page (migrations/0003_mentions.sql): one table counts two lists.
export const MENTIONS = 0
export const STORIES = 1
export type List = typeof MENTIONS | typeof STORIES

// Everything, 32 days, a day, an hour: always kept. Minutes and seconds: only below a crowded span.
const SPANS_ALWAYS = [0, 2_764_800, 86_400, 3_600] as const
const HOUR = 3_600
const MINUTE = 60
const SECOND = 1
// A page reads at most this many keys before its first row. Smaller means more rows here and fewer keys read there.
const CROWD_MAX = 512

export interface CountChange {
  // Seconds since 1970: publication for mentions, rank for stories.
  readonly second: number
  readonly cell: number
  readonly change: number
}

// Applies changes to every span that holds them. The caller has the project's row lock, so no other writer is here.
export async function changeCounts(
  db: Db,
  projectId: string,
  list: List,
  changes: readonly CountChange[],
): Promise<void> {
  if (changes.length === 0) return
  const touched = await addToSpans(db, projectId, list, SPANS_ALWAYS, changes)
  const hours = touched.filter((row) => row.span === HOUR)
  const inSplitHours = below(changes, hours, HOUR)
  await splitCrowded(db, projectId, list, hours, MINUTE)
  if (inSplitHours.length === 0) return
  const minutes = await addToSpans(db, projectId, list, [MINUTE], inSplitHours)
  const inSplitMinutes = below(inSplitHours, minutes, MINUTE)
  await splitCrowded(db, projectId, list, minutes, SECOND)
  if (inSplitMinutes.length > 0) await addToSpans(db, projectId, list, [SECOND], inSplitMinutes)
}

interface TouchedSpan {
  readonly span: number
  readonly start: number
  readonly split: boolean
  readonly total: number
}

const COLUMNS = Array.from({ length: CELLS_TOTAL }, (_, cell) => `c${cell}`)
const ADD = `
  insert into mention_count as m (project_id, list, span, start, split, ${COLUMNS.join(', ')})
  select $1::uuid, $2::smallint, t.span, t.start, t.span > ${HOUR} or t.span = 0, ${COLUMNS.map((column) => `t.${column}`).join(', ')}
    from unnest($3::integer[], $4::bigint[], ${COLUMNS.map((_, cell) => `$${cell + 5}::integer[]`).join(', ')})
      as t(span, start, ${COLUMNS.join(', ')})
  on conflict (project_id, list, span, start) do update
     set ${COLUMNS.map((column) => `${column} = m.${column} + excluded.${column}`).join(', ')}
  returning m.span, m.start, m.split, ${COLUMNS.map((column) => `m.${column}`).join(' + ')} as total`

async function addToSpans(
  db: Db,
  projectId: string,
  list: List,
  spans: readonly number[],
  changes: readonly CountChange[],
): Promise<TouchedSpan[]> {
  const rows = new Map<string, { span: number; start: number; counts: number[] }>()
  for (const span of spans) {
    for (const { second, cell, change } of changes) {
      const start = span === 0 ? 0 : Math.floor(second / span) * span
      const key = `${span} ${start}`
      let row = rows.get(key)
      if (row === undefined) {
        row = { span, start, counts: new Array<number>(CELLS_TOTAL).fill(0) }
        rows.set(key, row)
      }
      row.counts[cell] = (row.counts[cell] ?? 0) + change
    }
  }
  // Always in the same order, so that writers cannot wait for each other in a circle.
  const sorted = [...rows.values()].sort((a, b) => a.span - b.span || a.start - b.start)
  const byCell = COLUMNS.map((_, cell) => sorted.map((row) => row.counts[cell] ?? 0))
  return db.unsafe<TouchedSpan[]>(
    ADD,
    [projectId, list, sorted.map((row) => row.span), sorted.map((row) => row.start), ...byCell],
    { prepare: true },
  )
}

function below(changes: readonly CountChange[], spans: readonly TouchedSpan[], width: number): CountChange[] {
  const split = new Set(spans.filter((row) => row.split).map((row) => row.start))
  if (split.size === 0) return []
  return changes.filter(({ second }) => split.has(Math.floor(second / width) * width))
}

// Gives a span that became crowded its finer spans, counted once from the keys themselves.
async function splitCrowded(
  db: Db,
  projectId: string,
  list: List,
  spans: readonly TouchedSpan[],
  finer: number,
): Promise<void> {
  for (const { span, start, split, total } of spans) {
    if (split || total <= CROWD_MAX) continue
    await db.unsafe(list === MENTIONS ? COUNT_MENTIONS : COUNT_STORIES, [projectId, finer, start, start + span], {
      prepare: true,
    })
    await db`update mention_count set split = true
      where project_id = ${projectId} and list = ${list} and span = ${span} and start = ${start}`
  }
}

// The time part of a key, in milliseconds: its first 12 hexadecimal digits.
const SECOND_OF = (key: string) =>
  `(('x' || lpad(substr(replace(${key}::text, '-', ''), 1, 12), 16, '0'))::bit(64)::bigint / 1000)`
const countKeys = (table: string, key: string, list: List) => `
  insert into mention_count (project_id, list, span, start, ${COLUMNS.join(', ')})
  select $1::uuid, ${list}, $2::integer, ${SECOND_OF(key)} / $2::integer * $2::integer,
         ${COLUMNS.map((_, cell) => `count(*) filter (where cell = ${cell})`).join(', ')}
    from ${table}
   where project_id = $1::uuid and ${key} >= first_id($3::bigint * 1000) and ${key} < first_id($4::bigint * 1000)
   group by 4`
const COUNT_MENTIONS = countKeys('mention', 'id', MENTIONS)
const COUNT_STORIES = countKeys('story', 'rank_id', STORIES)

export interface CellCounts {
  readonly start: number
  readonly counts: readonly number[]
}

// How many there are of each cell. One row is read.
export async function countByCell(db: Db, projectId: string): Promise<number[]> {
  const [row] = await db.unsafe(
    `select ${COLUMNS.join(', ')} from mention_count where project_id = $1 and list = 0 and span = 0 and start = 0`,
    [projectId],
    { prepare: true },
  )
  return COLUMNS.map((column) => Number(row?.[column] ?? 0))
}

// Counts per hour or UTC day in [from, to), oldest first; spans without mentions are absent.
export async function countBySpan(
  db: Db,
  projectId: string,
  range: { readonly from: Date; readonly to: Date; readonly span: 3_600 | 86_400 },
): Promise<CellCounts[]> {
  const rows = await db.unsafe(
    `select start, ${COLUMNS.join(', ')} from mention_count
      where project_id = $1 and list = 0 and span = $2 and start >= $3 and start < $4 order by start`,
    [projectId, range.span, Math.floor(range.from.getTime() / 1000), Math.ceil(range.to.getTime() / 1000)],
    { prepare: true },
  )
  return rows.map((row) => ({ start: Number(row.start), counts: COLUMNS.map((column) => Number(row[column])) }))
}

// 1 for each chosen cell, as locate_page wants them; null chooses all.
export function weightsOf(cells: readonly number[] | null): number[] {
  return COLUMNS.map((_, cell) => (cells === null || cells.includes(cell) ? 1 : 0))
}
