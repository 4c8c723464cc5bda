import { Type } from 'typebox'
import { Problem } from '../domain/problem.ts'
import type { Pool } from '../store/db.ts'
import { findQuota, readQuotaUse } from '../store/quota.ts'
import { answers } from './answers.ts'
import { accountOf, authenticate } from './bearer.ts'
import { RangeQuery, readRange } from './range.ts'
import type { ApiSettings, App } from './server.ts'
import { WireQuota, WireQuotaHistory } from './wire.ts'

export function addUserQuota(app: App, pool: Pool, settings: ApiSettings): void {
  const onRequest = authenticate(pool)
  const tags = ['User quota']
  const security = [{ bearer: [] }]

  app.get(
    '/api/user-quota',
    {
      onRequest,
      schema: { tags, security, summary: 'What remains of my quota', response: answers({ 200: WireQuota }, 401, 404) },
    },
    async (request) => {
      const { id } = accountOf(request)
      const remaining = await findQuota(pool, id)
      if (remaining === null) throw new Problem('not-found', 'This user has no quota. An administrator can set one.')
      return { id, kuota: remaining }
    },
  )

  app.get(
    '/api/user-quota/history',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'What was granted and what each project used',
        querystring: Type.Object(RangeQuery),
        response: answers({ 200: WireQuotaHistory }, 400, 401, 404),
      },
    },
    async (request) => {
      const range = readRange(request.query, settings.timeZone, new Date())
      const use = await readQuotaUse(pool, accountOf(request).id, { ...range, timeZone: settings.timeZone })
      if (use === null) throw new Problem('not-found', 'This user has no quota. An administrator can set one.')
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
