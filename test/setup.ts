import { randomUUID } from 'node:crypto'
import postgres from 'postgres'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of its own for one test file, cloned from the migrated template. Drop it in `after`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { server, template, prefix, strategy } = readEnvironment()
  const name = `${prefix}${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await onServer(server, (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy ${sql(strategy)}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => onServer(server, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  }
}

/** One connection for as long as `work` takes. */
export async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

interface TestServer {
  readonly server: string
  readonly template: string
  readonly prefix: string
  readonly strategy: string
}

function readEnvironment(): TestServer {
  const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template, TEST_DATABASE_PREFIX: prefix } = process.env
  // Copying files is three times as fast as logging every page, but only where nothing waits for the disk.
  const strategy = process.env.TEST_DATABASE_STRATEGY ?? 'wal_log'
  if (server && template && prefix) return { server, template, prefix, strategy }
  throw new Error(
    'There is no test database. Run this file with `npm test -- <file>`, or `node test/run.ts --no-check <file>`.',
  )
}
