import '../../src/cli/env-file.ts'

import { runCommand } from '../../src/cli/run-command.ts'
import type { CommandLine, Ended } from './terminal.ts'

// The process of `runCommands` and `runCommandsOnTerminal` (terminal.ts). In pipes it prints an array of what each command ended with;
// on a terminal the commands print for themselves, and the first that fails ends it.

const [lines] = process.argv.slice(2).map((text) => JSON.parse(text) as readonly CommandLine[])
const environment = { ...process.env }
const ended: Ended[] = []
for (const { args, env } of lines ?? []) {
  process.env = { ...environment, ...env }
  if (!process.stderr.isTTY) ended.push(await capture(args))
  else {
    process.exitCode = await runCommand(args)
    if (process.exitCode !== 0) process.exit()
  }
}
process.stdout.write(process.stderr.isTTY ? '' : JSON.stringify(ended), () => process.exit())

async function capture(args: readonly string[]): Promise<Ended> {
  const { stdout, stderr } = process
  const original = [stdout.write, stderr.write] as const
  const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  const writeTo = (chunks: Buffer[]) => (chunk: string | Uint8Array) => chunks.push(Buffer.from(chunk)) > 0
  stdout.write = writeTo(written.stdout)
  stderr.write = writeTo(written.stderr)
  try {
    const status = await runCommand(args)
    return { status, stdout: String(Buffer.concat(written.stdout)), stderr: String(Buffer.concat(written.stderr)) }
  } finally {
    ;[stdout.write, stderr.write] = original
  }
}
