import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from '../store/db.ts'
import { readQueue } from '../store/jobs/jobs.ts'
import { readTotals } from '../store/jobs/totals.ts'
import { watchNodes } from '../store/nodes.ts'
import type { RequestObserver } from './app.ts'
import { countPasswordChecks } from './passwords.ts'

// For Prometheus. What the database knows is queried at every scrape, so that all processes report the same.
export interface Metrics extends RequestObserver {
  text(): Promise<string>
}

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(pool: Pool): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'pantau_request_seconds',
    help: 'Time to answer, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  new Counter({
    name: 'pantau_password_checks_total',
    help: 'Passwords checked by this process.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(countPasswordChecks())
    },
  })
  const databaseGauges = addDatabaseGauges(registry)
  const nodeGauge = addNodeGauge(registry, pool)
  return {
    watch(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const labels = {
          route: request.routeOptions.url ?? 'none',
          method: request.method,
          status: String(reply.statusCode),
        }
        requests.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    async text() {
      await Promise.all([databaseGauges(pool), nodeGauge()])
      return registry.metrics()
    },
  }
}

// Only where tables are distributed over several nodes.
function addNodeGauge(registry: Registry, pool: Pool): () => Promise<void> {
  const readNodes = watchNodes(pool)
  const up = new Gauge({
    name: 'pantau_database_node_up',
    help: '1 when the node that holds mentions responds.',
    labelNames: ['node'],
    registers: [registry],
  })
  return async () => {
    up.reset()
    for (const { node, reachable } of await readNodes().catch(() => [])) up.set({ node }, reachable ? 1 : 0)
  }
}

function addDatabaseGauges(registry: Registry): (pool: Pool) => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('pantau_database_up', '1 when the database responds.')
  const jobs = gauge('pantau_jobs', 'Jobs in the queue.', ['task', 'state'])
  const age = gauge('pantau_job_oldest_seconds', 'How long the oldest due job waits.', ['task'])
  const feeds = gauge('pantau_feeds', 'Enabled feeds by state.', ['state'])
  const requested = gauge('pantau_source_outcomes', 'Requests to sources in the last 24 hours by outcome.', [
    'source',
    'outcome',
  ])
  const charged = gauge('pantau_quota_charged_total', 'Mentions charged to all accounts.')
  const connections = gauge('pantau_database_connections', 'Connections to the database by state.', ['state'])
  return async (pool) => {
    for (const one of [jobs, age, feeds, requested, connections]) one.reset()
    try {
      for (const { task, waiting, running, oldestSeconds } of await readQueue(pool)) {
        jobs.set({ task, state: 'waiting' }, waiting)
        jobs.set({ task, state: 'running' }, running)
        age.set({ task }, oldestSeconds)
      }
      const totals = await readTotals(pool)
      for (const { state, count } of totals.feeds) feeds.set({ state }, count)
      for (const { source, outcome, count } of totals.outcomes) requested.set({ source, outcome }, count)
      for (const { state, count } of totals.connections) connections.set({ state }, count)
      charged.set(totals.charged)
      up.set(1)
    } catch {
      up.set(0)
    }
  }
}
