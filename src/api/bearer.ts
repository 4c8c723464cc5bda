import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Account } from '../domain/account.ts'
import { Problem } from '../domain/problem.ts'
import { log } from '../log.ts'
import { findSessions, type Session, touchSession } from '../store/accounts/sessions.ts'
import { coalesce } from '../store/coalesce.ts'
import type { Pool } from '../store/db.ts'

declare module 'fastify' {
  interface FastifyRequest {
    // Set by `authenticate`; null on routes that need no session.
    session: Session | null
  }
}

export const SESSION_COOKIE = 'pantau_session'
// Identifies a browser that has logged in before; it opens nothing.
export const DEVICE_COOKIE = 'pantau_device'
// A page of another site can send a form with our cookie, but not this header.
const REQUEST_HEADER = 'x-pantau-request'
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/

type Check = (request: FastifyRequest) => Promise<void>
const checks = new WeakMap<Pool, Check>()

// Runs before the request is validated: without a valid session a response says nothing else, not even what is wrong with the request.
// One for all routes, so that the tokens of concurrent requests are looked up in one statement.
export function authenticate(pool: Pool): Check {
  const check = checks.get(pool) ?? createCheck(pool)
  checks.set(pool, check)
  return check
}

function createCheck(pool: Pool): Check {
  const findSession = coalesce((tokens) => findSessions(pool, tokens))
  return async (request) => {
    const token = bearerToken(request) ?? cookieToken(request)
    const session = token === null ? null : await findSession(token)
    if (session === null)
      throw new Problem('unauthorized', 'Log in and send the token as "Authorization: Bearer <token>".')
    request.session = session
    // Not awaited: no request waits for it, and one that is lost is made up for by the next.
    if (session.seenLongAgo)
      touchSession(pool, session.id).catch((error: unknown) => log.debug({ err: error }, 'could not touch a session'))
  }
}

export function requireAdmin(request: FastifyRequest): void {
  if (!accountOf(request).roles.includes('admin')) {
    throw new Problem('forbidden', 'This needs the role admin.')
  }
}

export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Error('This route has no session: it is not behind authenticate.')
  return request.session
}

export function accountOf(request: FastifyRequest): Account {
  return sessionOf(request).account
}

export function deviceOf(request: FastifyRequest): string | null {
  return readCookie(request, DEVICE_COOKIE)
}

function bearerToken(request: FastifyRequest): string | null {
  const found = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')
  const token = found?.[1]
  return token !== undefined && TOKEN.test(token) ? token : null
}

function cookieToken(request: FastifyRequest): string | null {
  if (request.headers.authorization !== undefined) return null
  const token = readCookie(request, SESSION_COOKIE)
  if (token === null) return null
  const safe = request.method === 'GET' || request.method === 'HEAD'
  if (!safe && request.headers[REQUEST_HEADER] === undefined) {
    throw new Problem(
      'forbidden',
      'Requests with the session cookie that change something need the header X-Pantau-Request: 1.',
    )
  }
  return token
}

function readCookie({ headers }: FastifyRequest, name: string): string | null {
  const value = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name]
  return value !== undefined && TOKEN.test(value) ? value : null
}
