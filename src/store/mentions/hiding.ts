import type { Owner } from '../../domain/owner.ts'
import type { Sentiment } from '../../domain/sentiment.ts'
import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'
import { listProjectIds } from '../owned.ts'
import { raw, sql } from '../sql.ts'
import { logChanges } from './change-log.ts'
import { noteChange } from './changed.ts'
import { restoreMentions } from './ingest.ts'
import { removeMentions } from './retention.ts'
import { MENTION_COLUMNS, type StoredMention, toMention } from './rows.ts'
import type { StoryRules } from './stories.ts'

// A hidden mention is a row of another table: it is in no list, count, story or chart, and no reading has to leave it out. It stays
// charged, and the post stays known to collecting.

export interface HiddenMention {
  readonly mention: StoredMention
  readonly by: string
  readonly at: Date
}

// All columns of `mention`.
export const MOVED_COLUMNS = [
  'project_id',
  'id',
  'platform',
  'cell',
  'platform_id',
  'kind',
  'text',
  'url',
  'author_id',
  'author_username',
  'author_name',
  'language',
  'likes',
  'comments',
  'shares',
  'views',
  'matched',
  'relevance',
  'passing',
  'entities',
  'model_sentiment',
  'confidence',
  'corrected_by',
  'corrected_at',
  'corrected_name',
  'story_id',
  'published_at',
  'collected_at',
  'updated_at',
  'earlier_text',
  'revised_at',
  'byline',
  'model',
  'negative',
  'positive',
] as const
const COLUMNS = raw(MOVED_COLUMNS.join(', '))
// Aliases m and s, as MENTION_COLUMNS needs them. A hidden mention is in no story.
const HIDDEN = sql`hidden_mention m cross join (select null::uuid as id, null::integer as size) s`

// False when there is no such mention, or it is hidden already.
export async function hideMention(
  tx: Db,
  { projectId, id, by }: { readonly projectId: string; readonly id: string; readonly by: string },
  storyRules: StoryRules,
): Promise<boolean> {
  if (!(await lockProject(tx, projectId))) return false
  const [row] = await tx`
    insert into hidden_mention (${COLUMNS}, hidden_by) select ${COLUMNS}, ${by}::uuid from mention
     where project_id = ${projectId} and id = ${id}
    returning cell, story_id`
  if (row === undefined) return false
  await removeMentions(tx, projectId, [{ id, cell: row.cell, storyId: row.story_id }], storyRules)
  await logChanges(tx, projectId, 'deleted', [{ id }])
  return true
}

// Puts a hidden mention back, with its sentiment, its correction and the time at which it was collected. False when it is not hidden.
export async function showMention(
  tx: Db,
  { projectId, id }: { readonly projectId: string; readonly id: string },
  storyRules: StoryRules,
): Promise<boolean> {
  if (!(await lockProject(tx, projectId))) return false
  const [row] = await tx`
    select ${raw(MENTION_COLUMNS)}, m.relevance, m.model_sentiment, m.confidence, m.collected_at, m.corrected_by
      from ${HIDDEN}
     where m.project_id = ${projectId} and m.id = ${id}`
  if (row === undefined) return false
  await tx`delete from hidden_mention where project_id = ${projectId} and id = ${id}`
  await noteChange(tx, projectId)
  const mention = toMention(row)
  const { author, byline, platform, platformId, kind, text, url, publishedAt, language, engagement } = mention
  const post = { platform, platformId, kind, text, url, publishedAt, author, byline: byline ?? undefined, engagement }
  const judged = {
    sentiment: row.model_sentiment as Sentiment,
    confidence: row.confidence as number,
    language,
    entities: mention.entities,
    matched: mention.matched,
    relevance: row.relevance as number,
    passing: mention.passing,
    // What the row has of these is copied below: that of an earlier version has neither.
    probabilities: null,
    model: mention.judgement?.model ?? 'hashed',
  }
  const fingerprint = storyRules.fingerprint(text)
  await restoreMentions(tx, projectId, [{ post, ...judged, ...fingerprint, id, cell: row.cell }], storyRules)
  await tx`
    update mention
       set corrected_by = ${row.corrected_by}, corrected_name = ${row.corrected_name}, corrected_at = ${row.corrected_at},
           collected_at = ${row.collected_at}, earlier_text = ${row.earlier_text}, revised_at = ${row.revised_at},
           model = ${row.model}, negative = ${row.negative}, positive = ${row.positive}
     where project_id = ${projectId} and id = ${id}`
  await logChanges(tx, projectId, 'new', [{ id }])
  return true
}

// The project's row lock is acquired first, as when mentions are added.
async function lockProject(tx: Db, projectId: string): Promise<boolean> {
  const [project] = await tx`select id from project where id = ${projectId} and removed_at is null for no key update`
  return project !== undefined
}

// A hidden mention of one of the owner's projects.
export async function findHiddenMention(db: Db, owner: Owner, id: string): Promise<StoredMention | null> {
  if (!isUuid(id)) return null
  const ids = await listProjectIds(db, owner)
  const [row] = await db`
    select ${raw(MENTION_COLUMNS)} from ${HIDDEN}
     where m.project_id = any(${ids}::uuid[]) and m.id = ${id}`
  return row === undefined ? null : toMention(row)
}

// Newest publication first, before the mention with the id `before`.
export async function listHiddenMentions(
  db: Db,
  projectId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<HiddenMention[]> {
  if (before !== null && !isUuid(before)) return []
  const rows = await db`
    select ${raw(MENTION_COLUMNS)}, m.hidden_by, m.hidden_at from ${HIDDEN}
     where m.project_id = ${projectId} and (${before}::uuid is null or m.id < ${before}::uuid) order by m.id desc limit ${limit}`
  const accounts = await db<{ id: string; name: string }>`
    select id, name from account where id = any(${rows.map((row) => row.hidden_by)}::uuid[])`
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ mention: toMention(row), by: names.get(row.hidden_by) ?? '', at: row.hidden_at }))
}
