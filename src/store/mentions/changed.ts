import type { Db } from '../db.ts'
import { makeDue } from '../watching/alerts.ts'

// Call this in the transaction of every change to stored mentions other than adding some: sentiment corrected, mention hidden or
// removed, moved to another story, given another text. The caller holds the project's row lock. Numbers that were counted before cannot
// be recounted, and rules are evaluated again.
export async function noteChange(tx: Db, projectId: string): Promise<void> {
  await tx`update project set mentions_changed_at = clock_timestamp() where id = ${projectId}`
  await makeDue(tx, projectId)
}

// When mentions of the project were last changed; null when never.
export async function readChange(db: Db, projectId: string): Promise<Date | null> {
  const [row] = await db`select mentions_changed_at as at from project where id = ${projectId}`
  return row?.at ?? null
}
