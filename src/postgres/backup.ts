import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Problem } from '../domain/problem.ts'
import { openPool, type Pool } from '../store/db.ts'
import { migrate } from '../store/migrate.ts'

// A backup is text: a line that says what it is, then each table as a line that names it and the lines that PostgreSQL's COPY
// writes, ended by `\.`. One snapshot of everything, while the service runs; any PostgreSQL reads it back.
const FORMAT = 'pantau-backup-1'
const END = '\\.'

interface Header {
  readonly format: string
  readonly migrations: readonly string[]
  readonly made: string
}

interface TableHeader {
  readonly table: string
  readonly columns: readonly string[]
}

// What lives shorter than a backup, or is made by restoring.
const LEFT_OUT = new Set(['schema_migration', 'session', 'event', 'login_failure'])

export async function writeBackup(
  pool: Pool,
  out: Writable,
): Promise<{ readonly tables: number; readonly rows: number }> {
  return pool.begin('isolation level repeatable read read only', async (tx) => {
    const migrations = (await tx`select name from schema_migration order by name`).map((row) => row.name as string)
    await writeLine(
      out,
      JSON.stringify({ format: FORMAT, migrations, made: new Date().toISOString() } satisfies Header),
    )
    const tables = await listTables(tx as unknown as Pool)
    let rows = 0
    for (const { table, columns } of tables) {
      await writeLine(out, JSON.stringify({ table, columns } satisfies TableHeader))
      const copy = await tx`copy ${tx(table)} (${tx(columns as string[])}) to stdout`.readable()
      for await (const chunk of copy) {
        rows += countLines(chunk as Buffer)
        if (!out.write(chunk)) await once(out, 'drain')
      }
      await writeLine(out, END)
    }
    return { tables: tables.length, rows }
  }) as Promise<{ tables: number; rows: number }>
}

// Only into a database that nobody uses yet. Everything or nothing is restored, then newer migrations are applied.
export async function readBackup(
  url: string,
  input: Readable,
): Promise<{ readonly tables: number; readonly made: string }> {
  const lines = linesOf(input)
  const header = readHeader(await nextLine(lines))
  await migrate(url, header.migrations.at(-1))
  const pool = openPool(url, { max: 1, name: 'pantau restore' })
  try {
    const [used] = await pool`select exists (select from project) or (select count(*) > 1 from account) as used`
    if (used?.used === true)
      throw new Problem('conflict', 'The database is in use. Restore into an empty one (another PANTAU_DATA_DIR).')
    const tables = (await pool.begin(async (tx) => restoreTables(tx as unknown as Pool, lines))) as number
    return { tables, made: header.made }
  } finally {
    await pool.end()
    await migrate(url)
  }
}

async function restoreTables(tx: Pool, lines: AsyncIterator<string>): Promise<number> {
  const present = await listTables(tx)
  await tx`truncate ${tx(present.map(({ table }) => table))} cascade`
  // Foreign keys are checked against the whole at the end: the backup is one consistent snapshot.
  let tables = 0
  for (;;) {
    const line = await lines.next()
    if (line.done === true || line.value === '') return tables
    const { table, columns } = JSON.parse(line.value) as TableHeader
    if (!present.some((one) => one.table === table))
      throw new Problem('invalid', `The backup has a table "${table}" that is not known.`)
    const copy = await tx`copy ${tx(table)} (${tx(columns as string[])}) from stdin`.writable()
    for (;;) {
      const row = await nextLine(lines)
      if (row === END) break
      if (!copy.write(`${row}\n`)) await once(copy, 'drain')
    }
    copy.end()
    await finished(copy)
    await continueSequences(tx, table)
    tables += 1
  }
}

// In an order in which every table comes after those it refers to.
async function listTables(db: Pool): Promise<TableHeader[]> {
  const rows = await db`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
           exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as refers
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
     group by c.oid, c.relname order by refers, c.relname`
  return rows
    .filter((row) => !LEFT_OUT.has(row.table))
    .map((row) => ({ table: row.table as string, columns: row.columns as string[] }))
}

// Numbers given out after the restore must not meet those that were restored.
async function continueSequences(tx: Pool, table: string): Promise<void> {
  const columns = await tx`
    select attname from pg_attribute where attrelid = ${table}::regclass and attidentity <> '' and not attisdropped`
  for (const { attname } of columns) {
    await tx`select setval(pg_get_serial_sequence(${table}, ${attname}), greatest((select max(${tx(attname)}) from ${tx(table)}), 1))`
  }
}

function readHeader(line: string): Header {
  try {
    const header = JSON.parse(line) as Header
    if (header.format === FORMAT && Array.isArray(header.migrations)) return header
  } catch {
    // Said below.
  }
  throw new Problem('invalid', 'This is not a backup of Pantau.')
}

// Lines end at a line feed and nowhere else; readline would also end them at characters that texts contain.
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of input) {
    rest = Buffer.concat([rest, Buffer.from(chunk as Buffer | string)])
    let from = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
      yield rest.toString('utf8', from, end)
      from = end + 1
    }
    rest = rest.subarray(from)
  }
  if (rest.length > 0) yield rest.toString('utf8')
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const line = await lines.next()
  if (line.done === true) throw new Problem('invalid', 'The backup ends too early: it is not whole.')
  return line.value
}

async function writeLine(out: Writable, line: string): Promise<void> {
  if (!out.write(`${line}\n`)) await once(out, 'drain')
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (const byte of chunk) if (byte === 10) lines += 1
  return lines
}
