import { type Job, type ScheduleRule, TASKS, type TaskContext, type TaskOutcome, type Tasks } from '../domain/job.ts'
import { log } from '../log.ts'
import { compileRule } from '../match/still-matches.ts'
import { trimArchive } from '../store/collecting/archive.ts'
import { takeDeferred } from '../store/collecting/cursors.ts'
import { listDueFeeds } from '../store/collecting/feeds.ts'
import { trimFound } from '../store/collecting/found-articles.ts'
import { trimSpending } from '../store/collecting/spending.ts'
import {
  anyProjectListens,
  queueCatchUps,
  queueDueProjects,
  queueFeeds,
  queueMatching,
  trimRecords,
} from '../store/jobs/due.ts'
import { addJob } from '../store/jobs/jobs.ts'
import { listUnfinished, queueBulkChange, runBulkChange, trimBulkChanges } from '../store/mentions/bulk.ts'
import { trimChanges } from '../store/mentions/change-log.ts'
import { trimMentions } from '../store/mentions/retention.ts'
import { listOutdatedProjects, regroupStories } from '../store/mentions/story-regroup.ts'
import { compareMentions } from '../store/mentions/unmatched.ts'
import { clearProject, findAnyProject, listRemovedProjects } from '../store/projects/projects.ts'
import { mergeSegments } from '../store/search/merge.ts'
import { listLongTails, sealTail } from '../store/search/seal.ts'
import { trimMessages } from '../store/watching/inbox.ts'
import { storyRules } from './analyse-post.ts'
import { matchArchive } from './archive.ts'
import { catchUp } from './catch-up.ts'
import type { CollectDeps } from './deps.ts'
import { chooseAddresses } from './feed-addresses.ts'
import { testFeed } from './feed-trial.ts'
import { pollFeed, sourcesOf } from './feeds.ts'
import { openFullTexts } from './full-text.ts'
import { openInStep } from './in-step.ts'
import { collectProject } from './project.ts'
import { openRun, RunOutdated, RunStopped, startOver } from './run.ts'
import { targetOf } from './target.ts'

// All tasks of collecting, to be passed to the worker, which knows none by name.
export function collectTasks(deps: CollectDeps): Tasks {
  const state = openInStep()
  return {
    [TASKS.collect]: (job, context) => collectProject(deps, job, context),
    [TASKS.pollFeed]: async (job, { signal }) => {
      await pollFeed(deps, job.key, signal)
      return 'done'
    },
    [TASKS.testFeed]: (job, context) => testFeed(deps, job, context),
    [TASKS.matchArchive]: (job, context) => matchArchive(deps, state, job, context),
    [TASKS.catchUp]: (job, context) => catchUpProject(deps, job, context),
    [TASKS.clearProject]: (job, context) => clearRemoved(deps, job, context),
    [TASKS.cleanUp]: (_, context) => cleanUp(deps, context),
    [TASKS.indexMentions]: (job, context) => indexMentions(deps, job, context),
    [TASKS.regroupStories]: (job, context) => regroup(deps, job, context),
    [TASKS.compareMentions]: (job, context) => compare(deps, job, context),
    [TASKS.changeMentions]: (job, context) => changeMentions(deps, job, context),
  }
}

async function catchUpProject(deps: CollectDeps, job: Job, context: TaskContext): Promise<TaskOutcome> {
  const project = await findAnyProject(deps.pool, job.key)
  if (project === null) return 'done'
  const target = targetOf(project, deps.settings)
  const run = openRun(deps, job, context, { target, requestedAt: null, lookback: false })
  try {
    const outcome = await catchUp(run, openFullTexts(deps.sources.article))
    return outcome === 'more' ? { postponeSeconds: 0, detail: 'More posts to catch up with.' } : 'done'
  } catch (error) {
    if (error instanceof RunStopped) return 'done'
    if (error instanceof RunOutdated) return startOver(run)
    throw error
  }
}

const CLEAR_ROWS = 5_000
const CLEAR_STEPS_MAX = 2_000

async function clearRemoved(deps: CollectDeps, job: Job, { signal }: TaskContext): Promise<TaskOutcome> {
  for (let steps = 0; steps < CLEAR_STEPS_MAX; steps++) {
    signal.throwIfAborted()
    if (await deps.pool.begin((tx) => clearProject(tx, job.key, CLEAR_ROWS))) return 'done'
  }
  return { postponeSeconds: 0, detail: 'More rows to clear.' }
}

const INDEX_STEPS_MAX = 50

async function indexMentions({ pool }: CollectDeps, job: Job, { signal }: TaskContext): Promise<TaskOutcome> {
  for (let steps = 0; steps < INDEX_STEPS_MAX; steps++) {
    signal.throwIfAborted()
    const sealed = await sealTail(pool, job.key)
    while (await mergeSegments(pool, job.key)) signal.throwIfAborted()
    if (sealed !== 'more') return 'done'
  }
  return { postponeSeconds: 0, detail: 'More mentions to index.' }
}

