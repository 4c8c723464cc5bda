import type { CollectDeps } from '../collect/deps.ts'
import { setConfiguredAddresses } from '../collect/feed-addresses.ts'
import { watchFlood } from '../collect/flood.ts'
import { openSpending } from '../collect/spending.ts'
import { collectRules, collectTasks } from '../collect/tasks.ts'
import type { Config } from '../config.ts'
import { type DeliverOptions, deliverRules, deliverTasks } from '../deliver/tasks.ts'
import type { BriefDeps } from '../evaluate/brief.ts'
import { createOpening } from '../evaluate/brief-opening.ts'
import { briefRules, briefTasks, evaluationRules, evaluationTasks } from '../evaluate/tasks.ts'
import { startSchedule } from '../jobs/schedule.ts'
import { startWorkers } from '../jobs/worker.ts'
import { OUTLETS } from '../sources/feeds/outlets.ts'
import { openFetch } from '../sources/http/fetch.ts'
import { openSources } from '../sources/index.ts'
import { seedFeeds } from '../store/collecting/feeds.ts'
import type { Pool } from '../store/db.ts'
import { VERSION } from '../version.ts'
import type { Tracing } from './tracing.ts'
import { openConfiguredClassifier, requestSeconds, writerOf } from './wire-common.ts'

// The dependencies of collecting are wired here by hand; those of the API in wire-api.ts.
export async function openCollectDeps(
  config: Config,
  pool: Pool,
  tracing: Tracing | null = null,
  isFlooded: () => boolean = () => false,
): Promise<CollectDeps> {
  const { collect } = config
  const fetch = openFetch({
    userAgent: `Pantau/${VERSION} (media monitoring${collect.contact === '' ? '' : `; ${collect.contact}`})`,
    allowPrivate: collect.allowPrivateNetwork,
    hostSpacingMs: collect.hostSpacingMs,
  })
  const classifier = await openConfiguredClassifier(config, isFlooded)
  return {
    pool,
    sources: await openSources({
      settings: config.sources,
      fetch: tracing?.fetch(fetch) ?? fetch,
      now: () => new Date(),
      spending: openSpending(pool),
      fullText: collect.fullText,
    }),
    classifier,
    settings: {
      timeZone: config.timeZone,
      intervalSeconds: collect.intervalMinutes * 60,
      feedSeconds: collect.feedMinutes * 60,
      archiveDays: collect.archiveDays,
      mentionDays: collect.mentionDays,
    },
  }
}

// Messages are delivered by workers of their own: neither waits for the other.
const DELIVERY_WORKERS = 5
const POLL_SPACING_MS = 200

function openDelivery(config: Config, pool: Pool): DeliverOptions {
  const { publicUrl, telegramToken, telegramUrl, smtpUrl, mailFrom } = config.channels
  const open = (hostSpacingMs: number) =>
    openFetch({ userAgent: `Pantau/${VERSION}`, allowPrivate: config.collect.allowPrivateNetwork, hostSpacingMs })
  return {
    pool,
    fetch: open(0),
    pollFetch: open(POLL_SPACING_MS),
    settings: {
      publicUrl,
      telegram: telegramToken === '' ? null : { token: telegramToken, url: telegramUrl },
      email: smtpUrl === '' ? null : { smtpUrl, from: mailFrom },
    },
  }
}

function openBriefs(config: Config, pool: Pool): BriefDeps {
  const writer = writerOf(config)
  const how = { timeZone: config.timeZone, requestSeconds: requestSeconds(config) }
  const { publicUrl } = config.channels
  return {
    pool,
    how,
    publicUrl,
    writeOpening: writer === null ? null : createOpening(pool, writer),
    // Loaded by the first brief with a report: with it come the schemas of the API, a third of what this thread would load.
    async shareReport(request) {
      const { shareForBrief } = await import('../api/share-report.ts')
      return shareForBrief(pool, request, { ...how, publicUrl })
    },
  }
}

// Adds the outlets that are shipped, or removes them when they are switched off.
export async function seedShipped(config: Config, pool: Pool): Promise<void> {
  const outlets = config.collect.defaultFeeds ? OUTLETS : []
  await pool.begin((tx) =>
    seedFeeds(
      tx,
      outlets.map(({ feed, ...outlet }) => ({ ...outlet, address: feed })),
    ),
  )
}

export interface Work {
  stop(): Promise<void>
}

// Starts workers and the schedule. Any number of processes may do so: due work is queued once, whichever process finds it.
export async function startWork(config: Config, pool: Pool, tracing: Tracing | null = null): Promise<Work> {
  await seedShipped(config, pool)
  const flood = watchFlood(pool)
  const deps = await openCollectDeps(config, pool, tracing, flood.isFlooded)
  await setConfiguredAddresses(deps)
  const reporting = {
    pool,
    how: { timeZone: config.timeZone, requestSeconds: requestSeconds(config) },
    publicUrl: config.channels.publicUrl?.href.replace(/\/$/, '') ?? '',
  }
  const briefs = openBriefs(config, pool)
  const tasks = { ...collectTasks(deps), ...evaluationTasks(reporting), ...briefTasks(briefs) }
  const workers = startWorkers({
    pool,
    tasks: tracing?.tasks(tasks) ?? tasks,
    concurrency: config.workers,
    leaseSeconds: config.leaseSeconds,
  })
  const delivery = openDelivery(config, pool)
  const delivering = deliverTasks(delivery)
  const deliverers = startWorkers({
    pool,
    tasks: tracing?.tasks(delivering) ?? delivering,
    concurrency: config.workers === 0 ? 0 : DELIVERY_WORKERS,
    leaseSeconds: config.leaseSeconds,
  })
  const schedule = startSchedule([
    flood.rule,
    ...collectRules(deps),
    ...evaluationRules(reporting, config.watch.everySeconds),
    ...briefRules(briefs),
    ...deliverRules(delivery),
  ])
  return {
    async stop() {
      await schedule.stop()
      await Promise.all([workers.stop(), deliverers.stop()])
    },
  }
}
