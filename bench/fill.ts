import { CELLS_TOTAL } from '../src/domain/cell.ts'
import type { Db } from '../src/store/db.ts'
import { changeCounts, type List, MENTIONS, STORIES } from '../src/store/mentions/counts.ts'
import { mergeSegments } from '../src/store/search/merge.ts'
import { sealTail } from '../src/store/search/seal.ts'
import type { BenchProject } from './fixture.ts'

// Fills a project with made-up mentions directly in the database, the same on every run: ten million through ingest would take
// an hour. The rows equal those of ingest, except that stories have no signature. One mention in four is a copy of an earlier one, as
// in `bench/front`: most stories of several mentions have two or three, some a hundred, in several cells.
export interface FillOptions {
  readonly mentions: number
  // A tenth of all mentions is published within this many seconds; the others are spread over a year.
  readonly burstSeconds?: number
  // An SQL expression for the text of mention `n`, whose hash is `h`.
  readonly text?: string
}

const TEXT = "'banjir di kota ini belum juga surut sejak pagi, warga menunggu bantuan nomor ' || n || ' ' || h"

const AUTHORS = 50_000
// The mentions are of the year before.
export const END = Date.UTC(2026, 0, 1)
const YEAR_MS = 365 * 86_400_000
const BURST_AT = END - YEAR_MS / 2

type Filled = Pick<BenchProject, 'pool' | 'projectId'>

export async function fillProject(
  { pool, projectId }: Filled,
  { mentions, burstSeconds, text = TEXT }: FillOptions,
): Promise<void> {
  const burstTotal = burstSeconds === undefined ? 0 : Math.floor(mentions / 10)
  await pool.begin(async (tx) => {
    // With `wal_level = minimal`, a table truncated in the same transaction is filled and indexed without WAL records.
    await tx`truncate mention, story, story_entry, mention_count, search_tail, search_segment, search_posting`
    const indexes = await dropIndexes(tx)
    await tx.query(insertMentions(text), [projectId, mentions, burstTotal, (burstSeconds ?? 0) * 1000])
    await tx.script(INSERT_STORIES)
    await tx.script(INSERT_ENTRIES)
    for (const index of indexes) await tx.script(index)
    await tx`insert into search_tail (project_id, id) select project_id, id from mention`
  })
  await pool.begin(async (tx) => {
    await countList(tx, projectId, MENTIONS, 'select id as key, cell from mention')
    await countList(
      tx,
      projectId,
      STORIES,
      'select rank_id as key, position as cell from story union all select rank_id, position from story_entry',
    )
  })
  for (const table of ['mention', 'story', 'story_entry', 'mention_count']) await pool.script(`vacuum analyze ${table}`)
}

const FILE_ROWS = 10_000

// The index as files of random dates leave it, instead of mentions in the order of time: each part of it reaches over all of the time.
export async function scatterProject(project: Filled, mentions: number): Promise<void> {
  const { pool, projectId } = project
  const files = Math.ceil(mentions / FILE_ROWS)
  await pool`truncate search_tail, search_segment, search_posting`
  for (let file = 0; file < files; file++) {
    await pool`
      insert into search_tail (project_id, id)
      select project_id, id from mention
       where project_id = ${projectId} and (hashtext(id::text) & 65535) % ${files} = ${file}`
    await indexProject(project)
  }
}

// Builds the search index, as the background job does.
export async function indexProject({ pool, projectId }: Filled): Promise<void> {
  for (let sealed = 'more'; sealed === 'more'; ) {
    sealed = await sealTail(pool, projectId)
    while (await mergeSegments(pool, projectId));
  }
}

// Returns the definitions of the constraints and indexes, which are faster to build after the insert.
async function dropIndexes(tx: Db): Promise<string[]> {
  const constraints = await tx`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where conrelid in ('mention'::regclass, 'story'::regclass) and contype in ('p', 'u')`
  for (const { table, name } of constraints) await tx.script(`alter table ${table} drop constraint ${name}`)
  const indexes = await tx`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid in ('mention'::regclass, 'story'::regclass)`
  for (const { name } of indexes) await tx.script(`drop index ${name}`)
  await tx`set local maintenance_work_mem = '1GB'`
  return [
    ...constraints.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...indexes.map(({ definition }) => definition as string),
  ]
}

