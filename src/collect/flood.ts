import { type ScheduleRule, TASKS } from '../domain/job.ts'
import { log } from '../log.ts'
import type { Pool } from '../store/db.ts'
import { readQueue } from '../store/jobs/jobs.ts'

const CHECK_SECONDS = 10
const WAIT_SECONDS_MAX = 60
// The tasks that classify posts.
const CLASSIFYING: readonly string[] = [TASKS.collect, TASKS.matchArchive, TASKS.catchUp]

// Reports whether collecting is behind: a due job of it has waited for more than a minute.
export function floodRule(pool: Pool, report: (flooded: boolean) => void): ScheduleRule {
  let before = false
  return {
    name: 'flood',
    everySeconds: CHECK_SECONDS,
    async queueDue() {
      const queue = await readQueue(pool)
      const flooded = queue.some(
        ({ task, oldestSeconds }) => CLASSIFYING.includes(task) && oldestSeconds > WAIT_SECONDS_MAX,
      )
      if (flooded !== before) log.info({ flooded }, 'collecting is judged by another model from here on')
      before = flooded
      report(flooded)
    },
  }
}
