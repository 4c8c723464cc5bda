import { CELLS_TOTAL } from '../../domain/cell.ts'
import { isWhole } from '../../domain/story-position.ts'
import { plainArray, plainArrays } from '../arrays.ts'
import type { Db } from '../db.ts'
import { firstIdAt, isUuid, millisOf, positionOf } from '../ids.ts'
import { sql } from '../sql.ts'

// The counting structure behind every page (migrations 0003, 0006, 0009): one table counts two lists.
export const MENTIONS = 0
export const STORIES = 1
export type List = typeof MENTIONS | typeof STORIES

// Everything, 32 days, a day, an hour: always stored.
const SPANS_ALWAYS = [0, 2_764_800, 86_400, 3_600] as const
export const HOUR = 3_600
const SECOND = 1
// Finer spans, each stored only below a crowded one. Below a second they are negative: a number of positions (positionOf).
export const STEPS = [
  { span: HOUR, finer: 60 },
  { span: 60, finer: SECOND },
  { span: SECOND, finer: -51_200 },
  { span: -51_200, finer: -640 },
  { span: -640, finer: -8 },
] as const
export const POSITIONS_PER_SECOND = 4_096_000
// From this second on, in the year 2527, a number no longer holds a position exactly: such seconds are never split.
const SECONDS_EXACT_MAX = Math.floor((Number.MAX_SAFE_INTEGER * 8) / POSITIONS_PER_SECOND)
// A page skips at most this many keys before its first row. A smaller value means more rows here and fewer keys skipped there.
const CROWD_MAX = 512

export interface CountChange {
  // The id of a mention, the rank id of a story.
  readonly key: string
  // Of a story: its position (story-position.ts).
  readonly cell: number
  readonly change: number
}

// Applies changes to every span that contains them, and returns the total of the list. The keys themselves are already written, and the
// caller holds the project's row lock, so there is no other writer.
export async function changeCounts(
  db: Db,
  projectId: string,
  list: List,
  changes: readonly CountChange[],
): Promise<number> {
  if (changes.length === 0) return 0
  let inside = changes.map(withSecond)
  let touched = await addToSpans(db, projectId, list, sumBySpan(SPANS_ALWAYS, inside))
  const total = touched.find(({ span }) => span === 0)?.total ?? 0
  for (const { span, finer } of STEPS) {
    const parents = touched.filter((row) => row.span === span)
    inside = belowSplit(inside, parents, span)
    // A span that is split now is counted from the keys, changes included; one that was split before gets the changes.
    const counted = await splitCrowded(db, projectId, list, parents, { span, finer })
    const added = await addToSpans(db, projectId, list, sumBySpan([finer], inside))
    touched = [...counted, ...added]
    if (touched.length === 0) break
  }
  return total
}

// A change with its second, which is used several times.
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

export interface SpanCounts {
  readonly span: number
  readonly start: number
  readonly counts: number[]
}

function sumBySpan(spans: readonly number[], changes: readonly TimedChange[]): SpanCounts[] {
  const rows = new Map<string, SpanCounts>()
  for (const span of spans) {
    for (const timed of changes) addTo(rows, span, startOf(span, timed), timed)
  }
  return [...rows.values()]
}

function addTo(
  rows: Map<string, SpanCounts>,
  span: number,
  start: number,
  { cell, change }: { readonly cell: number; readonly change: number },
): void {
  const key = `${span} ${start}`
  let row = rows.get(key)
  if (row === undefined) {
    row = { span, start, counts: [] }
    rows.set(key, row)
  }
  while (row.counts.length <= cell) row.counts.push(0)
  row.counts[cell] = (row.counts[cell] ?? 0) + change
}

interface TouchedSpan {
  readonly span: number
  readonly start: number
  readonly split: boolean
  readonly total: number
}

