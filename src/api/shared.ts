import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Refusal } from '../domain/problem.ts'
import { type AttemptLimit, countAttempt, uncountAttempt } from '../store/accounts/login-attempts.ts'
import type { Pool } from '../store/db.ts'
import { type OpenedLink, openReportLink, touchReportLink } from '../store/reports/links.ts'
import type { ApiDeps, App } from './app.ts'
import { NO_INDEX } from './headers.ts'
import { checkCounted } from './log-in.ts'
import { limitsOfSharedLink, networkOf } from './log-in-limits.ts'
import { RANKS } from './passwords.ts'
import type { HeldPages } from './report-pdf.ts'
import { routesOf } from './route.ts'
import { SharedPasswordBody, type WireReportContent, WireSharedReport } from './wire/report.ts'

const params = Type.Object({ token: Type.String() })

// What the page of a shared link reads, without an account: the stored content of that link and nothing else.
export function addSharedRoutes(app: App, { pool }: ApiDeps, held: HeldPages): void {
  const { open } = routesOf(pool, 'Reports')

  app.get(
    '/api/shared/:token',
    open({
      id: 'readSharedReport',
      summary: 'The report behind a link',
      description: 'As it was when the link was made. 403 when the link has a password: send it by POST.',
      params,
      response: { 200: WireSharedReport },
      errors: [403, 404],
    }),
    async (request, reply) => {
      const printed = held.get(request.params.token)
      if (printed !== undefined) return hideFromSearch(reply).send(printed)
      const link = await openLink(pool, request.params.token, reply)
      if (link.passwordHash !== null) throw new Refusal('forbidden', 'This link needs its password.', ['linkPassword'])
      return send(pool, reply, link)
    },
  )

  app.post(
    '/api/shared/:token',
    open({
      id: 'unlockSharedReport',
      summary: 'The report behind a link with a password',
      description: 'After some wrong passwords further ones have to wait.',
      params,
      body: SharedPasswordBody,
      response: { 200: WireSharedReport },
      errors: [403, 404, 429],
    }),
    async (request, reply) => {
      const link = await openLink(pool, request.params.token, reply)
      if (link.passwordHash !== null) {
        const limits = limitsOfSharedLink(link.id, networkOf(request.ip))
        await checkLinkPassword(pool, limits, request.body.password, link.passwordHash)
      }
      return send(pool, reply, link)
    },
  )
}

// A link that is revoked or expired is like one that never existed.
async function openLink(pool: Pool, token: string, reply: FastifyReply): Promise<OpenedLink> {
  hideFromSearch(reply)
  const link = await openReportLink(pool, token)
  if (link === null)
    throw new Refusal('not-found', 'There is no report at this address, or its link has ended.', ['gone'])
  return link
}

async function checkLinkPassword(
  pool: Pool,
  limits: readonly AttemptLimit[],
  password: string,
  hash: string,
): Promise<void> {
  const seconds = Math.ceil(await countAttempt(pool, limits))
  if (seconds > 0)
    throw new Refusal(
      'too-many',
      `Too many wrong passwords. Try again in ${seconds} s.`,
      ['attempts', seconds],
      seconds,
    )
  if (!(await checkCounted(pool, limits, { password, hash, rank: RANKS.unknown })))
    throw new Refusal('forbidden', 'The password is wrong.', ['linkPasswordWrong'])
  await uncountAttempt(pool, limits)
}

async function send(pool: Pool, reply: FastifyReply, link: OpenedLink): Promise<FastifyReply> {
  await touchReportLink(pool, link.id)
  return reply.send({ ...(link.content as WireReportContent), expires_at: link.expiresAt.toISOString() })
}

function hideFromSearch(reply: FastifyReply): FastifyReply {
  return reply.header('x-robots-tag', NO_INDEX)
}
