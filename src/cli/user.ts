import { randomBytes } from 'node:crypto'
import { hashPassword } from '../api/passwords.ts'
import type { Role } from '../domain/account.ts'
import { passwordFault } from '../domain/password.ts'
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
import { type Command, defineCommand, defineGroup } from './command.ts'
import { withDatabase } from './database.ts'
import { loadConfig } from './load-config.ts'

const LIST_MAX = 1_000

const USAGE = `pantau user <add|list|disable|enable|password|quota>

  add <username>                add a user
  list                          all users: name, roles, quota, state
  disable <username>            end all sessions and refuse further log-ins
  enable <username>
  password <username>           set a new password
  quota <username> <remaining>  set what remains of the quota

\`pantau user <subcommand> --help\` says more.

  pantau user add sari --quota 5000`

const Password = { type: 'string' } as const

export const userCommand = defineGroup(USAGE, {
  add: defineCommand({
    usage: `pantau user add <username> [--name <name>] [--email <address>] [--password <password>] [--admin] [--quota <n>]

Adds a user. Without --password, a random one is generated and printed once.

  pantau user add sari --name 'Sari Dewi' --email sari@example.org --quota 5000`,
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      password: Password,
      quota: { type: 'string' },
      admin: { type: 'boolean', default: false },
    },
    arguments: ['username'],
    async run({ values, args: [username = ''] }) {
      const config = loadConfig()
      const quota = readQuota(values.quota, config.defaultQuota)
      return withDatabase(config, (pool) => addUser(pool, username, values, quota))
    },
  }),
  list: defineCommand({
    usage: `pantau user list

Prints user name, name, roles and remaining quota, separated by tabs; disabled users are marked.

  pantau user list`,
    options: {},
    arguments: [],
    run: () => withDatabase(loadConfig(), printUsers),
  }),
  disable: changeOf('disable', 'Ends all sessions of a user and refuses further log-ins.', (pool, account) =>
    setDisabled(pool, account, true),
  ),
  enable: changeOf('enable', 'Lets a disabled user log in again.', (pool, account) =>
    setDisabled(pool, account, false),
  ),
  password: defineCommand({
    usage: `pantau user password <username> [--password <password>]

Sets a new password and ends all sessions. Without --password, a random one is generated and printed once.

  pantau user password sari`,
    options: { password: Password },
    arguments: ['username'],
    run: ({ values, args: [username = ''] }) =>
      withAccount(username, (pool, account) => setPassword(pool, account, values.password)),
  }),
  quota: defineCommand({
    usage: `pantau user quota <username> <remaining>

Sets what remains of a user's quota.

  pantau user quota sari 5000`,
    options: {},
    arguments: ['username', 'remaining'],
    run({ args: [username = '', remaining] }) {
      const quota = readQuota(remaining, null)
      return withAccount(username, (pool, account) => setRemaining(pool, account, quota))
    },
  }),
})

type Change = (pool: Pool, account: StoredAccount) => Promise<number>

function changeOf(name: string, about: string, change: Change): Command {
  return defineCommand({
    usage: `pantau user ${name} <username>\n\n${about}\n\n  pantau user ${name} sari`,
    options: {},
    arguments: ['username'],
    run: ({ args: [username = ''] }) => withAccount(username, change),
  })
}

function withAccount(username: string, change: Change): Promise<number> {
  return withDatabase(loadConfig(), async (pool) => {
    const account = await findAccountByName(pool, username)
    if (account === null) throw new Problem('not-found', `There is no user "${username}".`)
    return change(pool, account)
  })
}

function readQuota(text: string | undefined, fallback: number | null): number {
  if (text === undefined && fallback !== null) return fallback
  const quota = Number(text)
  if (text !== undefined && /^\d+$/.test(text) && quota <= QUOTA_MAX) return quota
  throw new Problem('invalid', `The quota must be a whole number from 0 to ${QUOTA_MAX}.`)
}

interface AddOptions {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly admin: boolean
}

async function addUser(pool: Pool, username: string, options: AddOptions, quota: number): Promise<number> {
  if (!/^[A-Za-z0-9._@-]{1,100}$/.test(username)) {
    throw new Problem('invalid', 'A user name must be 1 to 100 characters long: letters, digits and . _ @ -')
  }
  const password = choosePassword(options.password, username)
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
  const password = choosePassword(given, account.username)
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
    const before = await setQuota(tx, account.id, remaining)
    await audit(tx, 'user.quota', account, { from: before, to: remaining })
  })
  process.stdout.write(`${account.username} has a quota of ${remaining} left.\n`)
  return 0
}

function choosePassword(given: string | undefined, username: string): string {
  if (given === undefined) return randomBytes(12).toString('base64url')
  const fault = passwordFault(given, username)
  if (fault !== null) throw new Problem('invalid', `The password ${fault.message}.`)
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
