import type { CommandEntry } from './command.ts'

// Each command is loaded only when it is run, so that `pantau match` does not wait for a web server to load.
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  start: {
    about: 'API, workers and dashboard, on the bundled PostgreSQL or DATABASE_URL',
    load: async () => (await import('./start.ts')).startCommand,
  },
  serve: { about: 'API and dashboard only', load: async () => (await import('./serve.ts')).serveCommand },
  work: { about: 'workers only', load: async () => (await import('./work.ts')).workCommand },
  migrate: {
    about: 'update the database schema',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  user: { about: 'add, list and change users', load: async () => (await import('./user.ts')).userCommand },
  feed: { about: 'add, list, remove and test feeds', load: async () => (await import('./feed.ts')).feedCommand },
  collect: {
    about: 'run one project now, in the foreground',
    load: async () => (await import('./collect.ts')).collectCommand,
  },
  import: {
    about: 'load your own posts from a file',
    load: async () => (await import('./import.ts')).importCommand,
  },
  match: {
    about: 'show whether a text matches an expression, and why',
    load: async () => (await import('./match.ts')).matchCommand(process),
  },
  classify: {
    about: 'print sentiment and language, one text per line',
    load: async () => (await import('./classify.ts')).classifyCommand(process),
  },
  mcp: {
    about: 'let an agent on this machine use a service, over standard input and output',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  backup: {
    about: 'write all data to one file; the service may keep running',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  restore: {
    about: 'load a backup into an empty database',
    load: async () => (await import('./backup.ts')).restoreCommand,
  },
  recount: {
    about: 'compare every stored number with the rows, and repair it',
    load: async () => (await import('./recount.ts')).recountCommand,
  },
  query: {
    about: 'print mentions, stories or insights of a project',
    load: async () => (await import('./query.ts')).queryCommand,
  },
  export: {
    about: 'write the mentions of a project to a file: CSV, XLSX, JSON lines or Parquet',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  config: {
    about: 'print every setting, its value and where it came from',
    load: async () => (await import('./config.ts')).configCommand,
  },
  doctor: {
    about: 'check settings, database, migrations, sources, disk and clock',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  completion: {
    about: 'print the completion script of a shell',
    load: async () => (await import('./completion.ts')).completionCommand(COMMANDS),
  },
}
