import { randomBytes } from 'node:crypto'
import { stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { PASSWORD_MAX } from '../domain/password.ts'
import { Refusal } from '../domain/problem.ts'
import { isDevice, rememberClient } from '../store/accounts/known-clients.ts'
import { readPreferences } from '../store/accounts/preferences.ts'
import { removeOwnSession, removeSession, removeSessions } from '../store/accounts/sessions.ts'
import type { Pool } from '../store/db.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf, actorOf, DEVICE_COOKIE, deviceOf, SESSION_COOKIE, sessionOf } from './bearer.ts'
import { toWireSession, toWireUser } from './convert.ts'
import { logIn } from './log-in.ts'
import { routesOf } from './route.ts'
import { WireLoggedOut, WireLoggedOutEverywhere, WireNewToken, WireOwnUser, WireSession } from './wire/account.ts'

const Credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
})
const DEVICE_BYTES = 32
const DEVICE_SECONDS = 365 * 86_400

export function addAuthRoutes(app: App, deps: ApiDeps): void {
  const { pool, settings } = deps
  const { open, user } = routesOf(pool, 'Authentication')

  app.post(
    '/api/auth/login',
    open({
      id: 'logIn',
      summary: 'Log in',
      description: 'Returns a token for the header Authorization. Repeated failures are delayed with 429.',
      class: 'login',
      body: Credentials,
      response: { 200: WireNewToken },
      errors: [401, 429],
    }),
    async (request) => {
      const { token, expiresAt, account } = await logIn(pool, attemptOf(request, request.body, settings.sessionHours))
      return { token, expires_at: expiresAt.toISOString(), roles: [...account.roles], user: toWireUser(account) }
    },
  )

  app.get(
    '/api/auth/session',
    user({
      id: 'getSession',
      summary: 'Check the session',
      description: 'Who the token belongs to and until when it is valid.',
      scope: 'session',
      response: { 200: WireSession },
    }),
    async (request) => toWireSession(sessionOf(request)),
  )

  app.get(
    '/api/auth/me',
    user({
      id: 'getMe',
      summary: 'Who am I',
      description: 'The account of this session, with the language of its messages and its time zone.',
      response: { 200: WireOwnUser },
    }),
    async (request) => {
      const account = actorOf(request)
      return { ...toWireUser(account), ...(await readPreferences(pool, account.id)) }
    },
  )

  app.post(
    '/api/auth/logout',
    open({
      id: 'logOut',
      summary: 'Revoke a token',
      description: 'Ends the session of the token in the body; the token itself is the permission.',
      body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 1_000 }) }),
      response: { 200: WireLoggedOut },
      errors: [401],
    }),
    async ({ body }) => {
      if (!(await removeSession(pool, body.token)))
        throw new Refusal('unauthorized', 'The token is unknown, expired or revoked.', ['loggedOut'])
      return { success: true, message: 'Logged out.' }
    },
  )

  app.post(
    '/api/auth/logout-all',
    user({
      id: 'logOutEverywhere',
      summary: 'Revoke all my tokens',
      description: 'Ends all sessions of this account, that of this request included.',
      scope: 'session',
      response: { 200: WireLoggedOutEverywhere },
    }),
    async (request) => {
      const revoked = await removeSessions(pool, accountOf(request).id)
      return { success: true, message: 'All sessions are revoked.', revoked }
    },
  )

  addCookieRoutes(app, deps)
}

function attemptOf(request: FastifyRequest, credentials: Static<typeof Credentials>, sessionHours: number) {
  return {
    ...credentials,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: deviceOf(request),
    sessionSeconds: sessionHours * 3_600,
    // Passwords are checked behind a limiter of their own, where known devices come first; here they would wait in line.
    onCounted: () => request.releaseSlot?.(),
  }
}

// For the dashboard: the token goes into a cookie that scripts cannot read, and nowhere else.
function addCookieRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { open, user } = routesOf(pool, 'Dashboard')
  const { secureCookies: secure } = settings
  const flags = { httpOnly: true, sameSite: 'strict', secure } as const
  const sessionCookie = { ...flags, name: SESSION_COOKIE, path: '/' }
  const deviceCookie = { ...flags, name: DEVICE_COOKIE, path: '/api', maxAge: DEVICE_SECONDS }

  app.post(
    '/api/session',
    open({
      id: 'logInWithCookie',
      summary: 'Log in with a cookie',
      description: 'For browsers: the token is set as a cookie that scripts cannot read, and is not in the body.',
      class: 'login',
      body: Credentials,
      response: { 200: WireSession },
      errors: [401, 429],
    }),
    async (request, reply) => {
      const attempt = attemptOf(request, request.body, settings.sessionHours)
      const { token, ...session } = await logIn(pool, attempt)
      const device = await rememberDevice(pool, session.account.id, attempt.device)
      reply.header('set-cookie', [
        stringifySetCookie({ ...sessionCookie, value: token, expires: session.expiresAt }),
        stringifySetCookie({ ...deviceCookie, value: device }),
      ])
      return toWireSession(session)
    },
  )

  app.delete(
    '/api/session',
    user({
      id: 'logOutWithCookie',
      summary: 'Log out and drop the cookie',
      description: 'Ends the session of this request and removes its cookie.',
      scope: 'session',
      response: { 200: WireLoggedOut },
    }),
    async (request, reply) => {
      await removeOwnSession(pool, accountOf(request).id, sessionOf(request).id)
      reply.header('set-cookie', stringifySetCookie({ ...sessionCookie, value: '', expires: new Date(0), maxAge: 0 }))
      return { success: true, message: 'Logged out.' }
    },
  )
}

// One cookie for all accounts of a browser. A value that this service did not issue is replaced: another person may know it.
async function rememberDevice(pool: Pool, accountId: string, sent: string | null): Promise<string> {
  const device = sent !== null && (await isDevice(pool, sent)) ? sent : randomBytes(DEVICE_BYTES).toString('base64url')
  await rememberClient(pool, accountId, 'device', device)
  return device
}
