import { defineCommand } from './command.ts'
import { END_WITH_PARENT_USAGE, runService, SERVICE_OPTIONS } from './start.ts'

export const serveCommand = defineCommand({
  usage: `pantau serve [--end-with-parent]

Runs the API and the dashboard only; workers run elsewhere with \`pantau work\`.
${END_WITH_PARENT_USAGE}

  DATABASE_URL=postgres://pantau@db.example.org/pantau pantau serve`,
  options: SERVICE_OPTIONS,
  arguments: [],
  run: ({ values }) => runService({ serve: true, work: false }, values),
})
