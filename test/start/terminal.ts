import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const COMMAND_LINES = fileURLToPath(new URL('./command-lines.ts', import.meta.url))

const hasScript = spawnSync('script', ['--version']).status === 0
/** The reason to skip a test that needs a pseudo-terminal. */
export const NO_TERMINAL = hasScript ? false : 'script of util-linux is not installed'

export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** What is typed after `pantau`, with settings of its own. */
export interface CommandLine {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs commands one after another in one process: loading the code takes longer than most of them. */
export async function runCommands(lines: readonly CommandLine[], options: RunOptions = {}): Promise<Ended[]> {
  const { stdout, stderr } = await runNode([COMMAND_LINES, JSON.stringify(lines)], options)
  if (stdout === '') throw new Error(`The commands did not end: ${stderr}`)
  return JSON.parse(stdout) as Ended[]
}

/** The same on a pseudo-terminal, up to the first command that fails. */
export function runCommandsOnTerminal(lines: readonly CommandLine[], options: RunOptions = {}): Promise<Ended> {
  return runOnTerminal([COMMAND_LINES, JSON.stringify(lines)], options)
}

/** Runs Node with its output in pipes. */
export function runNode(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return run(process.execPath, args, options)
}

/** Runs Node on a pseudo-terminal; everything it prints is in `stdout`. */
export function runOnTerminal(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const command = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  return run('script', ['--quiet', '--return', '--command', command, '/dev/null'], options)
}

function run(program: string, args: readonly string[], { cwd, env }: RunOptions): Promise<Ended> {
  return new Promise((resolve) => {
    const options = {
      cwd,
      env: { ...process.env, NO_COLOR: '', ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    } as const
    execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr })
    })
  })
}
