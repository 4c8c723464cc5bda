import type { App } from '../api/app.ts'
import type { Config } from '../config.ts'
import { log } from '../log.ts'
import { openPool, type Pool } from '../store/db.ts'
import { migrate } from '../store/migrate.ts'
import { defineCommand } from './command.ts'
import { borrowDatabase, type Database, openDatabase } from './database.ts'
import { explainListenFailure } from './explain.ts'
import { addFirstAdmin } from './first-start.ts'
import { loadConfig } from './load-config.ts'
import { serveMetrics } from './metrics-server.ts'
import { stopSignal } from './stop-signal.ts'
import { openTracing } from './tracing.ts'
import { openWorkThread, type WorkThread } from './work-thread.ts'

// Far above the duration of any statement of the service.
const STATEMENT_SECONDS_MAX = 120
// Connections waiting to be accepted. The kernel drops any beyond that, and their clients retry after one, three and seven seconds.
const BACKLOG = 4_096
// A standard error that is not read must not hold up the start.
const FLUSH_MS_MAX = 1_000

export const SERVICE_OPTIONS = { 'end-with-parent': { type: 'boolean' } } as const
export const END_WITH_PARENT_USAGE =
  '--end-with-parent stops it also when the process that started it is gone, as `npm start` does.'

export const startCommand = defineCommand({
  usage: `pantau start [--end-with-parent]

Runs API, dashboard and workers in one process, on the bundled PostgreSQL or DATABASE_URL. Settings are environment variables:
docs/reference/configuration.md; \`pantau config\` prints them. Ctrl-C stops it.
${END_WITH_PARENT_USAGE}

  pantau start
  PORT=8080 PANTAU_DATA_DIR=/srv/pantau pantau start`,
  options: SERVICE_OPTIONS,
  arguments: [],
  run: ({ values }) => runService({ serve: true, work: true }, values),
})

export interface Roles {
  readonly serve: boolean
  readonly work: boolean
}

// Runs until a stop signal; then it finishes requests in flight, returns jobs to the queue and stops the bundled server.
export async function runService(
  roles: Roles,
  options: { readonly 'end-with-parent'?: boolean | undefined },
): Promise<number> {
  const config = loadConfig()
  await checkModel(config)
  const stopped = stopSignal({ endWithParent: options['end-with-parent'] === true })
  const ownsDatabase = roles.serve && roles.work
  const loaded = load(roles)
  const database = await (ownsDatabase ? openDatabase(config) : borrowDatabase(config))
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

// Before anything is started. It is loaded again by what classifies.
async function checkModel({ sentimentModel }: Config): Promise<void> {
  if (sentimentModel === '') return
  const { openOperatorModel } = await import('../analyse/operator/model.ts')
  await (await openOperatorModel(sentimentModel)).close()
}

interface Loaded {
  readonly api: typeof import('./wire-api.ts') | null
  readonly work: typeof import('./wire-work.ts') | null
  readonly thread: WorkThread | null
}

// Loads the code while the database starts; the thread first, because it loads on another core.
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
  { api: apiModule, work: workModule, thread }: Loaded,
): Promise<void> {
  await migrate(database.url)
  const firstAdmin = await addFirstAdmin(pool, config)
  const tracing = await openTracing(config.tracing.endpoint, config.tracing.service)
  const working =
    thread?.start({ url: database.url, statementSeconds: STATEMENT_SECONDS_MAX }) ??
    workModule?.startWork(config, pool, tracing)
  const [work, api] = await Promise.all([working, apiModule?.openApi(config, pool, tracing)])
  const metrics = api === undefined ? null : await serveMetrics(api.metrics, config.metrics)
  try {
    if (api === undefined) log.info('working')
    else {
      await printAddress(await listen(api.app, config), firstAdmin)
    }
    const reason = await stopped
    log.info({ reason }, 'stopping')
  } finally {
    // Event streams never end on their own, so they are closed first; all other requests are finished.
    await api?.events.close()
    await api?.app.close()
    await work?.stop()
    metrics?.close()
    await tracing?.stop()
  }
}

async function listen(app: App, config: Config): Promise<string> {
  const { host, port } = config
  return app.listen({ host, port, backlog: BACKLOG }).catch((error: unknown) => {
    throw explainListenFailure(config, error) ?? error
  })
}

// After the log lines of the start, and in one write, so that none of them comes between. The password is framed to stand out.
async function printAddress(address: string, firstAdmin: { readonly password: string } | null): Promise<void> {
  await new Promise<void>((resolve) => {
    log.flush(() => resolve())
    setTimeout(resolve, FLUSH_MS_MAX).unref()
  })
  process.stdout.write(
    `Pantau is at ${address}\n${firstAdmin === null ? '' : frame(passwordLines(firstAdmin.password))}`,
  )
}

function passwordLines(password: string): string[] {
  return ['Log in as   admin', `Password    ${password}`, '', 'It is shown only this once. Change it under My account.']
}

function frame(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 4)
  return ['', `┌${edge}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${edge}┘`, '', ''].join('\n')
}
