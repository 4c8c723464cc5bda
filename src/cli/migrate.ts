import { readConfig } from '../config.ts'
import { migrate } from '../store/migrate.ts'
import { borrowDatabase } from './database.ts'

export async function migrateCommand(): Promise<number> {
  const database = await borrowDatabase(readConfig(process.env))
  try {
    const applied = await migrate(database.url)
    process.stdout.write(applied.length === 0 ? 'The schema is up to date.\n' : `Applied ${applied.join(', ')}.\n`)
    return 0
  } finally {
    await database.stop()
  }
}
