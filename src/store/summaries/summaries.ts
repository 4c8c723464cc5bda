import type { Db } from '../db.ts'
import { newId } from '../ids.ts'
import { json } from '../sql.ts'

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
  readonly dropped: number
}

export interface StoredSummary extends NewSummary {
  readonly id: string
  readonly projectId: string
  readonly createdAt: Date
}

export async function addSummary(db: Db, projectId: string, summary: NewSummary): Promise<void> {
  await db`
    insert into summary (project_id, id, text, distribution, total, engine, evidence, dropped)
    values (${projectId}, ${newId()}, ${summary.text}, ${json(summary.distribution)}, ${summary.total},
            ${summary.engine}, ${json(summary.evidence)}, ${summary.dropped})`
}

// The newest summary of a project.
export async function findSummary(db: Db, projectId: string): Promise<StoredSummary | null> {
  const [summary] = await db<StoredSummary>`
    select id, project_id as "projectId", text, distribution, total, engine, evidence, dropped, created_at as "createdAt"
      from summary where project_id = ${projectId} order by id desc limit 1`
  return summary ?? null
}