async function addToSpans(
  db: Db,
  projectId: string,
  list: List,
  rows: readonly SpanCounts[],
): Promise<readonly TouchedSpan[]> {
  if (rows.length === 0) return []
  // Always in the same order, so that two writers cannot deadlock.
  const sorted = [...rows].sort((a, b) => a.span - b.span || a.start - b.start)
  return db<TouchedSpan>`
    insert into mention_count as m (project_id, list, span, start, split, total, counts)
    select ${projectId}::uuid, ${list}::smallint, t.span, t.start, t.span > ${HOUR}::integer or t.span = 0, t.total, t.counts::integer[]
      from unnest(${plainArray(sorted.map((row) => row.span))}::integer[], ${plainArray(sorted.map((row) => row.start))}::bigint[],
                  ${plainArray(sorted.map(({ counts }) => totalOf(list, counts)))}::integer[],
                  ${plainArrays(sorted.map((row) => row.counts))}::text[]) as t(span, start, total, counts)
    on conflict (project_id, list, span, start) do update
       set total = m.total + excluded.total, counts = add_counts(m.counts, excluded.counts)
    returning m.span, m.start, m.split, m.total`
}

function belowSplit(changes: readonly TimedChange[], parents: readonly TouchedSpan[], span: number): TimedChange[] {
  const split = new Set(parents.filter((row) => row.split).map((row) => row.start))
  if (split.size === 0) return []
  return changes.filter((change) => split.has(startOf(span, change)))
}

// Splits the spans that became crowded into finer ones, counted once from the keys themselves, and returns those.
async function splitCrowded(
  db: Db,
  projectId: string,
  list: List,
  spans: readonly TouchedSpan[],
  { span, finer }: { readonly span: number; readonly finer: number },
): Promise<readonly TouchedSpan[]> {
  const starts = spans.filter(isCrowded).map((row) => row.start)
  if (starts.length === 0) return []
  await db`update mention_count set split = true
    where project_id = ${projectId} and list = ${list} and span = ${span} and start = any(${plainArray(starts)}::bigint[])`
  const rows = new Map<string, SpanCounts>()
  for (const { start, cell, n } of await countKeys(db, projectId, list, starts, { span, finer }))
    addTo(rows, finer, start, { cell, change: n })
  return addToSpans(db, projectId, list, [...rows.values()])
}

function isCrowded({ span, start, split, total }: TouchedSpan): boolean {
  return !split && total > CROWD_MAX && (span !== SECOND || start < SECONDS_EXACT_MAX)
}

// How many positions one unit of a span's start is.
function unitOf(span: number): number {
  return span > 0 ? POSITIONS_PER_SECOND : 1
}

// Counts a list anew from its keys. The caller holds the project's row lock.
export async function rebuildCounts(db: Db, projectId: string, list: List): Promise<void> {
  await db`delete from mention_count where project_id = ${projectId} and list = ${list}`
  let touched = await addToSpans(db, projectId, list, await countAlways(db, projectId, list))
  for (const { span, finer } of STEPS) {
    const parents = touched.filter((row) => row.span === span)
    touched = await splitCrowded(db, projectId, list, parents, { span, finer })
  }
}

// The spans that are always stored, counted from the keys.
export async function countAlways(db: Db, projectId: string, list: List): Promise<SpanCounts[]> {
  const keys = list === MENTIONS ? mentionKeys(projectId) : storyKeys(projectId)
  const hours = await db<KeyCount>`
    select ${POSITION} / ${POSITIONS_PER_SECOND}::bigint / ${HOUR}::bigint * ${HOUR}::bigint as start, cell, count(*)::int as n
      from (values ('00000000-0000-0000-0000-000000000000'::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)) as everything(first, beyond) cross join lateral (${keys}) keys group by 1, 2`
  const rows = new Map<string, SpanCounts>()
  for (const span of SPANS_ALWAYS) {
    for (const { start, cell, n } of hours)
      addTo(rows, span, span === 0 ? 0 : start - (start % span), { cell, change: n })
  }
  return [...rows.values()]
}

