import { randomUUID } from 'node:crypto'
import { type Db, dbOf, openClient } from '../src/store/db.ts'
import { identifier } from '../src/store/sql.ts'
import { joinNodes } from './setup-nodes.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A separate database for one test file, cloned from the migrated template. Drop it in `after`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { template } = readEnvironment()
  return makeDatabase((db, name) => cloneDatabase(db, template, name))
}

/** A copy of a database, whose connections are closed. */
export async function copyDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  const original = new URL(url).pathname.slice(1)
  return makeDatabase(async (db, name) => {
    await closeDatabase(db, original)
    await cloneDatabase(db, original, name)
    await db`alter database ${identifier(original)} allow_connections true`
  })
}

/** Ends the connections to a database and allows no others: one in use cannot be cloned. */
export async function closeDatabase(db: Db, name: string): Promise<void> {
  await db`alter database ${identifier(name)} allow_connections false`
  await db`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`
}

function cloneDatabase(db: Db, original: string, name: string): Promise<unknown> {
  const { strategy } = readEnvironment()
  return db`create database ${identifier(name)} template ${identifier(original)} strategy ${identifier(strategy)}`
}

/** A database without a schema, for tests of migrations. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await makeDatabase(
    (db, name) => db`create database ${identifier(name)} encoding 'UTF8' template template0`,
  )
  await joinNodes(readEnvironment().servers, new URL(database.url).pathname.slice(1))
  return database
}

async function makeDatabase(create: (db: Db, name: string) => Promise<unknown>): Promise<TestDatabase> {
  const { servers, prefix } = readEnvironment()
  const name = `${prefix}${randomUUID().replaceAll('-', '').slice(0, 16)}`
  for (const server of servers) await onServer(server, (db) => create(db, name))
  const url = new URL(servers[0] as string)
  url.pathname = `/${name}`
  if (servers.length > 1) url.searchParams.set('plan_cache_mode', 'auto')
  return {
    url: url.href,
    async drop() {
      for (const server of servers) {
        await onServer(server, (db) => db`drop database if exists ${identifier(name)} with (force)`)
      }
    },
  }
}

/** Opens one connection for the duration of `work`. */
export async function onServer(url: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const client = await openClient(url)
  try {
    await work(dbOf(client))
  } finally {
    await client.end()
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
