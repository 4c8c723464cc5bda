import { randomBytes } from 'node:crypto'
import { Problem } from '../domain/problem.ts'
import { findAccount, findCredentials } from '../store/accounts/accounts.ts'
import {
  addLoginFailure,
  addSession,
  clearLoginFailures,
  findLoginFailures,
  type Session,
} from '../store/accounts/sessions.ts'
import type { Pool } from '../store/db.ts'
import type { ApiSettings } from './app.ts'
import { checkPassword } from './passwords.ts'

const TOKEN_BYTES = 32
// The first few mistakes are free; then the delay doubles.
const FAILURES_FREE = 5
const DELAY_SECONDS_MAX = 900

export interface NewSession extends Session {
  readonly token: string
}

// Checks the credentials and opens a session.
export async function logIn(
  pool: Pool,
  settings: ApiSettings,
  { username, password }: { readonly username: string; readonly password: string },
  address: string,
): Promise<NewSession> {
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

// Counted per name and address, so that guesses from elsewhere cannot lock the rightful user out.
async function refuseHammering(pool: Pool, username: string, address: string): Promise<void> {
  const failed = await findLoginFailures(pool, username, address)
  if (failed === null || failed.failures < FAILURES_FREE) return
  const delay = Math.min(2 ** (failed.failures - FAILURES_FREE + 1), DELAY_SECONDS_MAX) - failed.secondsSinceLast
  if (delay > 0)
    throw new Problem('too-many', `Too many failed log-ins. Try again in ${Math.ceil(delay)} s.`, Math.ceil(delay))
}
