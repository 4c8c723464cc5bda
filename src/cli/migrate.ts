import { readConfig } from '../config.ts'
import { findRunning } from '../store/embedded.ts'
import { migrate } from '../store/migrate.ts'
import { openDatabase } from './database.ts'

export async function migrateCommand(): Promise<number> {
  const config = readConfig(process.env)
  const running = config.databaseUrl === '' ? await findRunning(config.dataDir) : null
  const database = running === null ? await openDatabase(config) : { url: running.url, stop: async () => {} }
  try {
    const applied = await migrate(database.url)
    process.stdout.write(applied.length === 0 ? 'The schema is up to date.\n' : `Applied ${applied.join(', ')}.\n`)
    return 0
  } finally {
    await database.stop()
  }
}
