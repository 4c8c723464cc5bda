import type { Pool } from '../store/db.ts'
import { pendingMigrations } from '../store/migrate.ts'
import type { App } from './server.ts'

// /healthz: the process lives. /readyz: it can serve, which needs the database and its schema.
export function addHealth(app: App, pool: Pool): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const pending = await pendingMigrations(pool).catch(() => null)
    if (pending?.length === 0) return { status: 'ready' }
    return reply.code(503).send({ status: pending === null ? 'no database' : 'migrations are missing' })
  })
}
