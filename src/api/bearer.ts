import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Account } from '../domain/account.ts'
import type { ApiKey } from '../domain/api-key.ts'
import type { Owner } from '../domain/owner.ts'
import { Refusal } from '../domain/problem.ts'
import { log } from '../log.ts'
import { findKeys, touchKey } from '../store/accounts/keys.ts'
import { findSessions, type Session, touchSession } from '../store/accounts/sessions.ts'
import { coalesce } from '../store/coalesce.ts'
import type { Pool } from '../store/db.ts'
import { isKeyLike, isWellFormed } from './key-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    // `authenticate` sets one of the two; both are null on routes that are open to everyone.
    session: Session | null
    key: ApiKey | null
  }
}

export const SESSION_COOKIE = 'pantau_session'
// Identifies a browser that has logged in before; it opens nothing.
export const DEVICE_COOKIE = 'pantau_device'
// A page of another site can send a form with our cookie, but not this header.
const REQUEST_HEADER = 'x-pantau-request'
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/
const ADDRESS_LENGTH_MAX = 100

type Check = (request: FastifyRequest) => Promise<void>
const checks = new WeakMap<Pool, Check>()

// Runs before the request is validated: without a valid session or key a response says nothing else, not even what is wrong with the request.
// One for all routes, so that the tokens of concurrent requests are looked up in one statement.
export function authenticate(pool: Pool): Check {
  const check = checks.get(pool) ?? createCheck(pool)
  checks.set(pool, check)
  return check
}

function createCheck(pool: Pool): Check {
  const findSession = coalesce((tokens) => findSessions(pool, tokens))
  const findKey = coalesce((keys) => findKeys(pool, keys))
  return async (request) => {
    const bearer = bearerToken(request)
    // Not in the cookie, which browsers send by themselves: keys are for programs.
    if (bearer !== null && isKeyLike(bearer)) {
      const key = isWellFormed(bearer) ? await findKey(bearer) : null
      if (key === null) throw new Refusal('unauthorized', 'The key is unknown, expired or revoked.', ['keyUnknown'])
      request.key = key
      if (key.usedLongAgo) touch(touchKey(pool, key.id, request.ip.slice(0, ADDRESS_LENGTH_MAX)))
      return
    }
    const token = bearer ?? cookieToken(request)
    const session = token === null || !TOKEN.test(token) ? null : await findSession(token)
    if (session === null)
      throw new Refusal('unauthorized', 'Log in and send the token as "Authorization: Bearer <token>".', ['loggedOut'])
    request.session = session
    if (session.seenLongAgo) touch(touchSession(pool, session.id))
  }
}

// Not awaited: no request waits for it, and one that is lost is made up for by the next.
function touch(write: Promise<void>): void {
  write.catch((error: unknown) => log.debug({ err: error }, 'could not record the use of a session or key'))
}

export function requireAdmin(request: FastifyRequest): void {
  if (!accountOf(request).roles.includes('admin')) {
    throw new Refusal('forbidden', 'This needs the role admin.', ['adminOnly'])
  }
}

// For operations that no key can call.
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Error('This route has no session: it is not behind authenticate.')
  return request.session
}

// Whose projects the request may reach. Operations on a project, or on what belongs to one, use this.
export function ownerOf(request: FastifyRequest): Owner {
  const { account, projects } = callerOf(request)
  return projects === null ? account.id : { accountId: account.id, projects }
}

// For operations on what belongs to the account as a whole. A key that is limited to projects is refused here, so that an operation
// that does not keep to the limit cannot be called with one.
export function accountOf(request: FastifyRequest): Account {
  const { account, projects } = callerOf(request)
  if (projects !== null)
    throw new Refusal(
      'forbidden',
      'This concerns the whole account, and this key is limited to some of its projects.',
      ['keyLimited'],
    )
  return account
}

// The person in whose name something is done, to record it. What they may reach is `ownerOf`.
export function actorOf(request: FastifyRequest): Account {
  return callerOf(request).account
}

interface Caller {
  // Of the session or the key.
  readonly id: string
  readonly account: Account
  readonly projects: readonly string[] | null
}

export function callerOf({ session, key }: FastifyRequest): Caller {
  if (key !== null) return key
  if (session === null) throw new Error('This route has no caller: it is not behind authenticate.')
  return { id: session.id, account: session.account, projects: null }
}

export function deviceOf(request: FastifyRequest): string | null {
  return readCookie(request, DEVICE_COOKIE)
}

function bearerToken(request: FastifyRequest): string | null {
  const found = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')
  return found?.[1] ?? null
}

function cookieToken(request: FastifyRequest): string | null {
  if (request.headers.authorization !== undefined) return null
  const token = readCookie(request, SESSION_COOKIE)
  if (token === null) return null
  const safe = request.method === 'GET' || request.method === 'HEAD'
  if (!safe && request.headers[REQUEST_HEADER] === undefined) {
    throw new Refusal(
      'forbidden',
      'Requests with the session cookie that change something need the header X-Pantau-Request: 1.',
      ['misused'],
    )
  }
  return token
}

function readCookie({ headers }: FastifyRequest, name: string): string | null {
  const value = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name]
  return value !== undefined && TOKEN.test(value) ? value : null
}
