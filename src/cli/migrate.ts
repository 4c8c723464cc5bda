import { migrate } from '../store/migrate.ts'
import { defineCommand } from './command.ts'
import { borrowDatabase } from './database.ts'
import { loadConfig } from './load-config.ts'

export const migrateCommand = defineCommand({
  usage: `pantau migrate

Updates the schema of the database. Every start does the same; with many processes, run it once before them.

  DATABASE_URL=postgres://pantau@db.example.org/pantau pantau migrate`,
  options: {},
  arguments: [],
  async run() {
    const database = await borrowDatabase(loadConfig())
    try {
      const applied = await migrate(database.url)
      process.stdout.write(applied.length === 0 ? 'The schema is up to date.\n' : `Applied ${applied.join(', ')}.\n`)
      return 0
    } finally {
      await database.stop()
    }
  },
})
