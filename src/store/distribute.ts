import { log } from '../log.ts'
import { type Db, distributedAddress, type Pool } from './db.ts'

// Tables that grow with the mentions of a project are distributed by project and colocated, so that one project's queries and
// transactions need one node. All other tables are small and joined with accounts and the queue: they stay on the coordinator.
export const DISTRIBUTED = [
  'mention',
  'mention_count',
  'story',
  'story_key_run',
  'story_entry',
  'story_family',
  'search_tail',
  'search_segment',
  'search_posting',
  'summary',
  'coverage',
  'hidden_mention',
  'audit',
  'audit_label',
  'unmatched_mention',
  'mention_change',
  'tag',
  'mention_tag',
  'mention_note',
  'bulk_change',
  'bulk_batch',
] as const
// Called inside queries that run on the workers.
const FUNCTIONS = [
  'first_id(bigint)',
  'first_id_at(bigint)',
  'add_counts(integer[], integer[])',
  'sum_cells(integer[], integer[])',
  'locate_page(uuid, smallint, integer[], bigint)',
  'lead_in(uuid, smallint[], uuid[], smallint[])',
] as const
// A call of one of these runs as a whole on the node that holds the project, which is its first argument.
const PROJECT_FUNCTIONS = [
  'page_keys(uuid, smallint, integer[], bigint, integer)',
  'mention_page(uuid, integer[], bigint, integer)',
  'story_page(uuid, integer[], bigint, integer, smallint[])',
] as const

// Where the Citus extension is present, distributes the project tables by project. Idempotent: tables that are already distributed
// are skipped, and tables that a later migration adds to the list are distributed then. Returns the tables that it distributed.
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
  for (const signature of PROJECT_FUNCTIONS) {
    await db`select create_distributed_function(${signature}::regprocedure, 'p', colocate_with => 'mention')`
  }
  return added
}

// Citus needs the parameter values to route a query to its node, so it fails with the generic plans that we use elsewhere (db.ts).
// Returns the address to use instead.
export async function adaptAddress(pool: Pool): Promise<string> {
  if (!(await hasCitus(pool))) return pool.url
  return distributedAddress(pool.url)
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
