import './cli/env-file.ts'

import { runCommand } from './cli/run-command.ts'
import { log } from './log.ts'

process.exitCode = await runCommand(process.argv.slice(2))
log.flush(() => process.exit())
