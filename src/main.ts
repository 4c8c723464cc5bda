#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { type Command, printUsage, refuse, unknownWord } from './cli/command.ts'
import { Problem } from './domain/problem.ts'
import { hideSecrets, log } from './log.ts'
import { VERSION } from './version.ts'

// Reuses compiled code between starts.
enableCompileCache()

interface Entry {
  readonly about: string
  load(): Promise<Command>
}

// Each command is loaded only when it is run, so that `pantau match` does not wait for a web server to load.
const COMMANDS: Readonly<Record<string, Entry>> = {
  start: {
    about: 'API, workers and dashboard, on the bundled PostgreSQL or DATABASE_URL',
    load: async () => (await import('./cli/start.ts')).startCommand,
  },
  serve: { about: 'API and dashboard only', load: async () => (await import('./cli/serve.ts')).serveCommand },
  work: { about: 'workers only', load: async () => (await import('./cli/work.ts')).workCommand },
  migrate: {
    about: 'update the database schema',
    load: async () => (await import('./cli/migrate.ts')).migrateCommand,
  },
  user: { about: 'add, list and change users', load: async () => (await import('./cli/user.ts')).userCommand },
  feed: { about: 'add, list, remove and test feeds', load: async () => (await import('./cli/feed.ts')).feedCommand },
  collect: {
    about: 'run one project now, in the foreground',
    load: async () => (await import('./cli/collect.ts')).collectCommand,
  },
  import: {
    about: 'load your own posts from a file',
    load: async () => (await import('./cli/import.ts')).importCommand,
  },
  match: {
    about: 'show whether a text matches an expression, and why',
    load: async () => (await import('./cli/match.ts')).matchCommand(process),
  },
  classify: {
    about: 'print sentiment and language, one text per line',
    load: async () => (await import('./cli/classify.ts')).classifyCommand(process),
  },
  mcp: {
    about: 'let an agent on this machine use a service, over standard input and output',
    load: async () => (await import('./cli/mcp.ts')).mcpCommand,
  },
  backup: {
    about: 'write all data to one file; the service may keep running',
    load: async () => (await import('./cli/backup.ts')).backupCommand,
  },
  restore: {
    about: 'load a backup into an empty database',
    load: async () => (await import('./cli/backup.ts')).restoreCommand,
  },
  recount: {
    about: 'compare every stored number with the rows, and repair it',
    load: async () => (await import('./cli/recount.ts')).recountCommand,
  },
  doctor: {
    about: 'check settings, database, migrations, sources, disk and clock',
    load: async () => (await import('./cli/doctor.ts')).doctorCommand,
  },
}

const USAGE = `pantau <command>

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(10)}${about}`)
  .join('\n')}

\`pantau <command> --help\` says more. Exit codes: 0 done, 1 failed, 2 mistyped.
`

async function main([name, ...args]: string[]): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') return printUsage(USAGE)
  if (name === '--version' || name === '-V') return printUsage(VERSION)
  if (name === undefined) return refuse('A command is missing.', USAGE)
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (entry === undefined) return refuse(unknownWord('command', name, Object.keys(COMMANDS)), USAGE)
  return (await entry.load()).run(args)
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof Problem) process.stderr.write(hideSecrets(`${error.message}\n`))
  else log.fatal({ err: error }, 'unexpected error, exiting')
  return 1
})
log.flush(() => process.exit())
