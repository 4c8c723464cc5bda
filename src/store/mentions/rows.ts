import type { Mention } from '../../domain/mention.ts'
import type { Platform } from '../../domain/platform.ts'
import type { Author, Engagement, PostKind } from '../../domain/post.ts'
import { JUDGING_MODELS, type Judgement, type Probabilities, type Sentiment } from '../../domain/sentiment.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS, platformOf } from '../platforms.ts'
import { Fragment, raw, sql } from '../sql.ts'
import type { NewMention } from './incoming.ts'

// The fields of a mention that a page of the contract shows: reading more columns takes longer than finding the row.
export type ListedMention = Pick<
  Mention,
  'id' | 'projectId' | 'platform' | 'text' | 'url' | 'author' | 'sentiment' | 'publishedAt' | 'updatedAt'
>

// A stored mention, with the fields that only R10, search and the dashboard show.
export interface StoredMention extends Mention {
  readonly storyId: string
  // `by` is the name of a person; empty when the account no longer exists.
  readonly corrected: { readonly by: string; readonly at: Date } | null
  // The text before its article was last changed, and when that was; null when it never was.
  readonly earlier: { readonly text: string; readonly until: Date } | null
  // Whether the expression or the dates of its project no longer match it.
  readonly unmatched: boolean
  // How many other mentions are in its near-duplicate group.
  readonly similar: number
  // What people put on it and wrote about it. `by` is the name of a person.
  readonly tags: readonly string[]
  readonly note: { readonly text: string; readonly by: string; readonly at: Date } | null
  // What judged the mention when it was stored; null where an earlier version stored it.
  readonly judgement: Pick<Judgement, 'model' | 'probabilities'> | null
}

// `stories` is the group of each mention, in the same order.
export async function insertMentions(
  tx: Db,
  projectId: string,
  mentions: readonly NewMention[],
  stories: readonly string[],
): Promise<void> {
  if (mentions.length === 0) return
  const texts = (pick: (mention: NewMention) => string) => mentions.map(pick)
  const plain = (pick: (mention: NewMention) => number | string) => plainArray(mentions.map(pick))
  await tx`
    insert into mention (project_id, id, platform, cell, platform_id, kind, text, url, author_id, author_username, author_name,
                         language, likes, comments, shares, views, matched, relevance, model_sentiment, confidence, story_id,
                         published_at, byline, passing, model, negative, positive, entities)
    select ${projectId}::uuid, id, platform, cell, platform_id, kind, text, url, author_id, author_username, author_name,
           language, likes, comments, shares, views, string_to_array(matched, chr(31)), relevance, sentiment, confidence, story_id,
           published_at, nullif(byline, ''), passing, model, negative, positive,
           coalesce(string_to_array(nullif(entities, ''), chr(31)), '{}')
      from unnest(
        ${plain((m) => m.id)}::uuid[], ${plain((m) => PLATFORM_NUMBERS[m.post.platform])}::smallint[],
        ${plain((m) => m.cell)}::smallint[], ${texts((m) => m.post.platformId)}::text[],
        ${texts((m) => m.post.kind)}::text[], ${texts((m) => m.post.text)}::text[], ${texts((m) => m.post.url)}::text[],
        ${texts((m) => m.post.author.id)}::text[], ${texts((m) => m.post.author.username)}::text[],
        ${texts((m) => m.post.author.displayName)}::text[], ${texts((m) => m.language)}::text[],
        ${plain((m) => m.post.engagement.likes)}::bigint[], ${plain((m) => m.post.engagement.comments)}::bigint[],
        ${plain((m) => m.post.engagement.shares)}::bigint[], ${plain((m) => m.post.engagement.views)}::bigint[],
        ${texts((m) => m.matched.join('\u001f'))}::text[], ${plain((m) => m.relevance)}::real[],
        ${plain((m) => m.sentiment)}::smallint[], ${plain((m) => m.confidence)}::real[], ${plainArray(stories)}::uuid[],
        ${plain((m) => m.post.publishedAt.toISOString())}::timestamptz[], ${texts((m) => m.post.byline ?? '')}::text[],
        ${mentions.map((m) => m.passing)}::boolean[], ${plain((m) => JUDGING_MODELS.indexOf(m.model))}::smallint[],
        ${plain((m) => thousandths(m.probabilities).negative ?? 'null')}::smallint[],
        ${plain((m) => thousandths(m.probabilities).positive ?? 'null')}::smallint[],
        ${texts((m) => m.entities.join('\u001f'))}::text[])
      as t(id, platform, cell, platform_id, kind, text, url, author_id, author_username, author_name, language,
           likes, comments, shares, views, matched, relevance, sentiment, confidence, story_id, published_at, byline, passing,
           model, negative, positive, entities)`
}

// As they are stored. Neutral is the rest, so together they must not exceed 1000.
export function thousandths(probabilities: Probabilities | null): Record<'negative' | 'positive', number | null> {
  if (probabilities === null) return { negative: null, positive: null }
  const negative = Math.round(probabilities[0] * 1000)
  return { negative, positive: Math.min(1000 - negative, Math.round(probabilities[2] * 1000)) }
}

// The columns that `toListed` and `toMention` read, of mention m and its story s, which is the one that is not merged. `similar` is one less than the group's size.
export const LISTED_COLUMNS = `m.id, m.project_id, m.cell, m.text, m.url, m.author_id, m.author_username, m.author_name,
  m.published_at, m.updated_at`
