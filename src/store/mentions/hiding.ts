import type { Owner } from '../../domain/owner.ts'
import type { Sentiment } from '../../domain/sentiment.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'
import { listProjectIds } from '../owned.ts'
import { NOTHING, raw, sql } from '../sql.ts'
import { logChanges } from './change-log.ts'
import { noteChange } from './changed.ts'
import type { NewMention } from './incoming.ts'
import { restoreMentions } from './ingest.ts'
import { type ExpiredMention, removeMentions } from './retention.ts'
import { mentionColumns, type StoredMention, toMention } from './rows.ts'
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
// Aliases m and s, as `mentionColumns` needs them. A hidden mention is in no story.
const HIDDEN = sql`hidden_mention m cross join (select null::uuid as id, null::integer as size) s`

interface Hiding {
  readonly projectId: string
  readonly ids: readonly string[]
  readonly by: string
  readonly at?: Date
}

// Hides mentions and returns the ids of those that it hid: the others are hidden already, or gone. The caller holds the project's row
// lock.
export async function hideMentions(
  tx: Db,
  { projectId, ids, by, at = new Date() }: Hiding,
  storyRules: StoryRules,
): Promise<string[]> {
  const hidden = await tx<ExpiredMention>`
    insert into hidden_mention (${COLUMNS}, hidden_by, hidden_at) select ${COLUMNS}, ${by}::uuid, ${at}::timestamptz from mention
     where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[])
    returning id, cell, story_id as "storyId"`
  if (hidden.length === 0) return []
  await removeMentions(tx, projectId, hidden, storyRules)
  await logChanges(tx, projectId, 'deleted', hidden)
  return hidden.map(({ id }) => id)
}

// Puts hidden mentions back, with their sentiment, correction, and the time at which they were collected, and returns their ids: the
// others are not hidden, or not since `hiddenAt`. The caller holds the project's row lock.
export async function showMentions(
  tx: Db,
  { projectId, ids, hiddenAt }: Pick<Hiding, 'projectId' | 'ids'> & { readonly hiddenAt?: Date },
  storyRules: StoryRules,
): Promise<string[]> {
  const rows = await tx`
    select ${mentionColumns(projectId)}, m.relevance, m.model_sentiment, m.confidence, m.collected_at, m.corrected_by
      from ${HIDDEN}
     where m.project_id = ${projectId} and m.id = any(${plainArray(ids)}::uuid[])
       ${hiddenAt === undefined ? NOTHING : sql`and m.hidden_at = ${hiddenAt}`} order by m.id`
  if (rows.length === 0) return []
  const shown = rows.map((row) => ({ id: row.id as string }))
  const own = plainArray(shown.map(({ id }) => id))
  await noteChange(tx, projectId)
  await restoreMentions(
    tx,
    projectId,
    rows.map((row) => toNew(row, storyRules)),
    storyRules,
  )
  await tx`
    update mention m
       set corrected_by = h.corrected_by, corrected_name = h.corrected_name, corrected_at = h.corrected_at,
           collected_at = h.collected_at, earlier_text = h.earlier_text, revised_at = h.revised_at,
           model = h.model, negative = h.negative, positive = h.positive
      from hidden_mention h
     where m.project_id = ${projectId} and h.project_id = ${projectId} and h.id = m.id and m.id = any(${own}::uuid[])`
  await tx`delete from hidden_mention where project_id = ${projectId} and id = any(${own}::uuid[])`
  await logChanges(tx, projectId, 'new', shown)
  return shown.map(({ id }) => id)
}

// As it was judged when it was stored: it is not analysed again.
function toNew(row: Record<string, unknown>, { fingerprint }: StoryRules): NewMention {
  const mention = toMention(row)
  const { author, byline, platform, platformId, kind, text, url, publishedAt, engagement } = mention
  return {
    id: mention.id,
    cell: row.cell as number,
    post: { platform, platformId, kind, text, url, publishedAt, author, byline: byline ?? undefined, engagement },
    sentiment: row.model_sentiment as Sentiment,
    confidence: row.confidence as number,
    language: mention.language,
    entities: mention.entities,
    matched: mention.matched,
    relevance: row.relevance as number,
    passing: mention.passing,
    // What the row has of these is copied afterwards: that of an earlier version has neither.
    probabilities: null,
    model: mention.judgement?.model ?? 'hashed',
    ...fingerprint(text),
  }
}

// A hidden mention of one of the owner's projects.
export async function findHiddenMention(db: Db, owner: Owner, id: string): Promise<StoredMention | null> {
  if (!isUuid(id)) return null
  const ids = await listProjectIds(db, owner)
  const [found] = await db<{ project: string }>`
    select project_id as project from hidden_mention where project_id = any(${ids}::uuid[]) and id = ${id}`
  if (found === undefined) return null
  const [row] = await db`
    select ${mentionColumns(found.project)} from ${HIDDEN} where m.project_id = ${found.project} and m.id = ${id}`
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
    select ${mentionColumns(projectId)}, m.hidden_by, m.hidden_at from ${HIDDEN}
     where m.project_id = ${projectId} and (${before}::uuid is null or m.id < ${before}::uuid) order by m.id desc limit ${limit}`
  const accounts = await db<{ id: string; name: string }>`
    select id, name from account where id = any(${rows.map((row) => row.hidden_by)}::uuid[])`
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ mention: toMention(row), by: names.get(row.hidden_by) ?? '', at: row.hidden_at }))
}
