import { log } from '../log.ts'
import { trimArchive } from '../store/archive.ts'
import { takeOwed } from '../store/cursors.ts'
import {
  DISPATCHED,
  queueCatchUps,
  queueDueProjects,
  queueFeeds,
  queueMatching,
  someoneListens,
  TASKS,
  trimRecords,
} from '../store/due.ts'
import { listDueFeeds } from '../store/feeds.ts'
import { addJob, type Job } from '../store/jobs.ts'
import { clearProject, findAnyProject, listRemovedProjects } from '../store/projects.ts'
import { trimMentions } from '../store/retention.ts'
import { trimSpending } from '../store/spending.ts'
import { judge } from './analyse-post.ts'
import { matchArchive } from './archive.ts'
import { catchUp } from './catch-up.ts'
import { pollFeed, sourcesOf } from './feeds.ts'
import { openFullTexts } from './full-text.ts'
import { chooseHashtags } from './hashtags.ts'
import { openInStep } from './in-step.ts'
import type { CollectParts, Context, Ending, Task } from './parts.ts'
import { collectProject } from './project.ts'
import { openRun, RunStopped } from './run.ts'
import { targetOf } from './target.ts'

// Everything collecting does, for the worker; it is handed them and knows none by name.
export function collectTasks(parts: CollectParts): Record<string, Task> {
  const state = openInStep()
  return {
    [TASKS.collect]: (job, context) => collectProject(parts, job, context),
    [TASKS.pollFeed]: async (job, { signal }) => {
      await pollFeed(parts, job.key, signal)
      return 'done'
    },
    [TASKS.matchArchive]: (job, context) => matchArchive(parts, state, job, context),
    [TASKS.catchUp]: (job, context) => catchUpProject(parts, job, context),
    [TASKS.clearProject]: (job, context) => clearAway(parts, job, context),
    [TASKS.cleanUp]: (_, context) => cleanUp(parts, context),
  }
}

async function catchUpProject(parts: CollectParts, job: Job, context: Context): Promise<Ending> {
  const project = await findAnyProject(parts.pool, job.key)
  if (project === null) return 'done'
  const target = targetOf(project, parts.settings)
  const run = openRun(parts, job, context, { target, dispatchedAt: null })
  try {
    const ending = await catchUp(run, openFullTexts(parts.sources.article))
    return ending === 'more' ? { postponeSeconds: 0, detail: 'There is more to catch up with.' } : 'done'
  } catch (error) {
    if (error instanceof RunStopped) return 'done'
    throw error
  }
}

const CLEAR_ROWS = 5_000
const CLEAR_STEPS_MAX = 2_000

async function clearAway(parts: CollectParts, job: Job, { signal }: Context): Promise<Ending> {
  for (let steps = 0; steps < CLEAR_STEPS_MAX; steps++) {
    signal.throwIfAborted()
    if (await parts.pool.begin((tx) => clearProject(tx, job.key, CLEAR_ROWS))) return 'done'
  }
  return { postponeSeconds: 0, detail: 'There is more to clear away.' }
}

const TRIM_ROWS = 5_000
const TRIM_STEPS_MAX = 200
const SPENDING_DAYS = 9
const MENTION_STEPS_MAX = 2_000
const MORE = { postponeSeconds: 60, detail: 'There is more to clean up.' }

async function cleanUp({ pool, settings }: CollectParts, { signal }: Context): Promise<Ending> {
  await trimSpending(pool, SPENDING_DAYS)
  const days = settings.mentionDays ?? 0
  if (days > 0) {
    const { removed, more } = await trimMentions(pool, { days, judge, signal, stepsMax: MENTION_STEPS_MAX })
    if (removed > 0) log.info({ removed, days }, 'removed mentions that are older than they are kept')
    if (more) return MORE
  }
  for (let steps = 0; steps < TRIM_STEPS_MAX; steps++) {
    signal.throwIfAborted()
    const archived = await trimArchive(pool, settings.archiveDays, TRIM_ROWS)
    const more = await trimRecords(pool, TRIM_ROWS)
    if (!more && archived < TRIM_ROWS) return 'done'
  }
  return MORE
}

// A rule of the schedule (src/jobs/schedule.ts): looks for what is due and queues it. Safe in several processes at once.
export interface Rule {
  readonly name: string
  readonly everySeconds: number
  queueDue(): Promise<void>
}

const PROJECTS_MAX = 100
const FEEDS_MAX = 200

export function collectRules(parts: CollectParts): Rule[] {
  const { pool, settings } = parts
  const { timeZone, intervalSeconds } = settings
  return [
    {
      name: 'due projects',
      everySeconds: 2,
      async queueDue() {
        await pool.begin((tx) => queueDueProjects(tx, { timeZone, intervalSeconds, limit: PROJECTS_MAX }))
      },
    },
    {
      name: 'due feeds',
      everySeconds: 2,
      async queueDue() {
        if (!(await someoneListens(pool, timeZone))) return
        const due = await listDueFeeds(pool, sourcesOf(parts), FEEDS_MAX)
        await queueFeeds(
          pool,
          due.map(({ id }) => id),
        )
      },
    },
    { name: 'new posts', everySeconds: 2, queueDue: () => queueMatching(pool) },
    {
      name: 'projects behind',
      everySeconds: 2,
      async queueDue() {
        await pool.begin((tx) => queueCatchUps(tx, timeZone, PROJECTS_MAX))
      },
    },
    { name: 'hashtags', everySeconds: 30, queueDue: () => chooseHashtags(parts) },
    { name: 'owed searches', everySeconds: 10, queueDue: () => queueOwed(parts) },
    {
      name: 'removed projects',
      everySeconds: 5,
      async queueDue() {
        for (const id of await listRemovedProjects(pool, PROJECTS_MAX)) {
          await addJob(pool, { task: TASKS.clearProject, key: id })
        }
      },
    },
    {
      name: 'old records',
      everySeconds: 3_600,
      async queueDue() {
        await addJob(pool, { task: TASKS.cleanUp, key: 'all' })
      },
    },
  ]
}

async function queueOwed({ pool }: CollectParts): Promise<void> {
  await pool.begin(async (tx) => {
    for (const { projectId, ownerId, sources } of await takeOwed(tx, PROJECTS_MAX)) {
      await addJob(tx, {
        task: TASKS.collect,
        key: projectId,
        payload: { only: sources },
        accountId: ownerId,
        projectId,
        // A person asked for it, so it comes back like what a person asks for, whether or not the project listens.
        priority: DISPATCHED,
      })
    }
  })
}
