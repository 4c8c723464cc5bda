import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { postgres } from '../src/store/postgres.ts'
import { joinNodes } from './setup-nodes.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of its own for one test file, cloned from the migrated template. Drop it in `after`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { template, strategy } = readEnvironment()
  return makeDatabase(
    (sql, name) => sql`create database ${sql(name)} template ${sql(template)} strategy ${sql(strategy)}`,
  )
}

/** One without a schema, for tests of migrating. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await makeDatabase(
    (sql, name) => sql`create database ${sql(name)} encoding 'UTF8' template template0`,
  )
  await joinNodes(readEnvironment().servers, new URL(database.url).pathname.slice(1))
  return database
}

async function makeDatabase(create: (sql: Sql, name: string) => Promise<unknown>): Promise<TestDatabase> {
  const { servers, prefix } = readEnvironment()
  const name = `${prefix}${randomUUID().replaceAll('-', '').slice(0, 16)}`
  for (const server of servers) await onServer(server, (sql) => create(sql, name))
  const url = new URL(servers[0] as string)
  url.pathname = `/${name}`
  if (servers.length > 1) url.searchParams.set('plan_cache_mode', 'auto')
  return {
    url: url.href,
    async drop() {
      for (const server of servers) {
        await onServer(server, (sql) => sql`drop database if exists ${sql(name)} with (force)`)
      }
    },
  }
}

/** One connection for as long as `work` takes. */
export async function onServer(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

interface TestServer {
  // One, or a coordinator and its workers.
  readonly servers: readonly string[]
  readonly template: string
  readonly prefix: string
  readonly strategy: string
}

function readEnvironment(): TestServer {
  const { TEST_DATABASE_SERVERS: servers, TEST_DATABASE_TEMPLATE: template, TEST_DATABASE_PREFIX: prefix } = process.env
  // Copying files is three times as fast as logging every page, but only where nothing waits for the disk.
  const strategy = process.env.TEST_DATABASE_STRATEGY ?? 'wal_log'
  if (servers && template && prefix) return { servers: servers.split(' '), template, prefix, strategy }
  throw new Error(
    'There is no test database. Run this file with `npm test -- <file>`, or `node test/run.ts --no-check <file>`.',
  )
}
