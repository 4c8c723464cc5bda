import { PRIORITIES, type ScheduleRule, TASKS, type Tasks } from '../domain/job.ts'
import { addJob } from '../store/jobs/jobs.ts'
import { listDue } from '../store/watching/alerts.ts'
import { listDueBriefs } from '../store/watching/briefs.ts'
import type { BriefDeps } from './brief.ts'
import { sendBrief } from './brief-send.ts'
import { evaluateBroken } from './broken.ts'
import { ExpectedCache } from './expected-cache.ts'

import { evaluateProject } from './live.ts'
import type { ReportDeps } from './report.ts'

const PROJECTS_MAX = 1_000

const BRIEFS_MAX = 500
const BRIEF_SECONDS = 5

export function briefTasks(deps: BriefDeps): Tasks {
  return {
    [TASKS.sendBrief]: async (job, context) => {
      await sendBrief(deps, job.key, context)
      return 'done'
    },
  }
}

export function briefRules({ pool }: BriefDeps): ScheduleRule[] {
  return [
    {
      name: 'due briefs',
      everySeconds: BRIEF_SECONDS,
      async queueDue() {
        for (const id of await listDueBriefs(pool, BRIEFS_MAX))
          await addJob(pool, { task: TASKS.sendBrief, key: id, priority: PRIORITIES.shared })
      },
    },
  ]
}

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
    { name: 'broken feeds and sources', everySeconds, queueDue: () => evaluateBroken(deps, new Date()) },
  ]
}
