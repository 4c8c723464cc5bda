import { once } from 'node:events'
import { addAbortSignal, type Readable, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Problem } from '../domain/problem.ts'
import { type Db, dbOf, openClient, openPool } from '../store/db.ts'
import { knownMigrations, migrate } from '../store/migrate.ts'
import { identifier, identifiers } from '../store/sql.ts'
import { StallWatch } from './stall.ts'

// A backup is text: a header line, then for each table a line with its name and columns and the lines that PostgreSQL's COPY
// writes, ended by `\.`, and a last line with the number of tables and rows, without which the file is incomplete. It is one
// consistent snapshot, taken while the service runs, and any PostgreSQL can restore it.
const FORMAT = 'pantau-backup-2'
// Has no last line.
const FORMAT_1 = 'pantau-backup-1'
const END = '\\.'
const STALL_MS = 60_000
// How long a chain of tables that reference each other may be; two that reference each other would have no end.
const REFERENCES_MAX = 20

interface Header {
  readonly format: string
  readonly migrations: readonly string[]
  readonly made: string
}

interface TableHeader {
  readonly table: string
  readonly columns: readonly string[]
}

export interface BackupSize {
  readonly tables: number
  readonly rows: number
}

export interface TransferProgress extends BackupSize {
  // As the server estimates it; only of a backup.
  readonly rowsExpected?: number
}

export interface TransferOptions {
  readonly onProgress?: (progress: TransferProgress) => void
  // The transfer is aborted when it makes no progress for this long.
  readonly stallMs?: number
}

export interface BackupOptions extends TransferOptions {
  // What another transaction exported with `pg_export_snapshot()`: the backup has exactly what that transaction sees.
  readonly snapshot?: string
}

// Tables whose rows are short-lived, or are written by the restore itself.
const EXCLUDED_TABLES = new Set(['schema_migration', 'session', 'event', 'login_attempt'])

export async function writeBackup(url: string, out: Writable, options: BackupOptions = {}): Promise<BackupSize> {
  const client = await openClient(url, { name: 'pantau backup' })
  const watch = new StallWatch(options.stallMs ?? STALL_MS, client)
  const db = dbOf(client)
  const write = async (bytes: string | Buffer) => {
    if (!out.write(bytes)) await once(out, 'drain', { signal: watch.signal })
    watch.progress()
  }
  const writeLine = (value: object) => write(`${JSON.stringify(value)}\n`)
  try {
    await beginSnapshot(client, options.snapshot)
    const migrations = (await db<{ name: string }>`select name from schema_migration order by name`).map(
      ({ name }) => name,
    )
    await writeLine({ format: FORMAT, migrations, made: new Date().toISOString() } satisfies Header)
    const tables = await listTables(db)
    const rowsExpected = await estimateRows(db, tables)
    let rows = 0
    for (const [index, header] of tables.entries()) {
      await writeLine(header)
      for await (const chunk of readTable(client, header, watch.signal)) {
        await write(chunk)
        rows += countLines(chunk)
        options.onProgress?.({ tables: index + 1, rows, rowsExpected })
      }
      await write(`${END}\n`)
    }
    await writeLine({ tables: tables.length, rows } satisfies BackupSize)
    return { tables: tables.length, rows }
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error
  } finally {
    watch.stop()
    await client.end().catch(() => {})
  }
}

