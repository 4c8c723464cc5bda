import { log } from '../log.ts'
import { type Db, openPool } from './db.ts'

// What grows with the mentions of a project lies with that project, on one node; all of it together, so that one project's queries
// and transactions need one node. Everything else is small and joined with accounts and the queue: it stays on the coordinator.
export const DISTRIBUTED = ['mention', 'mention_count', 'story', 'day_digest', 'summary', 'coverage'] as const
// Used inside queries that run on the workers.
const FUNCTIONS = ['first_id(bigint)'] as const

// Where the Citus extension is present, distributes the project tables by project. Harmless to repeat: what is distributed already
// is left alone, and what a later migration adds to the list is distributed then. Answers the tables that it distributed.
export async function distributeTables(db: Db): Promise<string[]> {
  if (!(await hasCitus(db))) return []
  for (const signature of FUNCTIONS) await db`select create_distributed_function(${signature}::regprocedure)`
  const known = await listDistributed(db)
  const added: string[] = []
  for (const table of DISTRIBUTED) {
    if (known.includes(table)) continue
    const [first] = DISTRIBUTED
    const beside = table === first ? 'default' : first
    await db`select create_distributed_table(${table}::regclass, 'project_id', colocate_with => ${beside})`
    log.info({ table }, 'distributed a table by project')
    added.push(table)
  }
  return added
}

// Citus plans a query for the node that it concerns, for which it needs the values: with plans made once for all values, as we ask
// for elsewhere, it fails. Answers the address to use instead.
export async function adaptAddress(url: string): Promise<string> {
  const pool = openPool(url, { max: 1, name: 'pantau look' })
  try {
    if (!(await hasCitus(pool))) return url
    const adapted = new URL(url)
    adapted.searchParams.set('plan_cache_mode', 'auto')
    return adapted.href
  } finally {
    await pool.end({ timeout: 5 })
  }
}

export async function hasCitus(db: Db): Promise<boolean> {
  const [row] = await db`select exists (select from pg_extension where extname = 'citus') as present`
  return row?.present === true
}

async function listDistributed(db: Db): Promise<string[]> {
  const rows = await db`
    select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid where d.partmethod = 'h'`
  return rows.map((row) => row.name)
}
