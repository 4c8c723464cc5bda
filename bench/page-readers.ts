import { type CellFilter, cellsOf } from '../src/domain/cell.ts'
import { listMentions, type MentionPage } from '../src/store/mentions/mentions.ts'
import { listStories, type StoryPage } from '../src/store/mentions/ranked.ts'
import { NOTHING, sql } from '../src/store/sql.ts'
import { fillProject } from './fill.ts'
import type { BenchProject } from './fixture.ts'
import { type Clock, format, timeMs } from './measure.ts'

export type List = 'mentions' | 'r10'
export const LIMIT = 10

export interface Page {
  readonly total: number
  readonly ids: readonly string[]
}

export async function readPage(
  { pool, projectId }: BenchProject,
  list: List,
  filter: CellFilter,
  page: number,
): Promise<Page> {
  if (list === 'mentions') {
    const { total, mentions } = (await listMentions(pool, { ownerId: null, id: projectId }, filter, {
      page: page,
      limit: LIMIT,
    })) as MentionPage
    return { total, ids: mentions.map(({ id }) => id) }
  }
  const { total, stories } = (await listStories(pool, { ownerId: null, id: projectId }, filter, {
    page: page,
    limit: LIMIT,
  })) as StoryPage
  return { total, ids: stories.map(({ mention }) => mention.id) }
}

// The obvious implementation, on the same indexes.
export async function readPlainly(
  { pool, projectId }: BenchProject,
  list: List,
  filter: CellFilter,
  page: number,
): Promise<Page> {
  const cells = cellsOf(filter)
  const chosen = cells === null ? NOTHING : sql`and m.cell = any(${cells}::smallint[])`
  const skip = (page - 1) * LIMIT
  const rows =
    list === 'mentions'
      ? await pool`select * from mention m where project_id = ${projectId} ${chosen} order by id desc limit ${LIMIT} offset ${skip}`
      : await pool`select m.* from (
          select s.rank_id, min(m.id::text)::uuid as id from mention m join story s on s.project_id = ${projectId} and s.id = m.story_id
           where m.project_id = ${projectId} ${chosen} group by s.rank_id order by s.rank_id desc limit ${LIMIT} offset ${skip}) s
          join mention m on m.project_id = ${projectId} and m.id = s.id order by s.rank_id desc`
  const counted = list === 'mentions' ? sql`*` : sql`distinct story_id`
  const [count] =
    await pool`select count(${counted})::int as total from mention m where project_id = ${projectId} ${chosen}`
  return { total: count?.total as number, ids: rows.map((row) => row.id as string) }
}

// The page at this share of the list, from 0 (first) to 1 (last).
export async function pageAt(project: BenchProject, list: List, filter: CellFilter, share: number): Promise<number> {
  const { total } = await readPage(project, list, filter, 1)
  return Math.max(1, Math.ceil((total * share) / LIMIT))
}

// Both must return the same rows and total. Returns the cost of the plain query.
export async function checkAgreement(
  project: BenchProject,
  list: List,
  filter: CellFilter,
  page: number,
  clock: Clock,
): Promise<number> {
  const ours = await readPage(project, list, filter, page)
  let plain: Page | undefined
  const cost = await timeMs(async () => {
    plain = await readPlainly(project, list, filter, page)
  }, clock)
  if (JSON.stringify(ours) !== JSON.stringify(plain))
    throw new Error(`Page ${page} of ${list} differs from the plain one.`)
  return cost
}

export async function prepare(
  project: BenchProject,
  options: Parameters<typeof fillProject>[1],
): Promise<BenchProject> {
  const ms = await timeMs(() => fillProject(project, options))
  const burst = options.burstSeconds === undefined ? '' : `, a tenth of them within ${options.burstSeconds} s`
  console.log(`${format(options.mentions)} mentions${burst}: built in ${format(ms / 1000)} s`)
  return project
}

// Bulk loading needs no WAL, and without parallel workers a connection's processor time is that of one process.
export const SETTINGS = { wal_level: 'minimal', max_wal_senders: '0', max_parallel_workers_per_gather: '0' }
