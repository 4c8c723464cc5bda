import type { Fact } from '../../domain/fact.ts'
import type { Language } from '../../domain/message.ts'
import type { Db } from '../db.ts'
import { newId } from '../ids.ts'
import { readChange } from '../mentions/changed.ts'
import { json, NOTHING, sql } from '../sql.ts'

export interface EvidenceSentence {
  readonly text: string
  readonly mentions: readonly string[]
}

export interface NewSummary {
  readonly text: string
  // Label to count, counted by the database.
  readonly distribution: Readonly<Record<string, number>>
  readonly total: number
  readonly engine: string
  readonly evidence: readonly EvidenceSentence[]
  readonly facts: readonly Fact[]
  // When the mentions were counted; null in summaries without facts, written by earlier versions.
  readonly collectedUntil: Date | null
  readonly dropped: number
}

export interface StoredSummary extends NewSummary {
  readonly id: string
  readonly projectId: string
  readonly createdAt: Date
  // Whether mentions that it counts were corrected or removed since.
  readonly outdated: boolean
}

export async function addSummary(
  db: Db,
  projectId: string,
  summary: NewSummary & { readonly language: Language },
): Promise<void> {
  await db`
    insert into summary (project_id, id, text, distribution, total, engine, evidence, facts, collected_until, dropped, language)
    values (${projectId}, ${newId()}, ${summary.text}, ${json(summary.distribution)}, ${summary.total}, ${summary.engine},
            ${json(summary.evidence)}, ${json(summary.facts)}, ${summary.collectedUntil}, ${summary.dropped}, ${summary.language})`
}

// The newest summary of a project, in any language or in this one.
export async function findSummary(db: Db, projectId: string, language?: Language): Promise<StoredSummary | null> {
  const [summary] = await db<Omit<StoredSummary, 'outdated'>>`
    select id, project_id as "projectId", text, distribution, total, engine, evidence, facts,
           collected_until as "collectedUntil", dropped, created_at as "createdAt"
      from summary where project_id = ${projectId} ${language === undefined ? NOTHING : sql`and language = ${language}`}
     order by id desc limit 1`
  if (summary === undefined) return null
  const changedAt = await readChange(db, projectId)
  return { ...summary, outdated: isOutdated(summary.collectedUntil, changedAt) }
}

// A summary that was written before facts were stored cannot be recounted.
export function isOutdated(collectedUntil: Date | null, changedAt: Date | null): boolean {
  return collectedUntil === null || (changedAt !== null && changedAt > collectedUntil)
}
