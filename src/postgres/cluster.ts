import { type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { Problem } from '../domain/problem.ts'
import type { Home } from './home.ts'
import { type EmbeddedLog, type Runtime, spawnAs } from './runtime.ts'

export const DATABASE = 'pantau'
export const ROLE = 'pantau'
const DRAFT = '.new-'

interface ClusterOptions {
  readonly home: Home
  readonly runtime: Runtime
  readonly durable: boolean
  readonly log: EmbeddedLog
}

/** Creates the database if it does not exist, and returns the password of its owner. */
export async function prepareCluster({ home, runtime, durable, log }: ClusterOptions): Promise<string> {
  if (!existsSync(home.cluster)) {
    log.info(`Creating the database in ${home.cluster}`)
    const password = newPassword(home)
    await createCluster({ home, runtime, durable, password })
    return password
  }
  checkOwner(home)
  checkVersion(home, runtime)
  if (existsSync(home.password)) return readFileSync(home.password, 'utf8').trim()
  log.warn(`The password of the database was missing; wrote a new one to ${home.password}`)
  const password = newPassword(home)
  await runStatement({ home, runtime, cluster: home.cluster, statement: `alter role ${ROLE} password '${password}'` })
  return password
}

// Created under another name and renamed when complete, so that an interrupted start leaves no partial database.
async function createCluster({
  home,
  runtime,
  durable,
  password,
}: Omit<ClusterOptions, 'log'> & { password: string }): Promise<void> {
  removeDrafts(home)
  const draft = `${home.cluster}${DRAFT}${randomBytes(6).toString('hex')}`
  const passwordCopy = `${home.password}.new`
  try {
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(passwordCopy, password, { mode: 0o600 })
    if (home.user !== null) {
      for (const path of [draft, passwordCopy]) chownSync(path, home.user.uid, home.user.gid)
    }
    await runInitdb({ home, runtime, durable, draft, passwordCopy })
    await runStatement({ home, runtime, cluster: draft, statement: `create database ${DATABASE}` })
    renameSync(draft, home.cluster)
  } finally {
    rmSync(passwordCopy, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

// Best effort: the initdb of a Pantau that was killed may still be writing.
function removeDrafts(home: Home): void {
  const start = `${basename(home.cluster)}${DRAFT}`
  for (const name of readdirSync(home.directory).filter((entry) => entry.startsWith(start))) {
    try {
      rmSync(join(home.directory, name), { recursive: true, force: true })
    } catch {}
  }
}

interface InitdbOptions extends Omit<ClusterOptions, 'log'> {
  readonly draft: string
  readonly passwordCopy: string
}

async function runInitdb({ home, runtime, durable, draft, passwordCopy }: InitdbOptions): Promise<void> {
  const options = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--auth=scram-sha-256']
  const target = ['-D', draft, '-U', ROLE, `--pwfile=${passwordCopy}`]
  const run = (locale: string) =>
    runProgram(
      join(runtime.bin, 'initdb'),
      [...options, ...target, `--locale=${locale}`, ...(durable ? [] : ['--no-sync'])],
      spawnAs(home.user),
    )
  let result = await run('C.UTF-8')
  // Collation and case mapping use the builtin provider; the system locale hardly matters, and old systems lack this one.
  if (/invalid locale/.test(result.stderr)) result = await run('C')
  if (!result.succeeded) throw new Problem('unavailable', explainFailure(result.stderr, home))
}

interface StatementOptions {
  readonly home: Home
  readonly runtime: Runtime
  readonly cluster: string
  readonly statement: string
}

// Runs one statement in a single-user server without a port, for changes needed before clients can connect.
async function runStatement({ home, runtime, cluster, statement }: StatementOptions): Promise<void> {
  const args = ['--single', '-D', cluster, 'postgres']
  const program = join(runtime.bin, 'postgres')
  const { succeeded, stderr } = await runProgram(program, args, spawnAs(home.user), `${statement}\n`)
  if (!succeeded || /(ERROR|FATAL|PANIC):/.test(stderr)) throw new Problem('unavailable', explainFailure(stderr, home))
}

interface ProgramResult {
  readonly succeeded: boolean
  // Or why the program could not be started.
  readonly stderr: string
}

// Asynchronous, because the rest of the service is loaded while the database is created.
function runProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  input = '',
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['pipe', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.once('error', (error) => resolve({ succeeded: false, stderr: error.message }))
    child.once('close', (status) => resolve({ succeeded: status === 0, stderr }))
    // The program may exit without reading its input; its standard error says why.
    child.stdin.on('error', () => {}).end(input)
  })
}

/** Turns PostgreSQL's error output into a message that says what to do. */
export function explainFailure(output: string, home: Home): string {
  if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(output)) {
    return `The disk that holds ${home.directory} is full. Free some space, then start again; nothing that was confirmed is lost.`
  }
  if (/could not (create|map|resize) .*shared memory|Cannot allocate memory|out of memory/i.test(output)) {
    return 'There is not enough free memory for the database server.'
  }
  if (/could not look up effective user ID/.test(output)) {
    return `User ${process.getuid?.()} has no entry in /etc/passwd, which PostgreSQL needs. Start Pantau as another user, or set DATABASE_URL.`
  }
  const last = output.trim().split('\n').slice(-6).join('\n')
  return `The bundled PostgreSQL did not start. Its log is ${home.log}. Its last output:\n${last || '(nothing)'}`
}

function newPassword(home: Home): string {
  const password = randomBytes(24).toString('base64url')
  rmSync(home.password, { force: true })
  writeFileSync(home.password, `${password}\n`, { mode: 0o600, flag: 'wx' })
  return password
}

function checkVersion(home: Home, runtime: Runtime): void {
  const file = join(home.cluster, 'PG_VERSION')
  const written = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  if (written === runtime.major) return
  const found = written === null ? 'is not a PostgreSQL database' : `was written by PostgreSQL ${written}`
  throw new Problem(
    'unavailable',
    `${home.cluster} ${found}, and this Pantau brings PostgreSQL ${runtime.major}. Move the data with pg_dump and pg_restore of a PostgreSQL installed beside it, or start with another PANTAU_DATA_DIR.`,
  )
}

// PostgreSQL requires a folder closed to others; volumes and copies are often open.
function checkOwner(home: Home): void {
  try {
    chmodSync(home.cluster, 0o700)
  } catch {
    throw new Problem(
      'unavailable',
      `${home.cluster} belongs to another user. Start Pantau as that user (or as root), or choose another PANTAU_DATA_DIR.`,
    )
  }
}
