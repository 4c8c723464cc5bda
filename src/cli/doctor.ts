import { statfs } from 'node:fs/promises'
import { type Config, readConfig } from '../config.ts'
import { describeSources } from '../sources/index.ts'
import { hasFeeds } from '../store/collecting/feeds.ts'
import { openPool, type Pool } from '../store/db.ts'
import { pendingMigrations } from '../store/migrate.ts'
import { readServerState } from '../store/server-state.ts'
import { borrowDatabase } from './database.ts'

interface Finding {
  readonly what: string
  readonly state: 'ok' | 'note' | 'bad'
  readonly said: string
}

const POSTGRES_MIN = 15
const CLOCK_SECONDS_MAX = 5
const DISK_BYTES_MIN = 1024 ** 3

// `pantau doctor`: looks at everything the service stands on and says what to do. The exit code is 1 when something is bad.
export async function doctorCommand(): Promise<number> {
  const findings = await examine()
  for (const { what, state, said } of findings)
    process.stdout.write(`${state.padEnd(4)}  ${what.padEnd(12)}  ${said}\n`)
  return findings.some(({ state }) => state === 'bad') ? 1 : 0
}

async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    return [{ what: 'settings', state: 'bad', said: (error as Error).message }]
  }
  const findings: Finding[] = [{ what: 'settings', state: 'ok', said: 'All can be read.' }, await examineDisk(config)]
  try {
    const database = await borrowDatabase(config)
    const pool = openPool(database.url, { max: 2, name: 'pantau doctor' })
    try {
      findings.push(...(await examineDatabase(pool)), ...(await examineSources(pool, config)))
    } finally {
      await pool.end({ timeout: 5 })
      await database.stop()
    }
  } catch (error) {
    const said = `Not reached: ${(error as Error).message}. Check DATABASE_URL, or start the service and look at its log.`
    findings.push({ what: 'database', state: 'bad', said })
  }
  return findings
}

async function examineDisk({ dataDir, databaseUrl }: Config): Promise<Finding> {
  if (databaseUrl !== '') return { what: 'disk', state: 'ok', said: 'The data is on another server.' }
  const disk = await statfs(dataDir).catch(() => statfs('.'))
  const free = disk.bavail * disk.bsize
  const said = `${(free / 1024 ** 3).toFixed(1)} GiB free for ${dataDir}.`
  if (free >= DISK_BYTES_MIN) return { what: 'disk', state: 'ok', said }
  return { what: 'disk', state: 'bad', said: `${said} Free some, or set PANTAU_DATA_DIR to a larger disk.` }
}

async function examineDatabase(pool: Pool): Promise<Finding[]> {
  const { version, clockSkewSeconds, bytes } = await readServerState(pool)
  const pending = await pendingMigrations(pool)
  const old = Math.floor(version / 10_000) < POSTGRES_MIN
  const skewed = Math.abs(clockSkewSeconds) > CLOCK_SECONDS_MAX
  return [
    {
      what: 'database',
      state: old ? 'bad' : 'ok',
      said: `PostgreSQL ${Math.floor(version / 10_000)}, ${(bytes / 1024 ** 2).toFixed(0)} MiB.${old ? ` Pantau needs ${POSTGRES_MIN} or newer.` : ''}`,
    },
    pending.length === 0
      ? { what: 'migrations', state: 'ok', said: 'The schema is up to date.' }
      : { what: 'migrations', state: 'bad', said: `Missing: ${pending.join(', ')}. Run: npx pantau migrate` },
    {
      what: 'clock',
      state: skewed ? 'bad' : 'ok',
      said: skewed
        ? `This machine and the database differ by ${clockSkewSeconds.toFixed(0)} s. Switch on time synchronisation on both.`
        : 'Agrees with the database.',
    },
  ]
}

async function examineSources(pool: Pool, config: Config): Promise<Finding[]> {
  const present = (await pendingMigrations(pool)).length === 0 && (await hasFeeds(pool, 'news'))
  const sources = describeSources(config.sources, { hasFeeds: present || config.collect.defaultFeeds })
  const findings = sources.map(({ name, ready, needs }): Finding => {
    if (ready) return { what: name, state: 'ok', said: 'Ready.' }
    return { what: name, state: 'note', said: `Off. To switch it on, set ${needs.join(' and ')} (docs/sources.md).` }
  })
  if (sources.some(({ ready }) => ready)) return findings
  return [...findings, { what: 'sources', state: 'bad', said: 'No source is on: nothing can be collected.' }]
}