const TRIM_ROWS = 5_000
const TRIM_STEPS_MAX = 200
const SPENDING_DAYS = 9
const MENTION_STEPS_MAX = 2_000
const MORE = { postponeSeconds: 60, detail: 'More rows to clean up.' }

async function cleanUp({ pool, settings }: CollectDeps, { signal }: TaskContext): Promise<TaskOutcome> {
  await trimSpending(pool, SPENDING_DAYS)
  await trimFound(pool, settings.archiveDays)
  await trimChanges(pool)
  await trimBulkChanges(pool)
  const days = settings.mentionDays ?? 0
  if (days > 0) {
    const { removed, more } = await trimMentions(pool, { days, storyRules, signal, stepsMax: MENTION_STEPS_MAX })
    if (removed > 0) log.info({ removed, days }, 'removed mentions past their retention period')
    if (more) return MORE
  }
  for (let steps = 0; steps < TRIM_STEPS_MAX; steps++) {
    signal.throwIfAborted()
    const archived = await trimArchive(pool, settings.archiveDays, TRIM_ROWS)
    const messages = await trimMessages(pool, TRIM_ROWS)
    const more = await trimRecords(pool, TRIM_ROWS)
    if (!more && archived < TRIM_ROWS && messages < TRIM_ROWS) return 'done'
  }
  return MORE
}

const REGROUP_STEPS_MAX = 200

async function regroup({ pool }: CollectDeps, job: Job, { signal }: TaskContext): Promise<TaskOutcome> {
  const done = await regroupStories(pool, job.key, { storyRules, signal, stepsMax: REGROUP_STEPS_MAX })
  return done ? 'done' : { postponeSeconds: 0, detail: 'More stories to group again.' }
}

const COMPARE_STEPS_MAX = 200

async function compare({ pool, settings }: CollectDeps, job: Job, { signal }: TaskContext): Promise<TaskOutcome> {
  const compile = compileRule(settings.timeZone)
  const done = await compareMentions(pool, job.key, compile, { stepsMax: COMPARE_STEPS_MAX, signal })
  return done ? 'done' : { postponeSeconds: 0, detail: 'More mentions to compare.' }
}

const CHANGE_STEPS_MAX = 200

async function changeMentions({ pool }: CollectDeps, job: Job, { signal }: TaskContext): Promise<TaskOutcome> {
  const change = { projectId: String(job.payload.projectId), id: job.key }
  const done = await runBulkChange(pool, change, storyRules, { stepsMax: CHANGE_STEPS_MAX, signal })
  return done ? 'done' : { postponeSeconds: 0, detail: 'More mentions to change.' }
}

const PROJECTS_MAX = 100
const FEEDS_MAX = 200

export function collectRules(deps: CollectDeps): ScheduleRule[] {
  const { pool, settings } = deps
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
        if (!(await anyProjectListens(pool, timeZone))) return
        const due = await listDueFeeds(pool, sourcesOf(deps), FEEDS_MAX)
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
    { name: 'feed addresses', everySeconds: 30, queueDue: () => chooseAddresses(deps) },
    { name: 'deferred searches', everySeconds: 10, queueDue: () => queueDeferred(deps) },
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
      // Collecting queues these itself. After an upgrade or a repair there may be many mentions without any being collected.
      name: 'mentions to index',
      everySeconds: 600,
      async queueDue() {
        for (const id of await listLongTails(pool, PROJECTS_MAX)) {
          await addJob(pool, { task: TASKS.indexMentions, key: id })
        }
      },
    },
    {
      name: 'outdated stories',
      everySeconds: 300,
      async queueDue() {
        for (const id of await listOutdatedProjects(pool, PROJECTS_MAX)) {
          await addJob(pool, { task: TASKS.regroupStories, key: id })
        }
      },
    },
    {
      // A request queues its own. One whose job failed goes on here.
      name: 'unfinished changes of mentions',
      everySeconds: 300,
      async queueDue() {
        for (const change of await listUnfinished(pool, PROJECTS_MAX)) await queueBulkChange(pool, change)
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

async function queueDeferred({ pool }: CollectDeps): Promise<void> {
  await pool.begin(async (tx) => {
    for (const { projectId, ownerId, sources, requested } of await takeDeferred(tx, PROJECTS_MAX)) {
      await addJob(tx, {
        task: TASKS.collect,
        key: projectId,
        payload: { only: sources },
        accountId: ownerId,
        projectId,
        // A run that a person requested continues whether or not the project listens.
        requested,
      })
    }
  })
}
