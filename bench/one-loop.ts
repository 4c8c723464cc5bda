import { openApi } from '../src/cli/wire-api.ts'
import { startWork } from '../src/cli/wire-work.ts'
import { readConfig } from '../src/config.ts'
import { openPool } from '../src/store/db.ts'

// `pantau start` without a worker thread: API and workers on one event loop.
const config = readConfig(process.env)
const pool = openPool(config.databaseUrl, { max: config.databaseConnections })
await startWork(config, pool)
const { app } = await openApi(config, pool)
console.log(`The service is at ${await app.listen({ host: config.host, port: config.port })}`)
process.on('SIGTERM', () => process.exit())
