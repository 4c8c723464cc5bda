import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../src/store/migrate.ts'
import { onServer } from './setup.ts'

const LOCK = 7_204_113

/** Makes sure the server has a migrated database to clone, named after the migrations in it, and answers its name. */
export async function ensureTemplate(server: string, migrations: string): Promise<string> {
  const name = `pantau_template_${hashFolder(migrations)}`
  await onServer(server, async (sql) => {
    // Two runs on one server take turns. The name appears only when the template is complete.
    await sql`select pg_advisory_lock(${LOCK})`
    const known = await sql`select from pg_database where datname = ${name}`
    if (known.length > 0) return
    const draft = `${name}_new`
    await sql`drop database if exists ${sql(draft)} with (force)`
    await sql`create database ${sql(draft)} encoding 'UTF8' template template0`
    const url = new URL(server)
    url.pathname = `/${draft}`
    await migrate(url.href)
    // Nobody may connect to it: a database in use cannot be cloned.
    await sql`alter database ${sql(draft)} allow_connections false`
    await sql`alter database ${sql(draft)} rename to ${sql(name)}`
  })
  return name
}

/** Removes what killed test processes of this run left. */
export async function dropDatabases(server: string, prefix: string): Promise<void> {
  await onServer(server, async (sql) => {
    const left = await sql<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${prefix})`
    for (const { name } of left) await sql`drop database if exists ${sql(name)} with (force)`
  })
}

function hashFolder(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) {
    hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
