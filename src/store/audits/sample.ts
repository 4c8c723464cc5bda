import type { MentionFilter } from '../../domain/filter.ts'
import type { Sentiment } from '../../domain/sentiment.ts'
import type { Db } from '../db.ts'
import { sql } from '../sql.ts'
import { conditionOf } from './population.ts'

// What was drawn: the mentions of the filter whose hash is at most `cut`.
export interface Drawing {
  readonly projectId: string
  readonly id: string
  readonly filter: MentionFilter
  readonly salt: string
  readonly cut: string
  readonly drawnAt: Date
}

// A drawn mention with its labels by account. What counts is the model's sentiment, not the corrected one: people correct the
// mentions that they happen to read, which are no random sample.
export interface DrawnMention {
  readonly id: string
  readonly hash: string
  readonly predicted: Sentiment
  readonly confidence: number
  // Collected after the drawing.
  readonly isLater: boolean
  readonly labels: ReadonlyMap<string, Sentiment>
}

// The hash of the last of `size` mentions in drawing order, and how many there are up to it.
export async function findCut(
  db: Db,
  { projectId, filter, salt }: Pick<Drawing, 'projectId' | 'filter' | 'salt'>,
  size: number,
): Promise<{ readonly cut: string | null; readonly drawn: number }> {
  const condition = await conditionOf(db, projectId, filter)
  const [row] = await db`
    select max(hash) as cut, count(*)::int as drawn from (
      select ${hashOf(salt)} as hash from mention m where ${condition} order by 1 limit ${size}) drawn`
  return { cut: row?.cut ?? null, drawn: row?.drawn ?? 0 }
}

// The drawn mentions in drawing order; with a narrower filter, those of them that pass it.
export async function readDrawn(
  db: Db,
  drawing: Drawing,
  filter: MentionFilter = drawing.filter,
): Promise<DrawnMention[]> {
  const { projectId, salt, cut } = drawing
  const condition = await conditionOf(db, projectId, filter)
  const rows = await db<Omit<DrawnMention, 'labels'>>`
    select m.id, ${hashOf(salt)} as hash, m.model_sentiment as predicted, m.confidence,
           m.collected_at > ${drawing.drawnAt} as "isLater"
      from mention m where ${condition} and ${hashOf(salt)} <= ${cut} order by 2`
  const labels = await readLabels(db, drawing)
  return rows.map((row) => ({ ...row, labels: labels.get(row.id) ?? new Map() }))
}

function hashOf(salt: string) {
  return sql`md5(${salt}::text || m.id::text) collate "C"`
}

async function readLabels(db: Db, { projectId, id }: Drawing): Promise<Map<string, Map<string, Sentiment>>> {
  const rows = await db<{ mention: string; account: string; sentiment: Sentiment }>`
    select mention_id as mention, account_id as account, sentiment from audit_label
     where project_id = ${projectId} and audit_id = ${id} order by account_id`
  const labels = new Map<string, Map<string, Sentiment>>()
  for (const { mention, account, sentiment } of rows) {
    const own = labels.get(mention)
    if (own === undefined) labels.set(mention, new Map([[account, sentiment]]))
    else own.set(account, sentiment)
  }
  return labels
}

// What the model says of all mentions of a filter: how many of each sentiment, and the sum of its confidence.
export async function readPredictions(
  db: Db,
  projectId: string,
  filter: MentionFilter,
): Promise<Record<Sentiment, { count: number; confidence: number }>> {
  const condition = await conditionOf(db, projectId, filter)
  const rows = await db<{ sentiment: Sentiment; count: number; confidence: number }>`
    select m.model_sentiment as sentiment, count(*)::int as count, sum(m.confidence::float8) as confidence
      from mention m where ${condition} group by 1`
  const none = { count: 0, confidence: 0 }
  const predictions = { [-1]: none, 0: none, 1: none }
  for (const { sentiment, count, confidence } of rows) predictions[sentiment] = { count, confidence }
  return predictions
}

// Sets a person's label of a drawn mention; again changes it.
export async function putLabel(
  db: Db,
  { projectId, id }: Drawing,
  label: { readonly mentionId: string; readonly accountId: string; readonly sentiment: Sentiment },
): Promise<void> {
  await db`
    insert into audit_label (project_id, audit_id, mention_id, account_id, sentiment, labelled_at)
    values (${projectId}, ${id}, ${label.mentionId}, ${label.accountId}, ${label.sentiment}, now())
    on conflict (project_id, audit_id, mention_id, account_id) do update
       set sentiment = excluded.sentiment, labelled_at = excluded.labelled_at`
}

export async function removeLabel(
  db: Db,
  { projectId, id }: Drawing,
  label: { readonly mentionId: string; readonly accountId: string },
): Promise<boolean> {
  const removed = await db`
    delete from audit_label
     where project_id = ${projectId} and audit_id = ${id} and mention_id = ${label.mentionId} and account_id = ${label.accountId}`
  return removed.count > 0
}

// Whether a mention is one of the drawn ones.
export async function isDrawn(db: Db, drawing: Drawing, mentionId: string): Promise<boolean> {
  const condition = await conditionOf(db, drawing.projectId, drawing.filter)
  const [row] = await db`
    select 1 as found from mention m
     where ${condition} and m.id = ${mentionId} and ${hashOf(drawing.salt)} <= ${drawing.cut}`
  return row !== undefined
}
