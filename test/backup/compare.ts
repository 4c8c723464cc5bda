import { type Db, dbOf, openClient } from '../../src/store/db.ts'
import { identifier } from '../../src/store/sql.ts'

// These tables are not part of a backup.
const EXCLUDED = ['session', 'event', 'login_attempt']

export type Contents = Readonly<Record<string, string>>

// The number of rows of every table and a hash over all of them in order: two databases with the same contents have the same rows.
export async function readContents(db: Db): Promise<Contents> {
  const tables = await db<{ name: string }>`
    select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and relname <> all(${EXCLUDED}) order by 1`
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    // When a migration was applied is not restored, only which ones were.
    const row = name === 'schema_migration' ? 'r.name || r.hash' : 'r::text'
    const [found] = await db.query(
      `select count(*)::int as rows, md5(string_agg(hash, '' order by hash)) as hash
         from (select md5(${row}) as hash from ${identifier(name).strings.join('')} r) hashed`,
      [],
    )
    contents[name] = `${found?.rows} rows ${found?.hash}`
  }
  return contents
}

export interface Snapshot {
  readonly name: string
  contents(): Promise<Contents>
  close(): Promise<void>
}

// Holds one state of a database that others go on changing. It is what a backup of that name has to contain.
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await openClient(url, { name: 'backup test' })
  const db = dbOf(client)
  await db.script('begin isolation level repeatable read read only')
  const [exported] = await db`select pg_export_snapshot() as name`
  return { name: exported?.name, contents: () => readContents(db), close: () => client.end() }
}
