import { stringifySetCookie } from 'cookie'
import { Type } from 'typebox'
import { Problem } from '../domain/problem.ts'
import { removeSession, removeSessions } from '../store/accounts/sessions.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf, COOKIE, sessionCookie, sessionOf } from './bearer.ts'
import { toWireSession, toWireUser } from './convert.ts'
import { logIn } from './log-in.ts'
import { PASSWORD_MAX } from './passwords.ts'
import { routesOf } from './route.ts'
import { WireLogin, WireLogout, WireLogoutAll, WireSession, WireUser } from './wire/account.ts'

const Credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
})

export function addAuthRoutes(app: App, deps: ApiDeps): void {
  const { pool, settings } = deps
  const { open, user } = routesOf(pool, 'Authentication')

  app.post(
    '/api/auth/login',
    open({ summary: 'Log in', class: 'login', body: Credentials, response: { 200: WireLogin }, errors: [401, 429] }),
    async ({ body, ip }) => {
      const { token, expiresAt, account } = await logIn(pool, settings, body, ip)
      return { token, expires_at: expiresAt.toISOString(), roles: [...account.roles], user: toWireUser(account) }
    },
  )

  app.get(
    '/api/auth/session',
    user({ summary: 'Check the session', response: { 200: WireSession } }),
    async (request) => toWireSession(sessionOf(request)),
  )

  app.get('/api/auth/me', user({ summary: 'Who am I', response: { 200: WireUser } }), async (request) =>
    toWireUser(accountOf(request)),
  )

  app.post(
    '/api/auth/logout',
    open({
      summary: 'Revoke a token',
      body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 1_000 }) }),
      response: { 200: WireLogout },
      errors: [401],
    }),
    async ({ body }) => {
      if (!(await removeSession(pool, body.token)))
        throw new Problem('unauthorized', 'The token is unknown, expired or revoked.')
      return { success: true, message: 'Logged out.' }
    },
  )

  app.post(
    '/api/auth/logout-all',
    user({ summary: 'Revoke all my tokens', response: { 200: WireLogoutAll } }),
    async (request) => {
      const revoked = await removeSessions(pool, accountOf(request).id)
      return { success: true, message: 'All sessions are revoked.', revoked }
    },
  )

  addCookieRoutes(app, deps)
}

// For the dashboard: the token goes into a cookie that scripts cannot read, and nowhere else.
function addCookieRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { open, user } = routesOf(pool, 'Dashboard')
  const { secureCookies: secure } = settings
  const cookie = { name: COOKIE, path: '/', httpOnly: true, sameSite: 'strict', secure } as const

  app.post(
    '/api/session',
    open({
      summary: 'Log in with a cookie',
      class: 'login',
      body: Credentials,
      response: { 200: WireSession },
      errors: [401, 429],
    }),
    async ({ body, ip }, reply) => {
      const { token, ...session } = await logIn(pool, settings, body, ip)
      reply.header('set-cookie', stringifySetCookie({ ...cookie, value: token, expires: session.expiresAt }))
      return toWireSession(session)
    },
  )

  app.delete(
    '/api/session',
    user({ summary: 'Log out and drop the cookie', response: { 200: WireLogout } }),
    async (request, reply) => {
      const token = sessionCookie(request)
      if (token !== undefined) await removeSession(pool, token)
      reply.header('set-cookie', stringifySetCookie({ ...cookie, value: '', expires: new Date(0), maxAge: 0 }))
      return { success: true, message: 'Logged out.' }
    },
  )
}
