import { Type } from 'typebox'
import { Refusal } from '../domain/problem.ts'
import { findQuota, readQuotaUse } from '../store/accounts/quota.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf, actorOf } from './bearer.ts'
import { RangeQuery, readRange } from './range.ts'
import { routesOf } from './route.ts'
import { WireQuota, WireQuotaHistory } from './wire/account.ts'

export function addQuotaRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'User quota')

  app.get(
    '/api/user-quota',
    user({
      id: 'getQuota',
      summary: 'What remains of my quota',
      description: 'How many new mentions this account may still get.',
      response: { 200: WireQuota },
      errors: [404],
    }),
    async (request) => {
      const { id } = actorOf(request)
      const remaining = await findQuota(pool, id)
      if (remaining === null) throw noQuota()
      return { id, kuota: remaining }
    },
  )

  app.get(
    '/api/user-quota/history',
    user({
      id: 'getQuotaHistory',
      summary: 'What was granted and what each project used',
      description: 'By local day and project, from the ledger.',
      class: 'long',
      querystring: Type.Object(RangeQuery),
      response: { 200: WireQuotaHistory },
      errors: [404],
    }),
    async (request) => {
      const range = readRange(request.query, settings.timeZone, new Date())
      const use = await readQuotaUse(pool, accountOf(request).id, { ...range, timeZone: settings.timeZone })
      if (use === null) throw noQuota()
      const days = use.days.map(({ day, projectId, name, charged }) => ({
        day,
        keyword_id: projectId,
        group: name,
        charged,
      }))
      return { kuota: use.remaining, granted: use.granted, charged: use.charged, days }
    },
  )
}

function noQuota(): Refusal {
  return new Refusal('not-found', 'This user has no quota. An administrator can set one.', ['noQuota'])
}
