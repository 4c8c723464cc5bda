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

/** Creates the database where there is none, and answers the password of its owner. */
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
  log.warn(`The password of the database was missing; ${home.password} has a new one`)
  const password = newPassword(home)
  await runStatement({ home, runtime, cluster: home.cluster, statement: `alter role ${ROLE} password '${password}'` })
  return password
}

// Built under another name and renamed when complete, so that a start that was cut short leaves nothing half made.
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
  const places = ['-D', draft, '-U', ROLE, `--pwfile=${passwordCopy}`]
  const run = (locale: string) =>
    runProgram(
      join(runtime.bin, 'initdb'),
      [...options, ...places, `--locale=${locale}`, ...(durable ? [] : ['--no-sync'])],
      spawnAs(home.user),
    )
  let result = await run('C.UTF-8')
  // Order and case come from the builtin provider; the system's own locale hardly matters, and old systems lack this one.
  if (/invalid locale/.test(result.said)) result = await run('C')
  if (!result.good) throw new Problem('unavailable', explainFailure(result.said, home))
}

interface StatementOptions {
  readonly home: Home
  readonly runtime: Runtime
  readonly cluster: string
  readonly statement: string
}

// A server for one statement, without a port: for what must be done before anybody can connect.
async function runStatement({ home, runtime, cluster, statement }: StatementOptions): Promise<void> {
  const words = ['--single', '-D', cluster, 'postgres']
  const { good, said } = await runProgram(join(runtime.bin, 'postgres'), words, spawnAs(home.user), `${statement}\n`)
  if (!good || /(ERROR|FATAL|PANIC):/.test(said)) throw new Problem('unavailable', explainFailure(said, home))
}

interface Ending {
  readonly good: boolean
  // On standard error, or why it could not be started.
  readonly said: string
}

// Others go on meanwhile: much of a start is loaded while the database is created.
function runProgram(program: string, words: readonly string[], options: SpawnOptions, input = ''): Promise<Ending> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { ...options, stdio: ['pipe', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    child.once('error', (error) => resolve({ good: false, said: error.message }))
    child.once('close', (status) => resolve({ good: status === 0, said }))
    // It may end without reading what it is told; what it says tells why.
    child.stdin.on('error', () => {}).end(input)
  })
}

/** Turns what PostgreSQL said into what to do about it. */
export function explainFailure(said: string, home: Home): string {
  if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(said)) {
    return `The disk that holds ${home.directory} is full. Free some space, then start again; nothing that was confirmed is lost.`
  }
  if (/could not (create|map|resize) .*shared memory|Cannot allocate memory|out of memory/i.test(said)) {
    return 'There is not enough free memory for the database server.'
  }
  if (/could not look up effective user ID/.test(said)) {
    return `User ${process.getuid?.()} has no entry in /etc/passwd, which PostgreSQL needs. Start Pantau as another user, or set DATABASE_URL.`
  }
  const last = said.trim().split('\n').slice(-6).join('\n')
  return `The bundled PostgreSQL did not start. Its log is ${home.log}. It said last:\n${last || '(nothing)'}`
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

// PostgreSQL insists on a folder closed to others; volumes and copies often open it.
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
