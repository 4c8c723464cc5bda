import { addSession } from '../src/store/accounts/sessions.ts'
import type { Db } from '../src/store/db.ts'

// Opens a session without logging in, which would hash a password. A negative number of seconds makes an expired one.
export async function addTestSession(db: Db, accountId: string, token: string, seconds = 3_600): Promise<void> {
  const [account] = await db`select password_hash from account where id = ${accountId}`
  const passwordHash: string = account?.password_hash
  const added = await addSession(db, { accountId, passwordHash, token, seconds, address: '', userAgent: '' })
  if (added === null) throw new Error(`There is no enabled account ${accountId}.`)
}
