import { defineCommand } from './command.ts'
import { runService } from './start.ts'

export const serveCommand = defineCommand({
  usage: `pantau serve

Runs the API and the dashboard only; workers run elsewhere with \`pantau work\`.`,
  options: {},
  arguments: [],
  run: () => runService({ serve: true, work: false }),
})
