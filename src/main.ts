#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { Problem } from './domain/problem.ts'
import { log } from './log.ts'

// Reuses compiled code between starts.
enableCompileCache()

// Each command is loaded only when it is run, so that `pantau match` does not wait for a web server to load.
const COMMANDS: Readonly<Record<string, () => Promise<(args: string[]) => Promise<number>>>> = {
  start: async () => (await import('./cli/start.ts')).startCommand,
  serve: async () => (await import('./cli/serve.ts')).serveCommand,
  work: async () => (await import('./cli/work.ts')).workCommand,
  migrate: async () => (await import('./cli/migrate.ts')).migrateCommand,
  user: async () => (await import('./cli/user.ts')).userCommand,
  feed: async () => (await import('./cli/feed.ts')).feedCommand,
  collect: async () => (await import('./cli/collect.ts')).collectCommand,
  import: async () => (await import('./cli/import.ts')).importCommand,
  match: async () => {
    const { matchCommand } = await import('./cli/match.ts')
    return (args) => matchCommand(args, process)
  },
  classify: async () => {
    const { classifyCommand } = await import('./cli/classify.ts')
    return (args) => classifyCommand(args, process)
  },
  backup: async () => (await import('./cli/backup.ts')).backupCommand,
  restore: async () => (await import('./cli/backup.ts')).restoreCommand,
  doctor: async () => (await import('./cli/doctor.ts')).doctorCommand,
}

const HELP = `pantau <command>

  start                     API, workers and dashboard, on the bundled PostgreSQL or DATABASE_URL
  serve                     API and dashboard only
  work                      workers only
  migrate                   update the database schema
  user add|list|disable|enable|password|quota
  feed add|list|remove|test manage news feeds; test prints the entries of a URL or a file
  collect                   run one project now, in the foreground
  import                    load your own posts from CSV or from one JSON object per line
  match                     show whether a text matches an expression, and why
  classify                  print sentiment and language, one text per line
  backup <file>             write all data to one file; the service may keep running
  restore <file>            load a backup into an empty database
  doctor                    check settings, database, migrations, sources, disk and clock
`

async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined || command === 'help' || command === '--help') {
    process.stdout.write(HELP)
    return command === undefined ? 2 : 0
  }
  const load = COMMANDS[command]
  if (load === undefined) {
    process.stderr.write(`Unknown command "${command}".\n\n${HELP}`)
    return 2
  }
  const run = await load()
  return run(args)
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof Problem) process.stderr.write(`${error.message}\n`)
  else log.fatal({ err: error }, 'unexpected error, exiting')
  return 1
})
log.flush(() => process.exit())
