import { once } from 'node:events'
import { addAbortSignal, type Readable, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Problem } from '../domain/problem.ts'
import { type Db, dbOf, openClient, openPool } from '../store/db.ts'
import { migrate } from '../store/migrate.ts'
import { identifier, identifiers } from '../store/sql.ts'

// A backup is text: a header line, then for each table a line with its name and columns and the lines that PostgreSQL's COPY
// writes, ended by `\.`, and a last line with the number of tables and rows, without which the file is incomplete. It is one
// consistent snapshot, taken while the service runs, and any PostgreSQL can restore it.
const FORMAT = 'pantau-backup-2'
// Has no last line.
const FORMAT_1 = 'pantau-backup-1'
const END = '\\.'
const STALL_MS = 60_000

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

export interface BackupOptions {
  readonly onProgress?: (size: BackupSize) => void
  // The backup is aborted when it makes no progress for this long.
  readonly stallMs?: number
}

// Tables whose rows are short-lived, or are written by the restore itself.
const EXCLUDED_TABLES = new Set(['schema_migration', 'session', 'event', 'login_failure'])

export async function writeBackup(url: string, out: Writable, options: BackupOptions = {}): Promise<BackupSize> {
  const client = await openClient(url, { name: 'pantau backup' })
  const watch = new StallWatch(options.stallMs ?? STALL_MS)
  const db = dbOf(client)
  try {
    await client.query('begin isolation level repeatable read read only')
    const migrations = (await db<{ name: string }>`select name from schema_migration order by name`).map(
      ({ name }) => name,
    )
    await writeLine(out, { format: FORMAT, migrations, made: new Date().toISOString() } satisfies Header)
    const tables = await listTables(db)
    let rows = 0
    for (const [index, header] of tables.entries()) {
      await writeLine(out, header)
      const count = (lines: number) => {
        watch.progress()
        rows += lines
        options.onProgress?.({ tables: index + 1, rows })
      }
      await copyTable(client, header, out, { count, signal: watch.signal })
    }
    await writeLine(out, { tables: tables.length, rows } satisfies BackupSize)
    return { tables: tables.length, rows }
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error
  } finally {
    watch.stop()
    await close(client, watch.signal.aborted)
  }
}

async function copyTable(
  client: pg.Client,
  { table, columns }: TableHeader,
  out: Writable,
  { count, signal }: { readonly count: (lines: number) => void; readonly signal: AbortSignal },
): Promise<void> {
  const text = `copy ${textOf(identifier(table))} (${textOf(identifiers(columns))}) to stdout`
  const copy = addAbortSignal(signal, client.query(copyTo(text)))
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    count(countLines(chunk))
    if (!out.write(chunk)) await once(out, 'drain', { signal })
  }
  if (!out.write(`${END}\n`)) await once(out, 'drain', { signal })
}

// Aborts when there is no progress for a while: a connection that hangs must not hold its snapshot for ever.
class StallWatch {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #ms: number

  constructor(ms: number) {
    this.#ms = ms
    this.#timer = setTimeout(() => {
      this.#controller.abort(new Problem('unavailable', `Aborted after ${this.#ms / 1000} s without progress.`))
    }, ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  progress(): void {
    this.#timer.refresh()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

// Validates the whole file without using a database. Throws a `Problem` if it is invalid.
export async function checkBackup(input: Readable): Promise<BackupSize & { readonly made: string }> {
  const lines = linesOf(input)
  const header = readHeader(await nextLine(lines))
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
      if (!isWhole) throw notWhole()
      return { tables, rows, made: header.made }
    }
  }
}

// Restores into a database that is not in use yet, from a file that passed `checkBackup`. All rows are restored or none, then newer
// migrations are applied.
export async function readBackup(
  url: string,
  input: Readable,
  options: BackupOptions = {},
): Promise<{ readonly tables: number; readonly made: string }> {
  const lines = linesOf(input)
  const header = readHeader(await nextLine(lines))
  await refuseUsed(url)
  await migrate(url, header.migrations.at(-1))
  const client = await openClient(url, { name: 'pantau restore' })
  const watch = new StallWatch(options.stallMs ?? STALL_MS)
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
    await close(client, watch.signal.aborted)
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
    for (let row = await nextLine(lines); row !== END; row = await nextLine(lines)) {
      rows += 1
      if (!copy.write(`${row}\n`)) {
        await once(copy, 'drain', { signal })
        onProgress({ tables, rows })
      }
    }
    copy.end()
    await finished(copy, { signal })
    await continueSequences(db, table)
    tables += 1
    onProgress({ tables, rows })
  }
}

// Ordered so that every table follows the tables it references.
async function listTables(db: Db): Promise<TableHeader[]> {
  const rows = await db<TableHeader & { refers: boolean }>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
           exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as refers
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
     group by c.oid, c.relname order by refers, c.relname`
  return rows.filter(({ table }) => !EXCLUDED_TABLES.has(table)).map(({ table, columns }) => ({ table, columns }))
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

// A connection in the middle of a COPY cannot be closed cleanly.
async function close(client: pg.Client, destroy: boolean): Promise<void> {
  if (destroy) (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  await client.end().catch(() => {})
}

function textOf(fragment: ReturnType<typeof identifier>): string {
  return fragment.strings.join('')
}

function readHeader(line: string): Header {
  try {
    const header = JSON.parse(line) as Header
    if ((header.format === FORMAT || header.format === FORMAT_1) && Array.isArray(header.migrations)) return header
  } catch {
    // The error is thrown below.
  }
  throw new Problem('invalid', 'This is not a backup of Pantau.')
}

function readTableLine(line: string): TableHeader | BackupSize {
  try {
    return JSON.parse(line) as TableHeader | BackupSize
  } catch {
    throw notWhole()
  }
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
    if (code === 'Z_DATA_ERROR') throw new Problem('invalid', 'This is not a backup of Pantau.')
    throw error
  }
  if (rest.length > 0) yield rest.toString('utf8')
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const line = await lines.next()
  if (line.done === true) throw notWhole()
  return line.value
}

async function writeLine(out: Writable, value: object): Promise<void> {
  if (!out.write(`${JSON.stringify(value)}\n`)) await once(out, 'drain')
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (const byte of chunk) if (byte === 10) lines += 1
  return lines
}
