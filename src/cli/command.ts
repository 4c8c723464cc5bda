import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { nearest } from './nearest.ts'

// A command of the command line. `run` gets what was typed after its name and returns the exit status: 0 done, 1 failed, 2 mistyped.
export interface Command {
  readonly usage: string
  // Names of the options, with their dashes.
  readonly options: readonly string[]
  // By name; none for a command that does something itself.
  readonly subcommands: Readonly<Record<string, Command>>
  run(args: readonly string[]): Promise<number>
}

// A line of the table of commands.
export interface CommandEntry {
  readonly about: string
  load(): Promise<Command>
}

export interface CommandSpec<O extends ParseArgsOptionsConfig> {
  // The first line is the synopsis; then what it does, the options and examples.
  readonly usage: string
  readonly options: O
  // Names of the arguments, in order; one that ends in `?` may be left out.
  readonly arguments: readonly string[]
  run(input: CommandInput<O>): Promise<number>
}

type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O; strict: true }>>['values']

export interface CommandInput<O extends ParseArgsOptionsConfig> {
  readonly values: Values<O>
  // As many as the command has; an optional one that was left out is undefined.
  readonly args: readonly (string | undefined)[]
}

// `--help` prints the usage and does nothing else. A mistyped option or argument is named, and nothing else happens either.
export function defineCommand<const O extends ParseArgsOptionsConfig>(spec: CommandSpec<O>): Command {
  const known = ['--help', ...Object.keys(spec.options).map((name) => `--${name}`)]
  return {
    usage: spec.usage,
    options: known,
    subcommands: {},
    async run(args) {
      if (wantsHelp(args)) return printUsage(spec.usage)
      const unknown = optionsIn(args).find((word) => /^--[^=]/.test(word) && !known.includes(word.replace(/=.*$/s, '')))
      if (unknown !== undefined) return refuse(unknownWord('option', unknown.replace(/=.*$/s, ''), known), spec.usage)
      let parsed: { values: Values<O>; positionals: string[] }
      try {
        parsed = parseArgs({
          args: joinNegative(args),
          options: spec.options,
          allowPositionals: true,
          strict: true,
        }) as never
      } catch (error) {
        return refuse((error as Error).message, spec.usage)
      }
      const fault = argumentsFault(parsed.positionals, spec.arguments)
      return fault === null ? spec.run({ values: parsed.values, args: parsed.positionals }) : refuse(fault, spec.usage)
    },
  }
}

// A command whose first word chooses among others.
export function defineGroup(usage: string, commands: Readonly<Record<string, Command>>): Command {
  const names = Object.keys(commands)
  return {
    usage,
    options: ['--help'],
    subcommands: commands,
    async run([name, ...rest]) {
      if (name === '--help' || name === '-h') return printUsage(usage)
      if (name === undefined) return refuse('A subcommand is missing.', usage)
      const command = Object.hasOwn(commands, name) ? commands[name] : undefined
      return command === undefined ? refuse(unknownWord('subcommand', name, names), usage) : command.run(rest)
    },
  }
}

const EXIT_CODES = 'Exit codes: 0 done, 1 failed, 2 mistyped.'

export function printUsage(usage: string): number {
  process.stdout.write(`${usage}\n\n${EXIT_CODES}\n`)
  return 0
}

export function refuse(fault: string, usage: string): number {
  process.stderr.write(`${fault}\n\n${usage}\n\n${EXIT_CODES}\n`)
  return 2
}

export function unknownWord(what: string, word: string, known: readonly string[]): string {
  return unknownMessage(what, word, nearest(word, known))
}

export function unknownMessage(what: string, word: string, suggestion: string | null): string {
  return `Unknown ${what} "${word}".${suggestion === null ? '' : ` Did you mean "${suggestion}"?`}`
}

// Of an option and a negative number, as in `--sentimen -1`: parseArgs takes the number for another option.
function joinNegative(args: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of args) {
    const last = joined.at(-1) ?? ''
    if (/^-\d+$/.test(word) && /^--[^=]+$/.test(last)) joined.splice(-1, 1, `${last}=${word}`)
    else joined.push(word)
  }
  return joined
}

export function wantsHelp(args: readonly string[]): boolean {
  return optionsIn(args).some((word) => word === '--help' || word === '-h')
}

// Before `--`, which ends the options.
function optionsIn(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return end === -1 ? args : args.slice(0, end)
}

function argumentsFault(given: readonly string[], names: readonly string[]): string | null {
  const missing = names.slice(given.length).find((name) => !name.endsWith('?'))
  if (missing !== undefined) return `The argument <${missing}> is missing.`
  const [extra] = given.slice(names.length)
  return extra === undefined ? null : `Unexpected argument "${extra}".`
}