async function beginSnapshot(client: pg.Client, snapshot: string | undefined): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  if (snapshot === undefined) return
  // This statement takes no parameters.
  await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`).catch((error: Error) => {
    throw new Problem('invalid', `There is no snapshot "${snapshot}": ${error.message}.`)
  })
}

function readTable(client: pg.Client, { table, columns }: TableHeader, signal: AbortSignal): AsyncIterable<Buffer> {
  const text = `copy ${textOf(identifier(table))} (${textOf(identifiers(columns))}) to stdout`
  return addAbortSignal(signal, client.query(copyTo(text)))
}

// Validates the whole file without using a database. Throws a `Problem` if it is invalid.
export async function checkBackup(input: Readable): Promise<BackupSize & { readonly made: string }> {
  const lines = linesOf(input)
  const header = await readHeader(lines)
  let tables = 0
  let rows = 0
  for (;;) {
    const line = await lines.next()
    const last = line.done === true || line.value === '' ? null : readTableLine(line.value)
    if (last !== null && 'table' in last) {
      tables += 1
      for (let row = await nextLine(lines); row !== END; row = await nextLine(lines)) rows += 1
    } else {
      const isWhole = last === null ? header.format === FORMAT_1 : last.tables === tables && last.rows === rows
      if (!isWhole || (await lines.next()).done !== true) throw notWhole()
      return { tables, rows, made: header.made }
    }
  }
}

// Restores into a database that is not in use yet, from a file that passed `checkBackup`. All rows are restored or none, then newer
// migrations are applied.
export async function readBackup(
  url: string,
  input: Readable,
  options: TransferOptions = {},
): Promise<{ readonly tables: number; readonly made: string }> {
  const lines = linesOf(input)
  const header = await readHeader(lines)
  await refuseUsed(url)
  await migrate(url, header.migrations.at(-1))
  const client = await openClient(url, { name: 'pantau restore' })
  const watch = new StallWatch(options.stallMs ?? STALL_MS, client)
  addAbortSignal(watch.signal, input)
  try {
    await client.query('begin')
    const onProgress = (size: BackupSize) => {
      watch.progress()
      options.onProgress?.(size)
    }
    const tables = await restoreTables(client, lines, { onProgress, signal: watch.signal })
    await client.query('commit')
    return { tables, made: header.made }
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error
  } finally {
    watch.stop()
    await client.end().catch(() => {})
    await migrate(url)
  }
}

async function refuseUsed(url: string): Promise<void> {
  const pool = openPool(url, { max: 1, name: 'pantau restore' })
  try {
    const [schema] = await pool`select to_regclass('project') is not null as present`
    if (schema?.present !== true) return
    const [used] = await pool`select exists (select from project) or (select count(*) > 1 from account) as used`
    if (used?.used === true)
      throw new Problem('conflict', 'The database is in use. Restore into an empty one (another PANTAU_DATA_DIR).')
  } finally {
    await pool.end({ timeout: 5 })
  }
}

async function restoreTables(
  client: pg.Client,
  lines: AsyncIterator<string>,
  { onProgress, signal }: { readonly onProgress: (size: BackupSize) => void; readonly signal: AbortSignal },
): Promise<number> {
  const db = dbOf(client)
  const present = await listTables(db)
  // Restored rows are complete: no trigger derives more of them (migrations/0017_listening.sql).
  await db`select set_config('pantau.restoring', 'on', true)`
  await db`truncate ${identifiers(present.map(({ table }) => table))} cascade`
  let tables = 0
  let rows = 0
  for (;;) {
    const line = await lines.next()
    const header = line.done === true || line.value === '' ? null : readTableLine(line.value)
    if (header === null || !('table' in header)) return tables
    const { table, columns } = header
    if (!present.some((one) => one.table === table))
      throw new Problem('invalid', `The backup has a table "${table}" that this version does not know.`)
    const copy = client.query(
      copyFrom(`copy ${textOf(identifier(table))} (${textOf(identifiers(columns))}) from stdin`),
    )
    // The server may refuse a row, or be gone, while the next line of the file is awaited.
    let failure: Error | null = null
    copy.on('error', (error: Error) => {
      failure = error
    })
    for (let row = await nextLine(lines); row !== END; row = await nextLine(lines)) {
      if (failure !== null) throw failure
      rows += 1
      if (!copy.write(`${row}\n`)) {
        await once(copy, 'drain', { signal })
        onProgress({ tables, rows })
      }
    }
    if (failure !== null) throw failure
    copy.end()
    await finished(copy, { signal })
    await continueSequences(db, table)
    tables += 1
    onProgress({ tables, rows })
  }
}

// Ordered so that every table follows the tables it references.
async function listTables(db: Db): Promise<TableHeader[]> {
  const rows = await db<TableHeader>`
    with recursive depth (oid, level) as (
      select oid, 0 from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      union
      select k.conrelid, level + 1 from depth join pg_constraint k on k.confrelid = depth.oid and k.contype = 'f'
       where k.conrelid <> k.confrelid and level < ${REFERENCES_MAX})
    select c.relname as table, columns
      from (select oid, max(level) as level from depth group by oid) d join pg_class c using (oid)
      cross join lateral (select array_agg(a.attname::text order by a.attnum) as columns from pg_attribute a
                           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) a
     order by level, c.relname`
  return rows.filter(({ table }) => !EXCLUDED_TABLES.has(table)).map(({ table, columns }) => ({ table, columns }))
}

async function estimateRows(db: Db, tables: readonly TableHeader[]): Promise<number> {
  const names = tables.map(({ table }) => table)
  const [estimate] = await db<{ rows: number }>`
    select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows from pg_class
     where relname = any(${names}) and relnamespace = current_schema()::regnamespace`
  return Math.round(estimate?.rows ?? 0)
}

// Sequence values used after the restore must not collide with restored ones.
async function continueSequences(db: Db, table: string): Promise<void> {
  const columns = await db<{ attname: string }>`
    select attname from pg_attribute where attrelid = ${table}::regclass and attidentity <> '' and not attisdropped`
  for (const { attname } of columns) {
    await db`
      select setval(pg_get_serial_sequence(${table}, ${attname}),
                    greatest((select max(${identifier(attname)}) from ${identifier(table)}), 1))`
  }
}

function textOf(fragment: ReturnType<typeof identifier>): string {
  return fragment.strings.join('')
}

async function readHeader(lines: AsyncIterator<string>): Promise<Header> {
  const header = parseObject((await lines.next()).value ?? '') as Partial<Header> | null
  const { format, migrations, made } = header ?? {}
  if ((format !== FORMAT && format !== FORMAT_1) || !isTexts(migrations) || typeof made !== 'string') throw notOurs()
  const known = await knownMigrations()
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Problem(
      'invalid',
      `The backup was made by a newer version of Pantau, which has the migration ${unknown}.`,
    )
  return { format, migrations, made }
}

function readTableLine(line: string): TableHeader | BackupSize {
  const { table, columns, tables, rows } = (parseObject(line) ?? {}) as Partial<TableHeader & BackupSize>
  if (typeof table === 'string' && isTexts(columns)) return { table, columns }
  if (typeof tables === 'number' && typeof rows === 'number') return { tables, rows }
  throw notWhole()
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
}

function parseObject(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function notOurs(): Problem {
  return new Problem('invalid', 'This is not a backup of Pantau.')
}

function notWhole(): Problem {
  return new Problem('invalid', 'The backup ends too early: it is not whole.')
}

// Lines end at a line feed only; readline would also split at characters that occur in texts.
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of input) {
      rest = Buffer.concat([rest, Buffer.from(chunk as Buffer | string)])
      let from = 0
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
        yield rest.toString('utf8', from, end)
        from = end + 1
      }
      rest = rest.subarray(from)
    }
  } catch (error) {
    // A truncated compressed file, or a file that is not compressed at all.
    const { code } = error as { code?: unknown }
    if (code === 'Z_BUF_ERROR') throw notWhole()
    if (code === 'Z_DATA_ERROR') throw notOurs()
    throw error
  }
  if (rest.length > 0) yield rest.toString('utf8')
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const line = await lines.next()
  if (line.done === true) throw notWhole()
  return line.value
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (const byte of chunk) if (byte === 10) lines += 1
  return lines
}
