import { defineCommand } from './command.ts'
import { runService } from './start.ts'

export const workCommand = defineCommand({
  usage: `pantau work

Runs workers and the schedule only; the API runs elsewhere with \`pantau serve\`.`,
  options: {},
  arguments: [],
  run: () => runService({ serve: false, work: true }),
})
