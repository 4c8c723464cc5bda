import { pendingMigrations } from '../store/migrate.ts'
import { watchNodes } from '../store/nodes.ts'
import type { ApiDeps, App } from './app.ts'

// /healthz: the process lives. /readyz: it can serve, which needs the database and its schema. Without one of several nodes it serves the
// projects of the others, so it is ready and names the node.
export function addHealthRoutes(app: App, { pool }: ApiDeps): void {
  const readNodes = watchNodes(pool)
  app.get('/healthz', { config: { class: 'free' } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { config: { class: 'free' } }, async (_request, reply) => {
    const pending = await pendingMigrations(pool).catch(() => null)
    if (pending?.length === 0) {
      const lost = (await readNodes().catch(() => [])).filter(({ reachable }) => !reachable)
      return lost.length === 0 ? { status: 'ready' } : { status: 'ready', unreachable: lost.map(({ node }) => node) }
    }
    return reply.code(503).send({ status: pending === null ? 'no database' : 'migrations are missing' })
  })
}
