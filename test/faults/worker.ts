import { collectRules, collectTasks } from '../../src/collect/tasks.ts'
import { startSchedule } from '../../src/jobs/schedule.ts'
import { startWorkers } from '../../src/jobs/worker.ts'
import { openPool } from '../../src/store/db.ts'
import { openDeps } from '../collect/fixture.ts'

// A worker process for the fault test, to be killed. The addresses of its test servers and database are on the command line.
export interface WorkerTask {
  readonly database: string
  readonly x: string
  readonly tiktok: string
  readonly facebook: string
}

// Loading all modules once fills the compile cache.
if (process.argv[2] === 'warm up') process.exit(0)

const task = JSON.parse(process.argv[2] ?? '{}') as WorkerTask
const pool = openPool(task.database, { max: 8, name: 'pantau victim' })
const deps = await openDeps(pool, {
  twitter: { token: 't', url: new URL(task.x), dialect: 'tweet' },
  tiktok: { key: 'k', secret: 's', url: new URL(task.tiktok) },
  facebook: { token: 'f', url: new URL(task.facebook), pages: ['104923907983682'] },
})
startWorkers({ pool, tasks: collectTasks(deps), concurrency: 3, leaseSeconds: 2 })
startSchedule(collectRules(deps).map((rule) => ({ ...rule, everySeconds: Math.min(rule.everySeconds, 0.5) })))
process.stdout.write('ready\n')