interface KeyCount {
  readonly start: number
  readonly cell: number
  readonly n: number
}

// A key's position (positionOf) is its 12 hexadecimal digits of time and the three after the version.
const POSITION = sql`('x0' || substr(key, 1, 8) || substr(key, 10, 4) || substr(key, 16, 3))::bit(64)::bigint`

// The keys of some spans, counted by finer span and cell. `offset 0` makes the planner read one index range per span; otherwise it
// might compare every key of the project with every span.
export async function countKeys(
  db: Db,
  projectId: string,
  list: List,
  starts: readonly number[],
  { span, finer }: { readonly span: number; readonly finer: number },
): Promise<readonly KeyCount[]> {
  const keys = list === MENTIONS ? mentionKeys(projectId) : storyKeys(projectId)
  const unit = unitOf(span)
  return db<KeyCount>`
    select ${POSITION} / ${unitOf(finer)}::bigint / ${Math.abs(finer)}::bigint * ${Math.abs(finer)}::bigint as start, cell, count(*)::int as n
      from unnest(${plainArray(starts.map((start) => firstIdAt(start * unit)))}::uuid[],
                  ${plainArray(starts.map((start) => firstIdAt((start + Math.abs(span)) * unit)))}::uuid[]) as crowded(first, beyond)
     cross join lateral (${keys} offset 0) keys
     group by 1, 2`
}

function mentionKeys(projectId: string) {
  return sql`select id::text as key, cell from mention where project_id = ${projectId}::uuid and id >= first and id < beyond`
}

function storyKeys(projectId: string) {
  return sql`
    select rank_id::text as key, position as cell from story
     where project_id = ${projectId}::uuid and rank_id >= first and rank_id < beyond and merged_into is null
    union all
    select rank_id::text, position from story_entry
     where project_id = ${projectId}::uuid and rank_id >= first and rank_id < beyond`
}

export interface CellCounts {
  readonly start: number
  readonly counts: readonly number[]
}

// How many mentions each cell has. Reads one row.
export async function countByCell(db: Db, projectId: string): Promise<readonly number[]> {
  const [row] = await db<{ counts: number[] }>`
    select counts from mention_count where project_id = ${projectId} and list = ${MENTIONS} and span = 0 and start = 0`
  return allCells(row?.counts ?? [])
}

// How many stories each position has. Reads one row.
export async function countPositions(db: Db, projectId: string): Promise<number[]> {
  if (!isUuid(projectId)) return []
  const [row] = await db<{ counts: number[] }>`
    select counts from mention_count where project_id = ${projectId} and list = ${STORIES} and span = 0 and start = 0`
  return row?.counts ?? []
}

// Counts per hour or UTC day in [from, to), oldest first; spans without mentions are absent.
export async function countBySpan(
  db: Db,
  projectId: string,
  range: { readonly from: Date; readonly to: Date; readonly span: 3_600 | 86_400 },
): Promise<CellCounts[]> {
  const rows = await db<CellCounts>`
    select start, counts from mention_count
     where project_id = ${projectId} and list = ${MENTIONS} and span = ${range.span}
       and start >= ${Math.floor(range.from.getTime() / 1000)} and start < ${Math.ceil(range.to.getTime() / 1000)} order by start`
  return rows.map(({ start, counts }) => ({ start, counts: allCells(counts) }))
}

// A row that was written before a platform was added has fewer cells.
export function allCells(counts: readonly number[]): readonly number[] {
  if (counts.length === CELLS_TOTAL) return counts
  return Array.from({ length: CELLS_TOTAL }, (_, cell) => counts[cell] ?? 0)
}

// A story with several cells has several positions, of which one counts it.
export function totalOf(list: List, counts: readonly number[]): number {
  return counts.reduce((total, count, cell) => total + (list === MENTIONS || isWhole(cell) ? count : 0), 0)
}
