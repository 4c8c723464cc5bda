#!/usr/bin/env node
import './cli/env-file.ts'

import { enableCompileCache } from 'node:module'
import { runCommand } from './cli/run-command.ts'
import { log } from './log.ts'

// Reuses compiled code between starts.
enableCompileCache()

process.exitCode = await runCommand(process.argv.slice(2))
log.flush(() => process.exit())
