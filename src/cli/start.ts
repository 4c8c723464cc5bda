import { type Config, readConfig } from '../config.ts'
import { log } from '../log.ts'
import { openPool, type Pool } from '../store/db.ts'
import { migrate } from '../store/migrate.ts'
import { borrowDatabase, type Database, openDatabase } from './database.ts'
import { addFirstAdmin } from './first-start.ts'
import { serveMetrics } from './metrics-server.ts'
import { stopSignal } from './stop-signal.ts'
import { openTracing } from './tracing.ts'
import { openWorkThread, type WorkThread } from './work-thread.ts'

// No statement of the service is meant to take seconds.
const STATEMENT_SECONDS_MAX = 120
// Connections that wait to be taken. Beyond it they are dropped, and their clients try again after one, three, seven seconds.
const BACKLOG = 4_096

// `pantau start`: API, dashboard and workers (in a thread of their own) in one process, on the bundled PostgreSQL or DATABASE_URL.
export async function startCommand(): Promise<number> {
  return runService({ serve: true, work: true })
}

export interface Roles {
  readonly serve: boolean
  readonly work: boolean
}

// Runs until it is asked to stop; then requests under way are finished, jobs handed back and the bundled server stopped.
export async function runService(roles: Roles): Promise<number> {
  const config = readConfig(process.env)
  const stopped = stopSignal()
  const whole = roles.serve && roles.work
  const loaded = load(roles)
  const database = await (whole ? openDatabase(config) : borrowDatabase(config))
  const pool = openPool(database.url, { max: config.databaseConnections, statementSeconds: STATEMENT_SECONDS_MAX })
  try {
    await runUntil(stopped, config, database, pool, await loaded)
    return 0
  } finally {
    await pool.end({ timeout: 5 })
    await database.stop()
    log.info('stopped')
  }
}

interface Loaded {
  readonly api: typeof import('./wire-api.ts') | null
  readonly work: typeof import('./wire-work.ts') | null
  readonly thread: WorkThread | null
}

// What is needed next, while the database starts; the thread first, because it loads on another processor.
async function load({ serve, work }: Roles): Promise<Loaded> {
  const thread = serve && work ? openWorkThread() : null
  return {
    thread,
    api: serve ? await import('./wire-api.ts') : null,
    work: work && thread === null ? await import('./wire-work.ts') : null,
  }
}

async function runUntil(
  stopped: Promise<unknown>,
  config: Config,
  database: Database,
  pool: Pool,
  { api: apiParts, work: workParts, thread }: Loaded,
): Promise<void> {
  await migrate(database.url)
  const first = await addFirstAdmin(pool, config)
  const tracing = await openTracing(config.tracing.endpoint, config.tracing.service)
  const working =
    thread?.start({ url: database.url, statementSeconds: STATEMENT_SECONDS_MAX }) ??
    workParts?.startWork(config, pool, tracing)
  const [work, api] = await Promise.all([working, apiParts?.openApi(config, pool, tracing)])
  const metrics = api === undefined ? null : await serveMetrics(api.metrics, config.metrics)
  try {
    if (api !== undefined) tell(await api.app.listen({ host: config.host, port: config.port, backlog: BACKLOG }), first)
    else log.info('working')
    const signal = await stopped
    log.info({ signal }, 'stopping')
  } finally {
    // Live streams never end by themselves; everything else is finished first.
    await api?.events.close()
    await api?.app.close()
    await work?.stop()
    metrics?.close()
    await tracing?.stop()
  }
}

function tell(address: string, first: { readonly password: string } | null): void {
  process.stdout.write(`Pantau is at ${address}\n`)
  if (first !== null) process.stdout.write(`Log in as admin with the password ${first.password} (shown this once).\n`)
}
