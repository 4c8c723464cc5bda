import type { Pool } from '../../src/store/db.ts'

// What a refused request may change: failed log-ins are counted, and a session remembers when it was last used.
const IGNORED_TABLES = ['login_attempt']

// A row count and a checksum of every table.
export async function stateOf(pool: Pool): Promise<string> {
  const tables = await pool<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'public' and not c.relname = any(${IGNORED_TABLES}) order by 1`
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) as rows, sum(hashtextextended((to_jsonb(t) - 'last_seen_at')::text, 0)) as sum from "${name}" t`,
  )
  const rows = await pool.query(sums.join(' union all '), [])
  return rows.map(({ name, rows: count, sum }) => `${name} ${count} ${sum}`).join('\n')
}
