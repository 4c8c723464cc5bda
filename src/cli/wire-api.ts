import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { EventHub } from '../api/events.ts'
import { createMetrics, type Metrics } from '../api/metrics.ts'
import { type App, buildServer } from '../api/server.ts'
import { createSummarise } from '../api/summarise.ts'
import { importStream } from '../collect/import.ts'
import type { Config } from '../config.ts'
import { describeSources } from '../sources/settings.ts'
import type { Pool } from '../store/db.ts'
import { hasFeeds } from '../store/feeds.ts'
import type { Tracing } from './tracing.ts'
import { classify, sourceSettings } from './wire-common.ts'

const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))
const LLM_TIMEOUT_MS = 60_000
const LLM_TOKENS_MAX = 2_000

// The API is wired here, by hand; collecting in wire-work.ts.
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
  // Everything is compiled now: the first request waits for nothing, and who opens it can do something else meanwhile.
  await app.ready()
  return { app, events, metrics }
}

// In overload. With the database on the same machine, half as many as processors: each keeps another one busy there. With the
// database elsewhere, most of a request is waiting, and its connections are the limit.
function requestsAtOnce(config: Config, pool: Pool): number {
  const isHere = pool.options.host.every((host) => /^(localhost|127\.|::1$|\/)/.test(host))
  return isHere ? Math.max(1, Math.floor(availableParallelism() / 2)) : config.databaseConnections
}

function watchBoth(metrics: Metrics, tracing: Tracing): Metrics {
  const watch = (app: App) => {
    metrics.watch(app)
    tracing.watch(app)
  }
  return { ...metrics, watch }
}
