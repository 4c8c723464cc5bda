import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { readConfig } from '../config.ts'
import { log } from '../log.ts'
import { openPool } from '../store/db.ts'
import { openTracing } from './tracing.ts'
import { startWork } from './wire-work.ts'
import type { ThreadData } from './work-thread.ts'

// What runs in the thread that work-thread.ts opens. It waits to be told where the database is, answers when it works, and ends when
// it is told anything more.
if (parentPort === null) throw new Error('This is the inside of a thread.')
const [{ url, statementSeconds }] = (await once(parentPort, 'message')) as [ThreadData]
const config = readConfig(process.env)
const pool = openPool(url, { max: config.databaseConnections, statementSeconds })
const tracing = await openTracing(config.tracing.endpoint, config.tracing.service)
const work = await startWork(config, pool, tracing)
parentPort.postMessage('working')
await once(parentPort, 'message')
await work.stop()
await tracing?.stop()
await pool.end({ timeout: 5 })
log.flush(() => process.exit())
