import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Analyser, type Classification, openAnalyser } from '../analyse/analyser.ts'
import { EventHub } from '../api/events.ts'
import { createMetrics, type Metrics } from '../api/metrics.ts'
import { type App, buildServer } from '../api/server.ts'
import { createSummarise } from '../api/summarise.ts'
import { importStream } from '../collect/import.ts'
import { openLedgers } from '../collect/ledgers.ts'
import type { CollectParts } from '../collect/parts.ts'
import { collectRules, collectTasks } from '../collect/tasks.ts'
import type { Config } from '../config.ts'
import { startSchedule } from '../jobs/schedule.ts'
import { startWorkers } from '../jobs/worker.ts'
import { openFetch } from '../sources/fetch.ts'
import { describeSources, openSources, type SourceSettings } from '../sources/index.ts'
import { OUTLETS } from '../sources/news/outlets.ts'
import type { Pool } from '../store/db.ts'
import { hasFeeds, seedFeeds, setFeeds } from '../store/feeds.ts'
import type { Tracing } from './tracing.ts'

const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))
const VERSION = '0.1.0'
const LLM_TIMEOUT_MS = 60_000
const LLM_TOKENS_MAX = 2_000

// Everything is wired here, by hand.
export function sourceSettings(config: Config): SourceSettings {
  return { ...config.sources, fullText: config.collect.fullText }
}

// The models are opened when the first text is judged, once for the API and the workers of a process.
let analyser: Analyser | undefined
function classify(text: string): Classification {
  analyser ??= openAnalyser()
  return analyser.classify(text)
}

export function openCollectParts(config: Config, pool: Pool, tracing: Tracing | null = null): CollectParts {
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

export interface Api {
  readonly app: App
  readonly events: EventHub
  readonly metrics: Metrics
}

export async function openApi(config: Config, pool: Pool, tracing: Tracing | null = null): Promise<Api> {
  const events = new EventHub(pool)
  const { llm } = config
  const writer =
    llm.url === ''
      ? null
      : {
          url: llm.url,
          model: llm.model,
          key: llm.key || undefined,
          timeoutMs: LLM_TIMEOUT_MS,
          tokensMax: LLM_TOKENS_MAX,
        }
  const settings = sourceSettings(config)
  const metrics = createMetrics(pool)
  const app = await buildServer({
    pool,
    events,
    metrics: tracing === null ? metrics : watchBoth(metrics, tracing),
    settings: {
      timeZone: config.timeZone,
      sessionHours: config.sessionHours,
      defaultQuota: config.defaultQuota,
      collectSeconds: config.collect.intervalMinutes * 60,
      secureCookies: config.secureCookies,
      trustProxy: config.trustProxy,
      requestsMax: config.requestsMax || requestsAtOnce(config, pool),
      webDir: existsSync(WEB_DIR) ? WEB_DIR : null,
    },
    sources: async (db) => describeSources(settings, await hasFeeds(db, 'news')),
    summarise: createSummarise(pool, writer, config.timeZone),
    importStream: (project, stream, format) =>
      importStream(pool, project, stream, format, {
        classify,
        timeZone: config.timeZone,
        mentionDays: config.collect.mentionDays,
      }),
  })
  return { app, events, metrics }
}

// With the database on the same machine, more requests at once than processors (and one, because each waits now and then) only
// slow each other down. With the database elsewhere, most of a request is waiting, and its connections are the limit.
function requestsAtOnce(config: Config, pool: Pool): number {
  const isHere = pool.options.host.every((host) => /^(localhost|127\.|::1$|\/)/.test(host))
  return isHere ? availableParallelism() + 1 : config.databaseConnections
}

function watchBoth(metrics: Metrics, tracing: Tracing): Metrics {
  const watch = (app: App) => {
    metrics.watch(app)
    tracing.watch(app)
  }
  return { ...metrics, watch }
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
  const parts = openCollectParts(config, pool, tracing)
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
