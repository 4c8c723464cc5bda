import { plainArray } from '../arrays.ts'
import type { Db, Pool } from '../db.ts'
import { newId } from '../ids.ts'
import { isTailLong, TAIL_MAX } from './change.ts'
import { type ColumnDocument, type StoredColumns, writeColumns } from './columns.ts'
import { REVISED_AT } from './document.ts'
import { PostingBuilder, type PostingChunk } from './postings.ts'
import { REMOVED } from './segments.ts'
import { readTail, type TailMention } from './tail.ts'
import { type TermColumn, TermColumnBuilder } from './term-column.ts'

export type Sealed = 'nothing' | 'sealed' | 'more'

// Turns the oldest batch of a project's tail into a segment, if the tail is long enough. The segment is built before the project's row
// lock is acquired, so that collecting waits only for it to be written.
export async function sealTail(pool: Pool, projectId: string, tailMax: number = TAIL_MAX): Promise<Sealed> {
  if (!(await isTailLong(pool, projectId, tailMax))) return 'nothing'
  const { value: mentions } = await readTail(pool, projectId, { once: true }).next()
  if (mentions === undefined || mentions.length < tailMax) return 'nothing'
  const built = buildSegment(mentions)
  const written = await pool.begin(async (tx) => {
    if (!(await lockProject(tx, projectId))) return false
    const cells = await takeFromTail(tx, projectId, mentions)
    if (cells.some((cell) => cell !== REMOVED)) await writeSegment(tx, projectId, { ...built, cells })
    return true
  })
  if (!written) return 'nothing'
  await analyseNew(pool)
  return (await isTailLong(pool, projectId, tailMax)) ? 'more' : 'sealed'
}

// Until its table is analysed, which the server does within a minute, mentions are looked up with the plan for an empty one, which
// reads all of a project. The first import may be over by then.
async function analyseNew(pool: Pool): Promise<void> {
  if (pool.distributed) return
  const [table] = await pool<{ isNew: boolean }>`
    select reltuples < 0 as "isNew" from pg_class where oid = 'mention'::regclass`
  if (table?.isNew === true) await pool.script('analyze mention')
}

// Projects whose tail is long enough for a segment.
export async function listLongTails(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select project_id as id from search_tail group by project_id having count(*) >= ${TAIL_MAX} order by count(*) desc limit ${limit}`
  return rows.map(({ id }) => id)
}

export interface BuiltSegment {
  readonly oldest: string
  readonly newest: string
  readonly columns: StoredColumns
  readonly terms: TermColumn
  readonly chunks: readonly PostingChunk[]
}

function buildSegment(mentions: readonly TailMention[]): BuiltSegment {
  const postings = new PostingBuilder()
  const terms = new TermColumnBuilder()
  for (const [ordinal, { document }] of mentions.entries()) {
    postings.addAll(document.words, ordinal)
    terms.add(document.terms)
  }
  const documents = mentions.map(({ document: { id, author, language, entities }, storyId }) => ({
    id,
    author,
    storyId,
    language,
    entities,
  }))
  return assemble(documents, postings.chunks(), terms)
}

// `documents` are sorted by id and not empty.
export function assemble(
  documents: readonly ColumnDocument[],
  chunks: readonly PostingChunk[],
  terms: TermColumnBuilder,
): BuiltSegment {
  return {
    oldest: documents[0]?.id ?? '',
    newest: documents.at(-1)?.id ?? '',
    columns: writeColumns(documents),
    terms: terms.finish(),
    chunks,
  }
}

export async function lockProject(tx: Db, projectId: string): Promise<boolean> {
  const [project] = await tx`select id from project where id = ${projectId} and removed_at is null for no key update`
  return project !== undefined
}

// Takes mentions out of the tail and returns their cells as they are now. One that is no longer there was removed meanwhile; one that
// has another text now stays in the tail.
async function takeFromTail(tx: Db, projectId: string, mentions: readonly TailMention[]): Promise<Buffer> {
  const ids = mentions.map(({ document }) => document.id)
  const rows = await tx<{ id: string; cell: number; revisedAt: number }>`
    select id, cell, ${REVISED_AT} from mention m where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[])`
  const now = new Map(rows.map((row) => [row.id, row]))
  const revised = mentions.filter(
    ({ document: { id, revisedAt } }) => (now.get(id)?.revisedAt ?? revisedAt) !== revisedAt,
  )
  const kept = new Set(revised.map(({ document }) => document.id))
  await tx`
    delete from search_tail t where project_id = ${projectId} and id >= ${ids[0]}::uuid and id <= ${ids.at(-1)}::uuid
       and not exists (select from mention m where m.project_id = ${projectId} and m.id = t.id)`
  const taken = await tx<{ id: string }>`
    delete from search_tail where project_id = ${projectId} and id = any(${plainArray(ids.filter((id) => !kept.has(id)))}::uuid[])
    returning id`
  const present = new Set(taken.map(({ id }) => id))
  return Buffer.from(ids.map((id) => (present.has(id) ? (now.get(id)?.cell ?? REMOVED) : REMOVED)))
}

export async function writeSegment(
  tx: Db,
  projectId: string,
  { oldest, newest, columns, terms, chunks, cells }: BuiltSegment & { readonly cells: Buffer },
): Promise<void> {
  const segment = newId()
  const { ids, authors, stories, languages, languageNames, entities } = columns
  await tx`
    insert into search_segment (project_id, segment, mentions, oldest, newest, cells, version, ids, authors, stories, languages,
                                language_names, terms, term_words, entities)
    values (${projectId}, ${segment}, ${cells.length}, ${oldest}, ${newest}, ${cells}, ${newId()}, ${ids}, ${authors},
            ${stories}, ${languages}, ${languageNames as string[]}, ${terms.terms}, ${terms.termWords}, ${entities})`
  await tx`
    insert into search_posting (project_id, segment, first_word, data)
    select ${projectId}::uuid, ${segment}::uuid, first_word, decode(data, 'hex')
      from unnest(${plainArray(chunks.map(({ firstWord }) => firstWord))}::bigint[],
                  ${plainArray(chunks.map(({ data }) => data.toString('hex')))}::text[]) as t(first_word, data)`
}
