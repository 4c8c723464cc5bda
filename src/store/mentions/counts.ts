import { CELLS_TOTAL } from '../../domain/cell.ts'
import type { Db } from '../db.ts'
import { firstIdAt, millisOf, positionOf } from '../ids.ts'

// The counting structure behind every page (migrations/0003_mentions.sql, 0006_crowded_seconds.sql): one table counts two lists.
export const MENTIONS = 0
export const STORIES = 1
export type List = typeof MENTIONS | typeof STORIES

// Everything, 32 days, a day, an hour: always kept.
const SPANS_ALWAYS = [0, 2_764_800, 86_400, 3_600] as const
const HOUR = 3_600
const SECOND = 1
// Finer spans, each kept only below a crowded one. Below a second they are negative: a number of positions (positionOf).
const STEPS = [
  { span: HOUR, finer: 60 },
  { span: 60, finer: SECOND },
  { span: SECOND, finer: -51_200 },
  { span: -51_200, finer: -640 },
  { span: -640, finer: -8 },
] as const
const POSITIONS_PER_SECOND = 4_096_000
// From this second on, in the year 2527, a number no longer holds a position exactly: such seconds are never split.
const SECONDS_EXACT_MAX = Math.floor((Number.MAX_SAFE_INTEGER * 8) / POSITIONS_PER_SECOND)
// A page reads at most this many keys before its first row. Smaller means more rows here and fewer keys read there.
const CROWD_MAX = 512

export interface CountChange {
  // The id of a mention, the rank id of a story.
  readonly key: string
  readonly cell: number
  readonly change: number
}

// Applies changes to every span that holds them. The keys themselves are written already, and the caller has the project's row
// lock, so no other writer is here.
export async function changeCounts(
  db: Db,
  projectId: string,
  list: List,
  changes: readonly CountChange[],
): Promise<void> {
  if (changes.length === 0) return
  let inside = changes.map(withSecond)
  let touched = await addToSpans(db, projectId, list, SPANS_ALWAYS, inside)
  for (const { span, finer } of STEPS) {
    const parents = touched.filter((row) => row.span === span)
    inside = belowSplit(inside, parents, span)
    // What is split now is counted from the keys, changes included; what was split before gets the changes.
    const counted = await splitCrowded(db, projectId, list, parents, { span, finer })
    const added = await addToSpans(db, projectId, list, [finer], inside)
    touched = [...counted, ...added]
    if (touched.length === 0) return
  }
}

// With its second at hand: every change needs it, several times.
interface TimedChange extends CountChange {
  readonly second: number
}

function withSecond({ key, cell, change }: CountChange): TimedChange {
  return { key, cell, change, second: Math.floor(millisOf(key) / 1000) }
}

function startOf(span: number, { key, second }: TimedChange): number {
  if (span === 0) return 0
  const at = span > 0 ? second : positionOf(key)
  return at - (at % Math.abs(span))
}

interface TouchedSpan {
  readonly span: number
  readonly start: number
  readonly split: boolean
  readonly total: number
}

const COLUMNS = Array.from({ length: CELLS_TOTAL }, (_, cell) => `c${cell}`)
const TOUCHED = `m.span, m.start, m.split, ${COLUMNS.map((column) => `m.${column}`).join(' + ')} as total`
const ADD = `
  insert into mention_count as m (project_id, list, span, start, split, ${COLUMNS.join(', ')})
  select $1::uuid, $2::smallint, t.span, t.start, t.span > ${HOUR} or t.span = 0, ${COLUMNS.map((column) => `t.${column}`).join(', ')}
    from unnest($3::integer[], $4::bigint[], ${COLUMNS.map((_, cell) => `$${cell + 5}::integer[]`).join(', ')})
      as t(span, start, ${COLUMNS.join(', ')})
  on conflict (project_id, list, span, start) do update
     set ${COLUMNS.map((column) => `${column} = m.${column} + excluded.${column}`).join(', ')}
  returning ${TOUCHED}`

async function addToSpans(
  db: Db,
  projectId: string,
  list: List,
  spans: readonly number[],
  changes: readonly TimedChange[],
): Promise<TouchedSpan[]> {
  if (changes.length === 0) return []
  const rows = new Map<string, { span: number; start: number; counts: number[] }>()
  for (const span of spans) {
    for (const timed of changes) {
      const { cell, change } = timed
      const start = startOf(span, timed)
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

function belowSplit(changes: readonly TimedChange[], parents: readonly TouchedSpan[], span: number): TimedChange[] {
  const split = new Set(parents.filter((row) => row.split).map((row) => row.start))
  if (split.size === 0) return []
  return changes.filter((change) => split.has(startOf(span, change)))
}

// Gives the spans that became crowded their finer spans, counted once from the keys themselves, and answers these.
async function splitCrowded(
  db: Db,
  projectId: string,
  list: List,
  spans: readonly TouchedSpan[],
  { span, finer }: { readonly span: number; readonly finer: number },
): Promise<TouchedSpan[]> {
  const starts = spans.filter(isCrowded).map((row) => row.start)
  if (starts.length === 0) return []
  await db`update mention_count set split = true
    where project_id = ${projectId} and list = ${list} and span = ${span} and start = any(${starts}::bigint[])`
  const unit = unitOf(span)
  const from = starts.map((start) => firstIdAt(start * unit))
  const to = starts.map((start) => firstIdAt((start + Math.abs(span)) * unit))
  return db.unsafe<TouchedSpan[]>(
    list === MENTIONS ? COUNT_MENTIONS : COUNT_STORIES,
    [projectId, from, to, finer, unitOf(finer)],
    { prepare: true },
  )
}

function isCrowded({ span, start, split, total }: TouchedSpan): boolean {
  return !split && total > CROWD_MAX && (span !== SECOND || start < SECONDS_EXACT_MAX)
}

// How many positions one step of a span's start is.
function unitOf(span: number): number {
  return span > 0 ? POSITIONS_PER_SECOND : 1
}

// positionOf in SQL: 12 hexadecimal digits of time, then three behind the version.
const POSITION = `('x0' || substr(key, 1, 8) || substr(key, 10, 4) || substr(key, 16, 3))::bit(64)::bigint`
// `offset 0` makes the planner read one range of the index a span: it might compare every key of the project with every span.
const countKeys = (table: string, key: string, list: List) => `
  insert into mention_count as m (project_id, list, span, start, ${COLUMNS.join(', ')})
  select $1::uuid, ${list}, $4::integer, ${POSITION} / $5::bigint / abs($4::integer) * abs($4::integer),
         ${COLUMNS.map((_, cell) => `count(*) filter (where cell = ${cell})`).join(', ')}
    from unnest($2::uuid[], $3::uuid[]) as crowded(first, beyond) cross join lateral (
      select ${key}::text as key, cell from ${table}
       where project_id = $1::uuid and ${key} >= first and ${key} < beyond offset 0) keys
   group by 4
  returning ${TOUCHED}`
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
