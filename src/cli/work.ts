import { defineCommand } from './command.ts'
import { END_WITH_PARENT_USAGE, runService, SERVICE_OPTIONS } from './start.ts'

export const workCommand = defineCommand({
  usage: `pantau work [--end-with-parent]

Runs workers and the schedule only; the API runs elsewhere with \`pantau serve\`.
${END_WITH_PARENT_USAGE}

  DATABASE_URL=postgres://pantau@db.example.org/pantau pantau work`,
  options: SERVICE_OPTIONS,
  arguments: [],
  run: ({ values }) => runService({ serve: false, work: true }, values),
})
