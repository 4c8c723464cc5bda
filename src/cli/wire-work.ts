import type { CollectDeps } from '../collect/deps.ts'
import { openLedgers } from '../collect/ledgers.ts'
import { collectRules, collectTasks } from '../collect/tasks.ts'
import type { Config } from '../config.ts'
import { startSchedule } from '../jobs/schedule.ts'
import { startWorkers } from '../jobs/worker.ts'
import { OUTLETS } from '../sources/feeds/outlets.ts'
import { openFetch } from '../sources/http/fetch.ts'
import { openSources } from '../sources/index.ts'
import { seedFeeds, setFeeds } from '../store/collecting/feeds.ts'
import type { Pool } from '../store/db.ts'
import type { Tracing } from './tracing.ts'
import { classify, sourceSettings } from './wire-common.ts'

const VERSION = '0.1.0'

// Collecting is wired here, by hand; the API in wire-api.ts.
export function openCollectDeps(config: Config, pool: Pool, tracing: Tracing | null = null): CollectDeps {
  const { collect } = config
  const fetch = openFetch({
    userAgent: `Pantau/${VERSION} (media monitoring${collect.contact === '' ? '' : `; ${collect.contact}`})`,
    allowPrivate: collect.allowPrivateNetwork,
    hostSpacingMs: collect.hostSpacingMs,
  })
  return {
    pool,
    sources: openSources(sourceSettings(config), tracing?.fetch(fetch) ?? fetch, openLedgers(pool)),
    classify,
    settings: {
      timeZone: config.timeZone,
      intervalSeconds: collect.intervalMinutes * 60,
      feedSeconds: collect.feedMinutes * 60,
      archiveDays: collect.archiveDays,
      mentionDays: collect.mentionDays,
    },
  }
}

export interface Work {
  stop(): Promise<void>
}

// Workers and the schedule. Every process may have them: what is due is queued once whoever looks.
export async function startWork(config: Config, pool: Pool, tracing: Tracing | null = null): Promise<Work> {
  const outlets = config.collect.defaultFeeds ? OUTLETS : []
  await seedFeeds(
    pool,
    outlets.map(({ name, feed, family, region }) => ({ name, address: feed, family, region })),
  )
  await setFeeds(pool, 'facebook', config.sources.facebook.pages)
  const parts = openCollectDeps(config, pool, tracing)
  const tasks = collectTasks(parts)
  const workers = startWorkers({
    pool,
    tasks: tracing?.tasks(tasks) ?? tasks,
    concurrency: config.workers,
    leaseSeconds: config.leaseSeconds,
  })
  const schedule = startSchedule(collectRules(parts))
  return {
    async stop() {
      await schedule.stop()
      await workers.stop()
    },
  }
}
