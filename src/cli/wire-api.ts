import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { App } from '../api/app.ts'
import { EventHub } from '../api/event-hub.ts'
import { defaultLimits } from '../api/limits.ts'
import { createMetrics, type Metrics } from '../api/metrics.ts'
import { RESPONSE_MS_MAX } from '../api/route.ts'
import { buildServer } from '../api/server.ts'
import { createSummarise } from '../api/summarise.ts'
import { storyRules } from '../collect/analyse-post.ts'
import { openImport } from '../collect/import/import-posts.ts'
import { previewStream } from '../collect/import/preview.ts'
import type { Config } from '../config.ts'
import { refusalOf } from '../sources/http/guard.ts'
import { describeSources } from '../sources/index.ts'
import { hasFeeds } from '../store/collecting/feeds.ts'
import type { Pool } from '../store/db.ts'
import type { Tracing } from './tracing.ts'
import { openConfiguredClassifier, requestSeconds, writerOf } from './wire-common.ts'

const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))

// The API's dependencies are wired here by hand; those of collecting in wire-work.ts.
export interface Api {
  readonly app: App
  readonly events: EventHub
  readonly metrics: Metrics
}

export async function openApi(config: Config, pool: Pool, tracing: Tracing | null = null): Promise<Api> {
  const events = new EventHub(pool)
  const metrics = createMetrics(pool)
  // Only imports classify here: most installations never need the models twice.
  const classifier = openOnce(() => openConfiguredClassifier(config))
  const importSettings = { timeZone: config.timeZone, mentionDays: config.collect.mentionDays }
  const app = await buildServer({
    pool,
    events,
    observers: tracing === null ? [metrics] : [metrics, tracing],
    settings: {
      timeZone: config.timeZone,
      sessionHours: config.sessionHours,
      defaultQuota: config.defaultQuota,
      mentionDays: config.collect.mentionDays,
      requestSeconds: requestSeconds(config),
      secureCookies: config.secureCookies,
      trustProxy: config.trustProxy,
      limits: defaultLimits(config.requestsMax || config.databaseConnections),
      keyRate: config.keyRate,
      corsOrigins: config.corsOrigins,
      responseMsMax: RESPONSE_MS_MAX,
      channels: { telegram: config.channels.telegramToken !== '', email: config.channels.smtpUrl !== '' },
      publicUrl: config.channels.publicUrl,
      contact: config.collect.contact,
      browser: config.browser,
      webDir: existsSync(WEB_DIR) ? WEB_DIR : null,
    },
    sources: async (db) => describeSources(config.sources, { hasFeeds: await hasFeeds(db, 'news') }),
    summarise: createSummarise(pool, writerOf(config), {
      timeZone: config.timeZone,
      requestSeconds: requestSeconds(config),
    }),
    storyRules,
    refuseAddress: (url) => refusalOf(url, { open: config.collect.allowPrivateNetwork }),
    openImport: async (project, stream, request) =>
      openImport(pool, project, stream, { ...request, ...importSettings, classifier: await classifier() }),
    previewImport: (project, stream, request) => previewStream(project, stream, { ...request, ...importSettings }),
  })
  // Compiles the routes and schemas while the caller starts the workers, so that the first request does not wait for it.
  await app.ready()
  return { app, events, metrics }
}

function openOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open()
    return opened
  }
}
