import { PRIORITIES, type ScheduleRule, TASKS, type Tasks } from '../domain/job.ts'
import { addJob } from '../store/jobs/jobs.ts'
import { listDue } from '../store/watching/alerts.ts'
import { ExpectedCache } from './expected-cache.ts'
import { evaluateFeeds } from './feeds.ts'
import { evaluateProject } from './live.ts'
import type { ReportDeps } from './report.ts'

const PROJECTS_MAX = 1_000

// The task that evaluates the rules of one project, to be passed to the worker.
export function evaluationTasks(deps: ReportDeps): Tasks {
  const cache = new ExpectedCache()
  return {
    [TASKS.evaluateRules]: async (job) => {
      await evaluateProject({ ...deps, cache }, job.key, new Date())
      return 'done'
    },
  }
}

export function evaluationRules(deps: ReportDeps, everySeconds: number): ScheduleRule[] {
  const { pool } = deps
  return [
    {
      name: 'rules of projects',
      everySeconds,
      async queueDue() {
        for (const id of await listDue(pool, PROJECTS_MAX))
          await addJob(pool, { task: TASKS.evaluateRules, key: id, priority: PRIORITIES.shared })
      },
    },
    { name: 'broken feeds', everySeconds, queueDue: () => evaluateFeeds(deps, new Date()) },
  ]
}
