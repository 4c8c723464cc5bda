import { Problem } from '../domain/problem.ts'
import { hideSecrets, log } from '../log.ts'
import { VERSION } from '../version.ts'
import { printUsage, refuse, unknownWord, wantsHelp } from './command.ts'
import { COMMANDS } from './commands.ts'
import { ENV_FILE } from './env-file.ts'

const USAGE = `pantau <command>

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}`)
  .join('\n')}

\`pantau <command> --help\` says more, \`pantau --version\` prints the version.

  pantau start
  pantau query mentions 'Banjir Jakarta' --q '"pintu air"' --limit 20`

// Runs what was typed after `pantau` and returns the exit status. What went wrong is printed.
export async function runCommand(words: readonly string[]): Promise<number> {
  try {
    return await chooseCommand(words)
  } catch (error) {
    if (error instanceof Problem) process.stderr.write(hideSecrets(`${error.message}\n`))
    else log.fatal({ err: error }, 'unexpected error, exiting')
    return 1
  }
}

async function chooseCommand([name, ...args]: readonly string[]): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') return printUsage(USAGE)
  if (name === '--version' || name === '-V') {
    process.stdout.write(`${VERSION}\n`)
    return 0
  }
  if (name === undefined) return refuse('A command is missing.', USAGE)
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (entry === undefined) {
    const what = name.startsWith('-') ? 'option' : 'command'
    return refuse(unknownWord(what, name, ['--help', '--version', ...Object.keys(COMMANDS)]), USAGE)
  }
  const command = await entry.load()
  if (ENV_FILE.fault !== null && !wantsHelp(args)) throw new Problem('invalid', ENV_FILE.fault)
  return command.run(args)
}
