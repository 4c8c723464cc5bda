import { cellOf } from '../../domain/cell.ts'
import { JUDGING_MODELS } from '../../domain/sentiment.ts'
import { addEvent } from '../accounts/events.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS } from '../platforms.ts'
import { raw, sql } from '../sql.ts'
import { logChanges } from './change-log.ts'
import type { AnalysedPost, Incoming, NewMention } from './incoming.ts'
import { type IngestTarget, insertIntoStories, restoreMentions } from './ingest.ts'
import { removeMentions } from './retention.ts'
import { mentionColumns, thousandths, toMention } from './rows.ts'
import type { StoryRules } from './stories.ts'
import { shrinkStories } from './story-members.ts'
import { regroupMembers } from './story-regroup.ts'

// An article whose text changed after it was collected, analysed again.
export interface Revision extends AnalysedPost {
  // Null when the new text does not match the project: the mention keeps the terms that it was found by.
  readonly match: Pick<Incoming, 'matched' | 'relevance' | 'passing'> | null
}

// Gives the stored mentions of changed articles their new text. Each is taken out of every count, story and index and put back, in the
// caller's transaction, under its own id and without a charge. One earlier version is kept; a person's correction stays. Articles that
// the project has not stored, or has with this text, are left alone. Returns how many mentions changed.
export async function reviseMentions(
  tx: Db,
  { projectId, ownerId }: Pick<IngestTarget, 'projectId' | 'ownerId'>,
  revisions: readonly Revision[],
  storyRules: StoryRules,
): Promise<number> {
  if (revisions.length === 0) return 0
  await tx`select id from project where id = ${projectId} and removed_at is null for no key update`
  const hidden = await findOutdated(tx, projectId, revisions, 'hidden_mention')
  for (const outdated of hidden) await saveHidden(tx, projectId, outdated)
  const shown = await findOutdated(tx, projectId, revisions, 'mention')
  if (shown.length > 0) {
    await replaceMentions(tx, projectId, shown, storyRules)
    const revised = shown.map(({ mention }) => mention)
    await logChanges(tx, projectId, 'changed', revised)
    await addEvent(tx, ownerId, 'project', { projectId, change: 'updated' })
  }
  return hidden.length + shown.length
}

interface Outdated {
  readonly mention: NewMention
  readonly before: {
    readonly cell: number
    readonly storyId: string
    readonly text: string
    readonly row: Readonly<Record<string, unknown>>
  }
}

// By id, which is the order in which mentions are stored.
async function findOutdated(
  tx: Db,
  projectId: string,
  revisions: readonly Revision[],
  table: 'mention' | 'hidden_mention',
): Promise<Outdated[]> {
  // `mentionColumns` needs a story, which must not be the one it is merged into: the mention keeps its own.
  const rows = await tx`
    select ${mentionColumns(projectId)}, w.position::int - 1 as position, m.relevance, m.corrected_by, m.collected_at
      from unnest(${revisions.map(({ post }) => PLATFORM_NUMBERS[post.platform])}::smallint[],
                  ${revisions.map(({ post }) => post.platformId)}::text[], ${revisions.map(({ post }) => post.text)}::text[])
           with ordinality as w(platform, platform_id, text, position)
      join ${raw(table)} m on m.project_id = ${projectId} and m.platform = w.platform and m.platform_id = w.platform_id
       and m.text <> w.text
     cross join (select null::uuid as id, null::integer as size) s
     order by m.id`
  return rows.map((row) => toOutdated(row, revisions[row.position] as Revision))
}

function toOutdated(row: Record<string, unknown>, revision: Revision): Outdated {
  const stored = toMention(row)
  const { id, platform, platformId, kind, url, publishedAt, author, engagement, text, storyId, corrected } = stored
  const byline = stored.byline ?? revision.post.byline
  const { match, sentiment, confidence, probabilities, model, language, entities, signature, keys } = revision
  const cell = row.cell as number
  return {
    mention: {
      id,
      cell: corrected === null ? cellOf(platform, sentiment) : cell,
      post: { platform, platformId, kind, url, publishedAt, author, byline, engagement, text: revision.post.text },
      sentiment,
      confidence,
      probabilities,
      model,
      language,
      entities,
      signature,
      keys,
      matched: match?.matched ?? stored.matched,
      relevance: match?.relevance ?? (row.relevance as number),
      passing: match?.passing ?? stored.passing,
    },
    before: { cell, storyId, text, row },
  }
}

async function replaceMentions(
  tx: Db,
  projectId: string,
  outdated: readonly Outdated[],
  storyRules: StoryRules,
): Promise<void> {
  const removed = outdated.map(({ mention: { id }, before: { cell, storyId } }) => ({ id, cell, storyId }))
  await removeMentions(tx, projectId, removed, storyRules)
  // A story has the id of its first mention. While it has other mentions, that one cannot begin another story alone: the whole group is
  // divided again.
  const founders = await findStories(
    tx,
    projectId,
    removed.map(({ id }) => id),
  )
  const staying = outdated.filter(({ mention }) => founders.has(mention.id))
  const storyIds = staying.map(({ before }) => before.storyId)
  await insertIntoStories(
    tx,
    projectId,
    staying.map(({ mention }) => mention),
    storyIds,
  )
  await shrinkStories(tx, projectId, storyIds, storyRules)
  await regroupMembers(tx, projectId, storyIds, storyRules)
  const moving = outdated.filter(({ mention }) => !founders.has(mention.id)).map(({ mention }) => mention)
  await restoreMentions(tx, projectId, moving, storyRules)
  for (const { mention, before } of outdated) {
    const { row } = before
    await tx`
      update mention
         set corrected_by = ${row.corrected_by}, corrected_name = ${row.corrected_name}, corrected_at = ${row.corrected_at},
             collected_at = ${row.collected_at}, ${keepEarlier(before.text)}
       where project_id = ${projectId} and id = ${mention.id}`
  }
}

async function findStories(tx: Db, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }>`
    select id from story where project_id = ${projectId} and id = any(${ids as string[]}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}

// A hidden mention is in no count, story or index.
async function saveHidden(tx: Db, projectId: string, { mention, before }: Outdated): Promise<void> {
  await tx`
    update hidden_mention
       set text = ${mention.post.text}, cell = ${mention.cell}, language = ${mention.language}, model_sentiment = ${mention.sentiment},
           confidence = ${mention.confidence}, model = ${JUDGING_MODELS.indexOf(mention.model)},
           negative = ${thousandths(mention.probabilities).negative}, positive = ${thousandths(mention.probabilities).positive},
           relevance = ${mention.relevance}, passing = ${mention.passing}, entities = ${mention.entities as string[]}::text[],
           matched = ${mention.matched as string[]}::text[], ${keepEarlier(before.text)}
     where project_id = ${projectId} and id = ${mention.id}`
}

function keepEarlier(text: string) {
  return sql`earlier_text = ${text}, revised_at = now(), updated_at = now()`
}
