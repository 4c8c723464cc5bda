import type { Config } from '../config.ts'
import { log } from '../log.ts'
import { borrowEmbedded, startEmbedded } from '../postgres/bundled.ts'
import { openPool, type Pool } from '../store/db.ts'
import { adaptAddress } from '../store/distribute.ts'
import { migrate } from '../store/migrate.ts'
import { checkDatabase, explainDatabaseFailure } from './explain.ts'

export interface Database {
  readonly url: string
  stop(): Promise<void>
}

// How long a start waits for another instance to finish stopping.
const WAIT_MS = 10_000

// Uses DATABASE_URL, or starts the bundled server, which stops with this process. Rejects a second service on the same data folder.
export async function openDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl !== '') return openExternal(config.databaseUrl)
  return startEmbedded({ dataDir: config.dataDir, log, waitMs: WAIT_MS })
}

// For processes that may run next to a service: uses its bundled server, or starts one for as long as it is needed.
export async function borrowDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl !== '') return openExternal(config.databaseUrl)
  return borrowEmbedded({ dataDir: config.dataDir, log })
}

// Checks the server before anything is started on it, so that what is wrong is reported in one line.
async function openExternal(address: string): Promise<Database> {
  const pool = openPool(address, { max: 1, name: 'pantau probe' })
  try {
    await checkDatabase(pool)
    return { url: await adaptAddress(pool), stop: async () => {} }
  } catch (error) {
    throw explainDatabaseFailure(address, error) ?? error
  } finally {
    await pool.end({ timeout: 5 })
  }
}

// For short-lived commands: borrows the database, brings its schema up to date and runs `work`.
export async function withDatabase<T>(config: Config, work: (pool: Pool, url: string) => Promise<T>): Promise<T> {
  const database = await borrowDatabase(config)
  const pool = openPool(database.url, { max: 4, name: 'pantau command' })
  try {
    await migrate(database.url)
    return await work(pool, database.url)
  } finally {
    await pool.end({ timeout: 5 })
    await database.stop()
  }
}
