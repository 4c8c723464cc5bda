import { log } from '../log.ts'
import { openPool } from '../store/db.ts'
import { serveThread } from '../thread.ts'
import { loadConfig } from './load-config.ts'
import { openTracing } from './tracing.ts'
import { startWork } from './wire-work.ts'
import type { WorkMessage, WorkStart } from './work-thread.ts'

// Runs in the thread that work-thread.ts opens: starts the workers, and on `stop` stops them and exits.
let stop = async () => {}

serveThread<WorkMessage, void>(async (message) => {
  if (message !== 'stop') {
    stop = await start(message)
    return
  }
  await stop()
  log.flush(() => process.exit())
})

async function start({ url, statementSeconds }: WorkStart): Promise<() => Promise<void>> {
  const config = loadConfig()
  const pool = openPool(url, { max: config.databaseConnections, statementSeconds })
  const tracing = await openTracing(config.tracing.endpoint, config.tracing.service)
  const work = await startWork(config, pool, tracing)
  return async () => {
    await work.stop()
    await tracing?.stop()
    await pool.end({ timeout: 5 })
  }
}
