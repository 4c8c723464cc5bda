import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { describeSources } from '../sources/index.ts'
import { hasFeeds } from '../store/collecting/feeds.ts'
import { openPool, type Pool } from '../store/db.ts'
import { pendingMigrations } from '../store/migrate.ts'
import { listSubjects, recount } from '../store/recount/recount.ts'
import { readServerState } from '../store/server-state.ts'
import { defineCommand } from './command.ts'
import { borrowDatabase } from './database.ts'
import { loadConfig } from './load-config.ts'
import { openProgress } from './progress.ts'

interface Finding {
  readonly subject: string
  readonly state: 'ok' | 'note' | 'bad'
  readonly message: string
}

const POSTGRES_MIN = 15
const CLOCK_SECONDS_MAX = 5
const DISK_BYTES_MIN = 1024 ** 3
const NAMED_MAX = 5

export const doctorCommand = defineCommand({
  usage: `pantau doctor [--deep]

Checks settings, database, migrations, sources, disk and clock, and says what to do. Ends with 1 when something is bad.
--deep also compares every stored number of every project and account with the rows, as \`pantau recount\` does; this takes a while.

  pantau doctor
  pantau doctor --deep`,
  options: { deep: { type: 'boolean', default: false } },
  arguments: [],
  async run({ values: { deep } }) {
    const findings = await examine(deep)
    for (const { subject, state, message } of findings)
      process.stdout.write(`${state.padEnd(4)}  ${subject.padEnd(12)}  ${message}\n`)
    return findings.some(({ state }) => state === 'bad') ? 1 : 0
  },
})

async function examine(deep: boolean): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig()
  } catch (error) {
    return [{ subject: 'settings', state: 'bad', message: (error as Error).message }]
  }
  const findings: Finding[] = [
    { subject: 'settings', state: 'ok', message: 'All are valid.' },
    await examineDisk(config),
  ]
  try {
    const database = await borrowDatabase(config)
    const pool = openPool(database.url, { max: 2, name: 'pantau doctor' })
    try {
      findings.push(...(await examineDatabase(pool)), ...(await examineSources(pool, config)))
      if (deep) findings.push(await examineNumbers(pool))
    } finally {
      await pool.end({ timeout: 5 })
      await database.stop()
    }
  } catch (error) {
    const message = `Unreachable: ${(error as Error).message}. Check DATABASE_URL, or start the service and read its log.`
    findings.push({ subject: 'database', state: 'bad', message })
  }
  return findings
}

async function examineDisk({ dataDir, databaseUrl }: Config): Promise<Finding> {
  if (databaseUrl !== '')
    return { subject: 'disk', state: 'ok', message: 'Not checked: the database is external (DATABASE_URL).' }
  const disk = await statfs(dataDir).catch(() => statfs('.'))
  const free = disk.bavail * disk.bsize
  const message = `${(free / 1024 ** 3).toFixed(1)} GiB free for ${dataDir}.`
  if (free >= DISK_BYTES_MIN) return { subject: 'disk', state: 'ok', message }
  return { subject: 'disk', state: 'bad', message: `${message} Free some, or set PANTAU_DATA_DIR to a larger disk.` }
}

async function examineDatabase(pool: Pool): Promise<Finding[]> {
  const { version, clockSkewSeconds, bytes } = await readServerState(pool)
  const pending = await pendingMigrations(pool)
  const old = Math.floor(version / 10_000) < POSTGRES_MIN
  const skewed = Math.abs(clockSkewSeconds) > CLOCK_SECONDS_MAX
  return [
    {
      subject: 'database',
      state: old ? 'bad' : 'ok',
      message: `PostgreSQL ${Math.floor(version / 10_000)}, ${(bytes / 1024 ** 2).toFixed(0)} MiB.${old ? ` Pantau needs ${POSTGRES_MIN} or newer.` : ''}`,
    },
    pending.length === 0
      ? { subject: 'migrations', state: 'ok', message: 'The schema is up to date.' }
      : { subject: 'migrations', state: 'bad', message: `Missing: ${pending.join(', ')}. Run: npx pantau migrate` },
    {
      subject: 'clock',
      state: skewed ? 'bad' : 'ok',
      message: skewed
        ? `This machine and the database differ by ${clockSkewSeconds.toFixed(0)} s. Enable time synchronisation on both.`
        : 'In sync with the database.',
    },
  ]
}

async function examineNumbers(pool: Pool): Promise<Finding> {
  const subject = 'numbers'
  if ((await pendingMigrations(pool)).length > 0)
    return { subject, state: 'note', message: 'Not compared: the schema is not up to date.' }
  const subjects = await listSubjects(pool, null)
  const progress = openProgress()
  const different: string[] = []
  for (const [index, one] of subjects.entries()) {
    progress.show({ what: 'Comparing', done: index, total: subjects.length, unit: 'projects and accounts' })
    if ((await recount(pool, one, null)).length > 0) different.push(`${one.kind} ${one.name}`)
  }
  progress.show({ what: 'Comparing', done: subjects.length, total: subjects.length, unit: 'projects and accounts' })
  progress.end()
  if (different.length === 0) return { subject, state: 'ok', message: `${subjects.length} compared: all are right.` }
  const named = different.slice(0, NAMED_MAX).join(', ')
  const message = `Differences in ${different.length}, such as ${named}. Run: npx pantau recount --repair`
  return { subject, state: 'bad', message }
}

async function examineSources(pool: Pool, config: Config): Promise<Finding[]> {
  const present = (await pendingMigrations(pool)).length === 0 && (await hasFeeds(pool, 'news'))
  const sources = describeSources(config.sources, { hasFeeds: present || config.collect.defaultFeeds })
  const findings = sources.map(({ name, ready, needs }): Finding => {
    if (ready) return { subject: name, state: 'ok', message: 'Ready.' }
    return {
      subject: name,
      state: 'note',
      message: `Off. To enable it, set ${needs.join(' and ')} (docs/reference/sources.md).`,
    }
  })
  if (sources.some(({ ready }) => ready)) return findings
  return [...findings, { subject: 'sources', state: 'bad', message: 'No source is enabled: nothing can be collected.' }]
}
