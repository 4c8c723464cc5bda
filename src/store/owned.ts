import { accountIdOf, type Owner } from '../domain/owner.ts'
import type { Db } from './db.ts'
import { type Fragment, NOTHING, sql } from './sql.ts'

// The condition of a limited key on the column that holds the project, to follow the one on the account.
export function andReached(owner: Owner, projectColumn: Fragment): Fragment {
  return typeof owner === 'string' ? NOTHING : sql`and ${projectColumn} = any(${owner.projects as string[]}::uuid[])`
}

// For what is stored by project and looked up by an id that does not identify the project.
export async function listProjectIds(db: Db, owner: Owner): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from project where owner_id = ${accountIdOf(owner)} and removed_at is null ${andReached(owner, sql`id`)}`
  return rows.map(({ id }) => id)
}
