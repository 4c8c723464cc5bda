import { type ScheduleRule, TASKS } from '../domain/job.ts'
import { log } from '../log.ts'
import type { Pool } from '../store/db.ts'
import { readQueue } from '../store/jobs/jobs.ts'

const CHECK_SECONDS = 10
const WAIT_SECONDS_MAX = 60
// The tasks that classify posts.
const CLASSIFYING: readonly string[] = [TASKS.collect, TASKS.matchArchive, TASKS.catchUp]

export interface Flood {
  // Checks the queue.
  readonly rule: ScheduleRule
  isFlooded(): boolean
}

// Whether collecting is behind: a due job of it has waited for more than a minute.
export function watchFlood(pool: Pool): Flood {
  let flooded = false
  const rule: ScheduleRule = {
    name: 'flood',
    everySeconds: CHECK_SECONDS,
    async queueDue() {
      const before = flooded
      flooded = (await readQueue(pool)).some(
        ({ task, oldestSeconds }) => CLASSIFYING.includes(task) && oldestSeconds > WAIT_SECONDS_MAX,
      )
      if (flooded === before) return
      log.info(flooded ? 'collecting is behind: the hashed model judges alone' : 'collecting is no longer behind')
    },
  }
  return { rule, isFlooded: () => flooded }
}
