import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { log } from '../log.ts'
import { type Db, openPool, type Pool } from './db.ts'
import { adaptAddress, distributeTables } from './distribute.ts'
import { buildMissingKeys } from './mentions/story-key-upkeep.ts'
import { rebuildOutdated } from './search/rebuild.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
// An arbitrary number; every Pantau process must use the same one.
const LOCK = 7_261_001

// The hash of an earlier text of a migration that does the same. PostgreSQL 15.20, and the other releases of its day, refuse to add a
// column to a table whose row type the body of an SQL function names, so that body is now a string (0042 changes existing databases).
const EARLIER: Readonly<Record<string, string>> = {
  '0017_listening.sql': '154a0fe109d6dcac3081358d34b690bb3d84e48945439a87cc4d613eb7df8fda',
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

// Brings the schema up to date. `upTo` stops after the migration of that name (for restoring backups and upgrade tests).
export async function migrate(url: string, upTo?: string): Promise<string[]> {
  // One connection holds the lock, another migrates.
  const pool = openPool(url, { max: 2, name: 'pantau migrate' })
  try {
    const wanted = await readMigrations()
    const last = upTo === undefined ? wanted.length : wanted.findIndex((migration) => migration.name === upTo) + 1
    // Two processes may start at once. `create table if not exists` alone fails in that race, so the lock comes first.
    return await pool.reserve(async (db) => {
      await db`select pg_advisory_lock(${LOCK})`
      const applied = await applyAll(pool, wanted.slice(0, last))
      if (upTo === undefined) {
        await distributeTables(pool)
        await rebuildIndexes(await adaptAddress(pool))
      }
      await db`select pg_advisory_unlock(${LOCK})`
      return applied
    })
  } finally {
    await pool.end()
  }
}

async function rebuildIndexes(url: string): Promise<void> {
  const pool = openPool(url, { max: 1, name: 'pantau migrate' })
  try {
    await rebuildOutdated(pool)
    await buildMissingKeys(pool)
  } finally {
    await pool.end()
  }
}

// The migrations that this program ships and the database has not applied.
export async function pendingMigrations(db: Db): Promise<string[]> {
  const [table] = await db`select to_regclass('schema_migration') is not null as present`
  const wanted = await readMigrations()
  if (table?.present !== true) return wanted.map((migration) => migration.name)
  const applied = new Set((await db`select name from schema_migration`).map((row) => row.name))
  return wanted.filter((migration) => !applied.has(migration.name)).map((migration) => migration.name)
}

// The names of all migrations that this program ships, in order.
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

async function applyAll(pool: Pool, wanted: readonly Migration[]): Promise<string[]> {
  await pool`create table if not exists schema_migration (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`
  const rows = await pool<{ name: string; hash: string }>`select name, hash from schema_migration`
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const done: string[] = []
  for (const migration of wanted) {
    const hash = applied.get(migration.name)
    if (hash === undefined) {
      await pool.begin(async (tx) => {
        await tx.script(migration.sql)
        await tx`insert into schema_migration (name, hash) values (${migration.name}, ${migration.hash})`
      })
      log.info({ migration: migration.name }, 'applied a migration')
      done.push(migration.name)
    } else if (hash !== migration.hash && hash !== EARLIER[migration.name]) {
      throw new Error(`Migration ${migration.name} was changed after it was applied. Migrations go forward only.`)
    }
  }
  return done
}

async function readMigrations(): Promise<Migration[]> {
  const names = await knownMigrations()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
