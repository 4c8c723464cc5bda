import type { Db } from '../db.ts'
import { json } from '../sql.ts'

// Records a change that a person made. Written in the same transaction as the change; secrets never go into `detail`.
export async function addAudit(
  tx: Db,
  entry: {
    readonly accountId: string | null
    readonly action: string
    readonly subject: string
    readonly detail?: Record<string, unknown>
  },
): Promise<void> {
  await tx`
    insert into audit_entry (account_id, action, subject, detail)
    values (${entry.accountId}, ${entry.action}, ${entry.subject}, ${json(entry.detail ?? {})})`
}
