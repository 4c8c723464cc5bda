import type { Project } from '../../domain/project.ts'
import { addEvent } from '../accounts/events.ts'
import { type ArchivedEntry, type ArchiveKey, readEntries } from '../collecting/archive-entries.ts'
import type { Db, Pool } from '../db.ts'
import { isUuid } from '../ids.ts'
import { logChanges } from './change-log.ts'
import { hideMentions } from './hiding.ts'
import { addExpired, type ExpiredMention, removeMentions } from './retention.ts'
import { readMentions, type StoredMention } from './rows.ts'
import type { StoryRules } from './stories.ts'
import { forgetMentions } from './tags.ts'

// Mentions that the expression or the dates of their project no longer match. They stay in every list and count, marked, until a person
// hides or deletes them.

export interface ComparedText {
  readonly text: string
  readonly matched: readonly string[]
  readonly publishedAt: Date
  readonly entry: ArchivedEntry | null
}

// Whether a mention still matches; made from the project as it is now.
export type CompileRule = (
  project: Pick<Project, 'keyword' | 'exclude' | 'startDay' | 'endDay'>,
) => (mention: ComparedText) => boolean

const CHUNK = 1_000

// Compares the mentions of an edited project with its new expression, newest first, a chunk per transaction. Its position is stored
// with the edit, so that any process can go on, and several at once do no harm. True when all are compared.
export async function compareMentions(
  pool: Pool,
  projectId: string,
  compile: CompileRule,
  { stepsMax, signal }: { readonly stepsMax: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  for (let steps = 0; steps < stepsMax; steps++) {
    signal?.throwIfAborted()
    if (await pool.begin((tx) => compareChunk(tx, projectId, compile))) return true
  }
  return false
}

async function compareChunk(tx: Db, projectId: string, compile: CompileRule): Promise<boolean> {
  const [project] = await tx<Pick<Project, 'ownerId' | 'keyword' | 'exclude' | 'startDay' | 'endDay'>>`
    select owner_id as "ownerId", keyword, exclude, start_day as "startDay", end_day as "endDay" from project
     where id = ${projectId} and removed_at is null for no key update`
  const [edit] = await tx<{ number: number; from: string | null; checked: boolean }>`
    select number, checked_from as "from", checked from project_edit
     where project_id = ${projectId} order by number desc limit 1`
  if (project === undefined || edit === undefined || edit.checked) return true
  const mentions = await tx<ArchiveKey & Omit<ComparedText, 'entry'> & { readonly id: string }>`
    select id, platform, platform_id as "platformId", text, matched, published_at as "publishedAt" from mention
     where project_id = ${projectId} and (${edit.from}::uuid is null or id < ${edit.from}::uuid) order by id desc limit ${CHUNK}`
  const stillMatches = compile(project)
  const entries = await readEntries(tx, mentions)
  const unmatched = mentions
    .filter((mention, index) => !stillMatches({ ...mention, entry: entries.get(index) ?? null }))
    .map(({ id }) => id)
  const marked = await tx<{ id: string }>`
    insert into unmatched_mention (project_id, id) select ${projectId}::uuid, id from unnest(${unmatched}::uuid[]) as t(id)
    on conflict do nothing returning id`
  await logChanges(tx, projectId, 'changed', marked)
  const done = mentions.length < CHUNK
  await tx`
    update project_edit set checked_from = ${mentions.at(-1)?.id ?? edit.from}, checked = ${done}
     where project_id = ${projectId} and number = ${edit.number}`
  if (done) await addEvent(tx, project.ownerId, 'project', { projectId, change: 'updated' })
  return done
}

export interface Unmatched {
  readonly total: number
  // True while mentions are still being compared: `total` may grow.
  readonly checking: boolean
}

export async function countUnmatched(db: Db, projectId: string): Promise<Unmatched> {
  const [counted] = await db<{ total: number }>`
    select count(*)::int as total from unmatched_mention where project_id = ${projectId}`
  const [edit] = await db<{ checked: boolean }>`
    select checked from project_edit where project_id = ${projectId} order by number desc limit 1`
  return { total: counted?.total ?? 0, checking: edit?.checked === false }
}

// Newest publication first, before the mention with the id `before`.
export async function listUnmatched(
  db: Db,
  projectId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<StoredMention[]> {
  if (before !== null && !isUuid(before)) return []
  const rows = await db<{ id: string }>`
    select id from unmatched_mention
     where project_id = ${projectId} and (${before}::uuid is null or id < ${before}::uuid) order by id desc limit ${limit}`
  return readMentions(
    db,
    projectId,
    rows.map(({ id }) => id),
  )
}

// Hides or deletes a chunk of them and returns how many there were; call again while that is more than none. They stay charged.
export async function dropUnmatched(
  tx: Db,
  { projectId, by, action }: { readonly projectId: string; readonly by: string; readonly action: 'hide' | 'delete' },
  storyRules: StoryRules,
): Promise<number> {
  const [project] = await tx`select id from project where id = ${projectId} and removed_at is null for no key update`
  if (project === undefined) return 0
  const dropped = await tx<ExpiredMention>`
    select m.id, m.cell, m.story_id as "storyId" from unmatched_mention u
      join mention m on m.project_id = ${projectId} and m.id = u.id
     where u.project_id = ${projectId} order by u.id limit ${CHUNK}`
  if (dropped.length === 0) return 0
  const ids = dropped.map(({ id }) => id)
  if (action === 'hide') await hideMentions(tx, { projectId, ids, by }, storyRules)
  else {
    await removeMentions(tx, projectId, dropped, storyRules)
    await forgetMentions(tx, projectId, ids)
    await addExpired(tx, projectId, dropped.length)
    await logChanges(tx, projectId, 'deleted', dropped)
  }
  return dropped.length
}