// Sentiment and platform are unevenly distributed: cell sizes differ a hundredfold, as in real projects. So are authors, of whom the
// busiest has one mention in forty, sizes of stories and names. `offset 0` keeps the planner from evaluating the same expression several
// times per row.
const insertMentions = (text: string) => `
  insert into mention (project_id, id, platform, cell, platform_id, kind, text, url, author_id, author_username, author_name,
                       language, likes, comments, shares, views, matched, relevance, model_sentiment, confidence, story_id,
                       published_at, collected_at, updated_at, entities)
  select $1::uuid, id, cell / 3, cell, 'p' || n, 'post',
         ${text},
         'https://example.org/' || n, 'author' || author, 'author' || author, 'Author ' || author,
         (array['id', 'id', 'jv', 'en'])[n % 4 + 1], n % 900, n % 70, n % 40, n % 9000, '{banjir}', 0.5, cell % 3 - 1, 0.9,
         story_id, to_timestamp(ms / 1000::float8), now(), now(),
         case when n % 3 = 0 then array['place:kota ' || place, 'province:' || 31 + place % 30] else '{}' end ||
         case when n % 5 = 0 then array['person:tokoh ' || person] else '{}' end
    from (select *, first_value(id) over (partition by first order by n) as story_id from (
      select n, ms, h, (power((n * 7919 % 9973) / 9973::float8, 2) * 18)::int % 18 as cell,
             floor(power(a, 3) * ${AUTHORS})::int as author, floor(power(a, 2) * 500)::int as place, floor(power(a, 4) * 3000)::int as person,
             case when n % 4 <> 1 then n
                  else n - n % (array[10, 10, 10, 10, 10, 100, 100, 1000, 10000, 100000])[n / 4 % 10 + 1] end as first,
             (lpad(to_hex(ms), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid as id
        from (
          select n, md5(n::text) as h, ('x' || substr(md5(n::text), 25, 7))::bit(28)::int / 268435456::float8 as a,
                 case when n <= $3::bigint and $3::bigint > 0
                      then ${BURST_AT} + n * $4::bigint / $3::bigint
                      else ${END - YEAR_MS} + (n - $3::bigint) * (${YEAR_MS} / ($2::bigint - $3::bigint + 1)::float8)::float8 end::bigint as ms
            from generate_series(1, $2::bigint) n offset 0) numbered offset 0) keyed offset 0) grouped`

// The rank is up to two and a half days after the publication, as with real scores. Positions as in src/domain/story-position.ts.
const INSERT_STORIES = `
  insert into story (project_id, id, rank_id, score, lead_id, cell, relevance, size, authors, author_hashes, likes, comments,
                     shares, views, signature, position, cells, cell_sizes, cell_leads)
  select project_id, id, (lpad(to_hex(ms), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid,
         ms / 43200000::float8, leads[1], cells[1], 0.5, size, size, '{1}', likes, 0, 0, 0, '',
         case when several then 96 + platforms * 4 else cells[1] end, case when several then cells end,
         case when several then sizes end, case when several then leads end
    from (select *, cardinality(cells) > 1 as several, md5(id::text) as h,
                 (extract(epoch from published_at) * 1000)::bigint + (power(least(likes, 1800) / 1800::float8, 3) * 216000000)::bigint + 7200000 as ms
            from (select project_id, id, sum(size)::int as size, array_agg(cell order by lead) as cells, array_agg(size order by lead) as sizes,
                         array_agg(lead order by lead) as leads, bit_or(1 << platform) as platforms, sum(likes) as likes,
                         min(published_at) as published_at
                    from (select project_id, story_id as id, cell, platform, count(*)::int as size, (array_agg(id order by id))[1] as lead,
                                 sum(likes) as likes, min(published_at) as published_at
                            from mention group by project_id, story_id, cell, platform offset 0) celled
                   group by project_id, id offset 0) grouped offset 0) ranked`

const INSERT_ENTRIES = `
  insert into story_entry (project_id, position, rank_id)
  select s.project_id, 97 + bit_or(1 << m.platform) * 4 + m.cell % 3, s.rank_id
    from story s join mention m on m.project_id = s.project_id and m.story_id = s.id where s.cells is not null
   group by s.project_id, s.rank_id, m.cell % 3`

async function countList(tx: Db, projectId: string, list: List, keyQuery: string): Promise<void> {
  const second = `(('x' || lpad(substr(replace(key::text, '-', ''), 1, 12), 16, '0'))::bit(64)::bigint / 1000)`
  await tx.script(`create temp table hours on commit drop as
    select ${second} / 3600 * 3600 as start, cell, min(key::text) as key, count(*)::int as n from (${keyQuery}) listed group by 1, 2`)
  const [last] = await tx`select max(cell)::int as cell from hours`
  const length = Math.max(CELLS_TOTAL, last?.cell + 1)
  const cells = Array.from({ length }, (_, cell) => `coalesce(sum(n) filter (where cell = ${cell}), 0)`)
  const whole = list === MENTIONS ? 'true' : 'cell < 96 or (cell - 96) % 4 = 0'
  for (const span of [0, 2_764_800, 86_400, 3_600]) {
    await tx.script(`insert into mention_count (project_id, list, span, start, split, total, counts)
      select '${projectId}', ${list}, ${span}, ${span === 0 ? '0' : `start / ${span} * ${span}`} as at, ${span !== 3_600},
             coalesce(sum(n) filter (where ${whole}), 0), array[${cells.join(', ')}]::integer[] from hours group by at`)
  }
  // A change by zero in every hour makes `changeCounts` split the crowded ones as far as necessary.
  const keys = await tx`select min(key) as key from hours group by start`
  await changeCounts(
    tx,
    projectId,
    list,
    keys.map(({ key }) => ({ key, cell: 0, change: 0 })),
  )
  await tx`drop table hours`
}
