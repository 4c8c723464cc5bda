import { pendingMigrations } from '../store/migrate.ts'
import type { ApiDeps, App } from './app.ts'

// /healthz: the process lives. /readyz: it can serve, which needs the database and its schema.
export function addHealthRoutes(app: App, { pool }: ApiDeps): void {
  app.get('/healthz', { config: { class: 'free' } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { config: { class: 'free' } }, async (_request, reply) => {
    const pending = await pendingMigrations(pool).catch(() => null)
    if (pending?.length === 0) return { status: 'ready' }
    return reply.code(503).send({ status: pending === null ? 'no database' : 'migrations are missing' })
  })
}