// Every table of a statement is compared with the project itself, and not only with each other: Citus runs it on one node then.
export function mentionColumns(project: string | Fragment): Fragment {
  const id = project instanceof Fragment ? project : sql`${project}::uuid`
  return sql`${raw(LISTED_COLUMNS)}, m.platform_id, m.kind, m.language, m.likes, m.comments, m.shares, m.views, m.matched, m.passing, m.entities,
  coalesce(s.id, m.story_id) as story_id, m.corrected_name, m.corrected_at, m.earlier_text, m.revised_at, m.byline,
  m.model, m.negative, m.positive,
  s.size - 1 as similar,
  exists (select from unmatched_mention u where u.project_id = ${id} and u.id = m.id) as unmatched,
  ${tagsOf(id)} as tags,
  (select jsonb_build_object('text', n.text, 'by', n.by_name, 'at', n.written_at) from mention_note n
    where n.project_id = ${id} and n.id = m.id) as note`
}

// The tags of mention m.
export function tagsOf(project: Fragment): Fragment {
  return sql`array(select t.tag from mention_tag t where t.project_id = ${project} and t.id = m.id order by t.tag)`
}

// Reads mentions by id, in the given order.
export async function readMentions(db: Db, projectId: string, ids: readonly string[]): Promise<StoredMention[]> {
  if (ids.length === 0) return []
  const project = sql`${projectId}::uuid`
  const rows = await db`select ${mentionColumns(project)} ${fromMentions(project, idArray(ids))}`
  const found = new Map(rows.map((row) => [row.id as string, toMention(row)]))
  return ids.flatMap((id) => found.get(id.toLowerCase()) ?? [])
}

// Who wrote mentions, by id, in the given order.
export async function readAuthorsOf(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Pick<Mention, 'id' | 'platform' | 'author'>[]> {
  if (ids.length === 0) return []
  const rows = await db<Record<string, unknown>>`
    select id, cell, author_id, author_username, author_name from mention
     where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[])`
  const found = new Map(
    rows.map((row) => [row.id, { id: row.id as string, platform: platformAt(row), author: toAuthor(row) }]),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}

// Mention m and its story s by ids. All ids are looked up in one pass over the index, which costs less than one by one; the rows come
// in any order. Few stories are merged, so the second look-up is rare.
export function fromMentions(project: Fragment, ids: Fragment): Fragment {
  return sql`
      from mention m
      left join story own on own.project_id = ${project} and own.id = m.story_id
      left join story root on root.project_id = ${project} and root.id = own.merged_into
     cross join lateral (select coalesce(root.id, own.id) as id, coalesce(root.size, own.size) as size) s
     where m.project_id = ${project} and m.id = any(${ids})`
}

export function idArray(ids: readonly string[]): Fragment {
  return sql`${plainArray(ids)}::uuid[]`
}

export function toListed(row: Record<string, unknown>): ListedMention {
  const cell = row.cell as number
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    platform: platformAt(row),
    text: row.text as string,
    url: row.url as string,
    author: toAuthor(row),
    sentiment: ((cell % 3) - 1) as Sentiment,
    publishedAt: row.published_at as Date,
    updatedAt: row.updated_at as Date,
  }
}

function platformAt(row: Record<string, unknown>): Platform {
  return platformOf(Math.floor((row.cell as number) / 3))
}

export function toMention(row: Record<string, unknown>): StoredMention {
  return {
    ...toListed(row),
    platformId: row.platform_id as string,
    kind: row.kind as PostKind,
    byline: row.byline as string | null,
    language: row.language as string,
    engagement: toEngagement(row),
    matched: row.matched as string[],
    passing: row.passing as boolean,
    entities: row.entities as string[],
    storyId: row.story_id as string,
    corrected:
      row.corrected_at === null
        ? null
        : { by: (row.corrected_name as string | null) ?? '', at: row.corrected_at as Date },
    earlier: row.earlier_text === null ? null : { text: row.earlier_text as string, until: row.revised_at as Date },
    unmatched: row.unmatched as boolean,
    similar: (row.similar as number | null) ?? 0,
    tags: row.tags as string[],
    note: toNote(row.note as NoteRow | null),
    judgement: toJudgement(row as unknown as JudgementRow),
  }
}

interface NoteRow {
  readonly text: string
  readonly by: string
  readonly at: string
}

function toNote(note: NoteRow | null): StoredMention['note'] {
  return note === null ? null : { ...note, at: new Date(note.at) }
}

interface JudgementRow {
  readonly model: number | null
  readonly negative: number | null
  readonly positive: number | null
}

export function toJudgement({ model: number, negative, positive }: JudgementRow): StoredMention['judgement'] {
  const model = JUDGING_MODELS[number ?? -1]
  if (model === undefined) return null
  if (negative === null || positive === null) return { model, probabilities: null }
  return { model, probabilities: [negative / 1000, (1000 - negative - positive) / 1000, positive / 1000] }
}

export function toAuthor(row: Record<string, unknown>): Author {
  return {
    id: row.author_id as string,
    username: row.author_username as string,
    displayName: row.author_name as string,
  }
}

export function toEngagement(row: Record<string, unknown>): Engagement {
  return {
    likes: row.likes as number,
    comments: row.comments as number,
    shares: row.shares as number,
    views: row.views as number,
  }
}
