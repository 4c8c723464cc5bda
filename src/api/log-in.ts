import { randomBytes } from 'node:crypto'
import { Refusal } from '../domain/problem.ts'
import { findAccount, findCredentials } from '../store/accounts/accounts.ts'
import { type ClientKind, findClientKind, rememberClient } from '../store/accounts/known-clients.ts'
import { type AttemptLimit, clearAttempts, countAttempt, uncountAttempt } from '../store/accounts/login-attempts.ts'
import { addSession, type Session } from '../store/accounts/sessions.ts'
import type { Pool } from '../store/db.ts'
import { limitsOfLogIn, networkOf } from './log-in-limits.ts'
import { checkPassword, RANKS, type Rank } from './passwords.ts'

const TOKEN_BYTES = 32
const ADDRESS_LENGTH_MAX = 100
const USER_AGENT_LENGTH_MAX = 300

export interface LogIn {
  readonly username: string
  readonly password: string
  readonly address: string
  readonly userAgent: string
  // The device cookie, if the request has one.
  readonly device: string | null
  readonly sessionSeconds: number
  // Called before the password is checked, which may have to wait.
  readonly onCounted: () => void
}

export interface OpenedSession extends Session {
  readonly token: string
}

// Checks the credentials and opens a session.
export async function logIn(pool: Pool, attempt: LogIn): Promise<OpenedSession> {
  const { username, password, device } = attempt
  const credentials = await findCredentials(pool, username)
  const address = networkOf(attempt.address)
  const kind = await findClientKind(pool, credentials?.id ?? null, { device, address })
  const limits = limitsOfLogIn(kind, { name: credentials?.id ?? username.toLowerCase(), address, device })
  await refuseGuessing(pool, limits)
  attempt.onCounted()
  const right = await checkCounted(pool, limits, {
    password,
    hash: credentials?.passwordHash ?? null,
    rank: rankOf(kind),
  })
  if (credentials === null || !right || credentials.disabled) throw wrongCredentials()
  const session = await openSession(pool, credentials, attempt)
  if (session === null) throw wrongCredentials()
  // Earlier failures are forgotten only for a device: a guesser may share the address.
  if (kind === 'device') await clearAttempts(pool, limits)
  else await uncountAttempt(pool, limits)
  await rememberClient(pool, session.account.id, 'address', address)
  return session
}

// Counts the attempt, or throws 429 when there were too many.
export async function refuseGuessing(pool: Pool, limits: readonly AttemptLimit[]): Promise<void> {
  const seconds = Math.ceil(await countAttempt(pool, limits))
  if (seconds > 0)
    throw new Refusal('too-many', `Too many failed log-ins. Try again in ${seconds} s.`, ['attempts', seconds], seconds)
}

// Checks a password whose attempt was counted. One that could not be checked, because of overload, is not a failed one.
export async function checkCounted(
  pool: Pool,
  limits: readonly AttemptLimit[],
  { password, hash, rank }: { readonly password: string; readonly hash: string | null; readonly rank: Rank },
): Promise<boolean> {
  try {
    return await checkPassword(password, hash, rank)
  } catch (error) {
    await uncountAttempt(pool, limits)
    throw error
  }
}

async function openSession(
  pool: Pool,
  credentials: { readonly id: string; readonly passwordHash: string },
  { address, userAgent, sessionSeconds }: LogIn,
): Promise<OpenedSession | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const added = await addSession(pool, {
    accountId: credentials.id,
    passwordHash: credentials.passwordHash,
    token,
    seconds: sessionSeconds,
    address: address.slice(0, ADDRESS_LENGTH_MAX),
    userAgent: userAgent.slice(0, USER_AGENT_LENGTH_MAX),
  })
  const account = added === null ? null : await findAccount(pool, credentials.id)
  return added === null || account === null ? null : { ...added, token, account }
}

function rankOf(kind: ClientKind | null): Rank {
  return RANKS[kind ?? 'unknown']
}

function wrongCredentials(): Refusal {
  return new Refusal('unauthorized', 'The user name or the password is wrong.', ['logInWrong'])
}
