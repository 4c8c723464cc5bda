import { randomBytes } from 'node:crypto'
import { hashPassword } from '../api/passwords.ts'
import type { Config } from '../config.ts'
import { addAccount, hasAccounts } from '../store/accounts/accounts.ts'
import { addAudit } from '../store/accounts/audit.ts'
import type { Pool } from '../store/db.ts'

// On an empty database, adds an administrator with the configured password or a random one. Returns the random one, to be printed
// once; it is not stored.
export async function addFirstAdmin(pool: Pool, config: Config): Promise<{ readonly password: string } | null> {
  if (await hasAccounts(pool)) return null
  const password = config.adminPassword || randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const added = await pool.begin(async (tx) => {
    const account = await addAccount(tx, {
      username: 'admin',
      name: 'Administrator',
      email: 'admin@localhost',
      passwordHash,
      roles: ['user', 'admin'],
      quota: config.defaultQuota,
    })
    if (account !== null)
      await addAudit(tx, { accountId: null, action: 'user.create', subject: account.id, detail: { username: 'admin' } })
    return account
  })
  return added === null || config.adminPassword !== '' ? null : { password }
}
