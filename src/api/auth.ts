import { randomBytes } from 'node:crypto'
import { stringifySetCookie } from 'cookie'
import { Type } from 'typebox'
import { Problem } from '../domain/problem.ts'
import { findAccount, findCredentials } from '../store/accounts.ts'
import type { Pool } from '../store/db.ts'
import {
  addLoginFailure,
  addSession,
  clearLoginFailures,
  findLoginFailures,
  removeSession,
  removeSessions,
} from '../store/sessions.ts'
import { answers } from './answers.ts'
import { accountOf, authenticate, COOKIE, sessionCookie, sessionOf } from './bearer.ts'
import { toWireUser } from './convert.ts'
import { checkPassword, PASSWORD_MAX } from './passwords.ts'
import type { ApiSettings, App } from './server.ts'
import { WireLogin, WireLogout, WireLogoutAll, WireSession, WireUser } from './wire.ts'

const TOKEN_BYTES = 32
// The first few mistakes are free; then the wait doubles.
const FAILURES_FREE = 5
const WAIT_SECONDS_MAX = 900

const Credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
})

export function addAuth(app: App, pool: Pool, settings: ApiSettings): void {
  const onRequest = authenticate(pool)

  app.post(
    '/api/auth/login',
    {
      schema: {
        tags: ['Authentication'],
        summary: 'Log in',
        body: Credentials,
        response: answers({ 200: WireLogin }, 400, 401, 413, 415, 429),
      },
    },
    async ({ body, ip }) => {
      const { token, expiresAt, account } = await logIn(pool, settings, body, ip)
      return { token, expires_at: expiresAt.toISOString(), roles: [...account.roles], user: toWireUser(account) }
    },
  )

  app.get(
    '/api/auth/session',
    {
      onRequest,
      schema: {
        tags: ['Authentication'],
        summary: 'Check the session',
        security: [{ bearer: [] }],
        response: answers({ 200: WireSession }, 401),
      },
    },
    async (request) => {
      const { account, expiresAt } = sessionOf(request)
      return { valid: true, expires_at: expiresAt.toISOString(), roles: [...account.roles], user: toWireUser(account) }
    },
  )

  app.get(
    '/api/auth/me',
    {
      onRequest,
      schema: {
        tags: ['Authentication'],
        summary: 'Who am I',
        security: [{ bearer: [] }],
        response: answers({ 200: WireUser }, 401),
      },
    },
    async (request) => toWireUser(accountOf(request)),
  )

  app.post(
    '/api/auth/logout',
    {
      schema: {
        tags: ['Authentication'],
        summary: 'Revoke a token',
        body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 1_000 }) }),
        response: answers({ 200: WireLogout }, 400, 401, 413, 415),
      },
    },
    async ({ body }) => {
      if (!(await removeSession(pool, body.token)))
        throw new Problem('unauthorized', 'The token is unknown, expired or revoked.')
      return { success: true, message: 'Logged out.' }
    },
  )

  app.post(
    '/api/auth/logout-all',
    {
      onRequest,
      schema: {
        tags: ['Authentication'],
        summary: 'Revoke all my tokens',
        security: [{ bearer: [] }],
        response: answers({ 200: WireLogoutAll }, 401),
      },
    },
    async (request) => {
      const revoked = await removeSessions(pool, accountOf(request).id)
      return { success: true, message: 'All sessions are revoked.', revoked }
    },
  )

  addDashboardSession(app, pool, settings)
}

// The dashboard's way in: the token goes into a cookie that scripts cannot read, and nowhere else.
function addDashboardSession(app: App, pool: Pool, settings: ApiSettings): void {
  const { secureCookies: secure } = settings
  const cookie = { name: COOKIE, path: '/', httpOnly: true, sameSite: 'strict', secure } as const

  app.post(
    '/api/session',
    {
      schema: {
        tags: ['Dashboard'],
        summary: 'Log in with a cookie',
        body: Credentials,
        response: answers({ 200: WireSession }, 400, 401, 413, 415, 429),
      },
    },
    async ({ body, ip }, reply) => {
      const { token, expiresAt, account } = await logIn(pool, settings, body, ip)
      reply.header('set-cookie', stringifySetCookie({ ...cookie, value: token, expires: expiresAt }))
      return { valid: true, expires_at: expiresAt.toISOString(), roles: [...account.roles], user: toWireUser(account) }
    },
  )

  app.delete(
    '/api/session',
    {
      onRequest: authenticate(pool),
      schema: {
        tags: ['Dashboard'],
        summary: 'Log out and drop the cookie',
        security: [{ bearer: [] }],
        response: answers({ 200: WireLogout }, 401, 403),
      },
    },
    async (request, reply) => {
      const token = sessionCookie(request)
      if (token !== undefined) await removeSession(pool, token)
      reply.header('set-cookie', stringifySetCookie({ ...cookie, value: '', expires: new Date(0), maxAge: 0 }))
      return { success: true, message: 'Logged out.' }
    },
  )
}

async function logIn(
  pool: Pool,
  settings: ApiSettings,
  { username, password }: { username: string; password: string },
  address: string,
) {
  await refuseHammering(pool, username, address)
  const credentials = await findCredentials(pool, username)
  const right = await checkPassword(password, credentials?.passwordHash ?? null)
  if (credentials === null || !right || credentials.disabled) {
    await addLoginFailure(pool, username, address)
    throw new Problem('unauthorized', 'The user name or the password is wrong.')
  }
  await clearLoginFailures(pool, username, address)
  const account = await findAccount(pool, credentials.id)
  if (account === null) throw new Problem('unauthorized', 'The user name or the password is wrong.')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = await addSession(pool, account.id, token, settings.sessionHours * 3_600)
  return { token, expiresAt, account }
}

// Counted per name and address, so that a guesser elsewhere cannot lock the rightful user out.
async function refuseHammering(pool: Pool, username: string, address: string): Promise<void> {
  const failed = await findLoginFailures(pool, username, address)
  if (failed === null || failed.failures < FAILURES_FREE) return
  const wait = Math.min(2 ** (failed.failures - FAILURES_FREE + 1), WAIT_SECONDS_MAX) - failed.secondsSinceLast
  if (wait > 0)
    throw new Problem('too-many', `Too many failed log-ins. Try again in ${Math.ceil(wait)} s.`, Math.ceil(wait))
}
