// Task names, shared by the code that queues them and the code that runs them.
export const TASKS = {
  collect: 'collect',
  pollFeed: 'poll-feed',
  testFeed: 'test-feed',
  matchArchive: 'match-archive',
  catchUp: 'catch-up',
  clearProject: 'clear-project',
  cleanUp: 'clean-up',
  evaluateRules: 'evaluate-rules',
  indexMentions: 'index-mentions',
  regroupStories: 'regroup-stories',
  compareMentions: 'compare-mentions',
  changeMentions: 'change-mentions',
  deliver: 'deliver',
  connectTelegram: 'connect-telegram',
  sendBrief: 'send-brief',
} as const
export type TaskName = (typeof TASKS)[keyof typeof TASKS]

// Higher runs first: work that all projects wait for precedes one project's scheduled run, and a run requested by a user precedes
// both.
export const PRIORITIES = { scheduled: 0, shared: 5, requested: 10 } as const

// A job that fails this many times stays failed, with its reason.
export const ATTEMPTS_MAX = 5

export interface Job {
  readonly id: string
  readonly task: TaskName
  readonly key: string
  readonly payload: Record<string, unknown>
  readonly accountId: string | null
  readonly projectId: string | null
  // True when a user requested it, even if the schedule had queued it first.
  readonly requested: boolean
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly attempts: number
  readonly progress: Record<string, unknown>
  readonly detail: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

// A task ends in one of three ways: done, postponed (a wait that is not counted as an attempt), or failed, which is thrown.
export type TaskOutcome = 'done' | { readonly postponeSeconds: number; readonly detail: string }

export interface TaskContext {
  readonly worker: string
  // Aborts when the worker stops or the job's lease is lost.
  readonly signal: AbortSignal
}

export type Task = (job: Job, context: TaskContext) => Promise<TaskOutcome>
export type Tasks = Readonly<Partial<Record<TaskName, Task>>>

// A rule of the schedule: finds what is due and queues it. It must be safe to run in several processes at once.
export interface ScheduleRule {
  readonly name: string
  readonly everySeconds: number
  queueDue(): Promise<void>
}
