import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { hashPassword, PASSWORD_MIN } from '../api/passwords.ts'
import { readConfig } from '../config.ts'
import type { Role } from '../domain/account.ts'
import { Problem } from '../domain/problem.ts'
import { QUOTA_MAX } from '../domain/quota.ts'
import {
  addAccount,
  changeAccount,
  findAccountByName,
  listAccounts,
  type StoredAccount,
} from '../store/accounts/accounts.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { setQuota } from '../store/accounts/quota.ts'
import type { Pool } from '../store/db.ts'
import { withDatabase } from './database.ts'

const HELP = `pantau user add <username> [--name <name>] [--email <email>] [--password <password>] [--admin] [--quota <n>]
pantau user list
pantau user disable <username>
pantau user enable <username>
pantau user password <username> [--password <password>]
pantau user quota <username> <remaining>

Without --password, a random one is generated and printed once.
`
const LIST_MAX = 1_000

export async function userCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
      quota: { type: 'string' },
      admin: { type: 'boolean', default: false },
    },
  })
  const [action, username, amount] = positionals
  if (action === undefined || (action !== 'list' && username === undefined)) {
    process.stderr.write(HELP)
    return 2
  }
  const config = readConfig(process.env)
  return withDatabase(config, async (pool) => {
    if (action === 'list') return printUsers(pool)
    const name = username as string
    if (action === 'add') return addUser(pool, name, values, readQuota(values.quota, config.defaultQuota))
    const account = await findAccountByName(pool, name)
    if (account === null) throw new Problem('not-found', `There is no user "${name}".`)
    if (action === 'disable' || action === 'enable') return setDisabled(pool, account, action === 'disable')
    if (action === 'password') return setPassword(pool, account, values.password)
    if (action === 'quota') return setRemaining(pool, account, readQuota(amount, null))
    process.stderr.write(HELP)
    return 2
  })
}

function readQuota(text: string | undefined, fallback: number | null): number {
  if (text === undefined && fallback !== null) return fallback
  const quota = Number(text)
  if (text !== undefined && /^\d+$/.test(text) && quota <= QUOTA_MAX) return quota
  throw new Problem('invalid', `The quota must be a whole number from 0 to ${QUOTA_MAX}.`)
}

interface AddOptions {
  readonly name?: string
  readonly email?: string
  readonly password?: string
  readonly admin: boolean
}

async function addUser(pool: Pool, username: string, options: AddOptions, quota: number): Promise<number> {
  if (!/^[A-Za-z0-9._@-]{1,100}$/.test(username)) {
    throw new Problem('invalid', 'A user name must be 1 to 100 characters long: letters, digits and . _ @ -')
  }
  const password = choosePassword(options.password)
  const roles: Role[] = options.admin ? ['user', 'admin'] : ['user']
  const passwordHash = await hashPassword(password)
  const account = await pool.begin(async (tx) => {
    const email = options.email ?? `${username}@localhost`
    const added = await addAccount(tx, { username, name: options.name ?? username, email, passwordHash, roles, quota })
    if (added !== null) await audit(tx, 'user.create', added, { username, roles, quota })
    return added
  })
  if (account === null) throw new Problem('conflict', `The user name "${username}" is taken.`)
  process.stdout.write(`Added ${username} (${roles.join(', ')}), quota ${quota}.\n`)
  printPassword(options.password, password)
  return 0
}

async function printUsers(pool: Pool): Promise<number> {
  const { accounts } = await listAccounts(pool, 1, LIST_MAX)
  for (const { username, name, roles, remaining, disabled } of accounts) {
    process.stdout.write(`${username}\t${name}\t${roles.join(',')}\t${remaining}${disabled ? '\tdisabled' : ''}\n`)
  }
  return 0
}

async function setDisabled(pool: Pool, account: StoredAccount, disabled: boolean): Promise<number> {
  await pool.begin(async (tx) => {
    await changeAccount(tx, account.id, { disabled })
    await audit(tx, 'user.change', account, { disabled })
  })
  process.stdout.write(`${account.username} is ${disabled ? 'disabled and logged out' : 'enabled'}.\n`)
  return 0
}

async function setPassword(pool: Pool, account: StoredAccount, given: string | undefined): Promise<number> {
  const password = choosePassword(given)
  const passwordHash = await hashPassword(password)
  await pool.begin(async (tx) => {
    await changeAccount(tx, account.id, { passwordHash })
    await audit(tx, 'user.change', account, { fields: ['password'] })
  })
  process.stdout.write(`${account.username} has a new password and is logged out everywhere.\n`)
  printPassword(given, password)
  return 0
}

async function setRemaining(pool: Pool, account: StoredAccount, remaining: number): Promise<number> {
  await pool.begin(async (tx) => {
    await setQuota(tx, account.id, remaining)
    await audit(tx, 'user.quota', account, { from: account.remaining, to: remaining })
  })
  process.stdout.write(`${account.username} has a quota of ${remaining} left.\n`)
  return 0
}

function choosePassword(given: string | undefined): string {
  if (given === undefined) return randomBytes(12).toString('base64url')
  if (given.length < PASSWORD_MIN)
    throw new Problem('invalid', `A password must have at least ${PASSWORD_MIN} characters.`)
  return given
}

function printPassword(given: string | undefined, password: string): void {
  if (given === undefined) process.stdout.write(`Password (shown once): ${password}\n`)
}

function audit(
  tx: Parameters<typeof addAudit>[0],
  action: string,
  account: StoredAccount,
  detail: Record<string, unknown>,
) {
  return addAudit(tx, { accountId: null, action, subject: account.id, detail })
}
