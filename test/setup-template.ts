import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../src/store/db.ts'
import { migrate } from '../src/store/migrate.ts'
import { identifier } from '../src/store/sql.ts'
import { closeDatabase, onServer } from './setup.ts'
import { inDatabase, joinNodes } from './setup-nodes.ts'

const LOCK = 7_204_113

/** Ensures that the server has a migrated database to clone, named after the hash of the migrations. Returns its name. */
export async function ensureTemplate(servers: readonly string[], migrations: string): Promise<string> {
  const server = servers[0] as string
  const name = `pantau_template_${hashFolder(migrations)}`
  await onServer(server, async (db) => {
    // Serialises concurrent runs on one server. The name appears only when the template is complete.
    await db`select pg_advisory_lock(${LOCK})`
    const known = await db`select from pg_database where datname = ${name}`
    if (known.length > 0) return
    const draft = `${name}_new`
    await onAll(servers, async (each) => {
      await each`drop database if exists ${identifier(draft)} with (force)`
      await each`drop database if exists ${identifier(name)} with (force)`
      await each`create database ${identifier(draft)} encoding 'UTF8' template template0`
    })
    await joinNodes(servers, draft)
    await migrate(inDatabase(server, draft))
    // The first server is checked for the name above, so it is renamed last.
    await onAll(servers.toReversed(), async (each) => {
      await closeDatabase(each, draft)
      await each`alter database ${identifier(draft)} rename to ${identifier(name)}`
    })
  })
  return name
}

/** Drops the databases that killed test processes of this run left behind. */
export async function dropDatabases(servers: readonly string[], prefix: string): Promise<void> {
  await onAll(servers, async (db) => {
    const left = await db<{ name: string }>`
      select datname as name from pg_database where starts_with(datname, ${prefix})`
    for (const { name } of left) await db`drop database if exists ${identifier(name)} with (force)`
  })
}

async function onAll(servers: readonly string[], work: (db: Db) => Promise<unknown>): Promise<void> {
  for (const server of servers) await onServer(server, work)
}

function hashFolder(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) {
    hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
