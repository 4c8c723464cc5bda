import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ROLES } from '../domain/account.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../domain/password.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import { QUOTA_MAX } from '../domain/quota.ts'
import { addAccount, changeAccount, findAccount, listAccounts } from '../store/accounts/accounts.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { setQuota } from '../store/accounts/quota.ts'
import type { Pool } from '../store/db.ts'
import { isUuid } from '../store/ids.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf } from './bearer.ts'
import { toWireAccount } from './convert.ts'
import { clampPaging, PageQuery, pageOf } from './paging.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { routesOf } from './route.ts'
import { WireAccount, WireAccountPage } from './wire/account.ts'

const Name = Type.String({ minLength: 1, maxLength: 200 })
const Email = Type.String({ format: 'email', maxLength: 320 })
const Password = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })
const Roles = Type.Array(Type.Unsafe<(typeof ROLES)[number]>({ type: 'string', enum: [...ROLES] }), {
  minItems: 1,
  uniqueItems: true,
})
const Quota = Type.Integer({ minimum: 0, maximum: QUOTA_MAX })
// What can be typed into a log-in form or a command line and stand in a log without confusion.
const Username = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9._@-]+$' })
const params = Type.Object({ userId: Type.String() })
const NewAccountBody = Type.Object({
  username: Username,
  password: Password,
  name: Name,
  email: Email,
  roles: Type.Optional(Roles),
  kuota: Type.Optional(Quota),
})
const AccountChangeBody = Type.Object(
  {
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    password: Type.Optional(Password),
    roles: Type.Optional(Roles),
    disabled: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1, additionalProperties: false },
)

export function addAdminRoutes(app: App, deps: ApiDeps): void {
  const { pool, settings } = deps
  const { admin } = routesOf(pool, 'Administration')

  app.get(
    '/api/admin/users',
    {
      ...admin({
        id: 'listUsers',
        summary: 'List users',
        description: 'All accounts with their roles and what remains of their quota, in pages.',
        querystring: Type.Object(PageQuery),
        response: { 200: WireAccountPage },
      }),
      preValidation: clampPaging,
    },
    async ({ query }) => {
      const { total, accounts } = await listAccounts(pool, query.page, query.limit)
      return { ...pageOf(accounts.map(toWireAccount), total, query), default_kuota: settings.defaultQuota }
    },
  )

  app.post(
    '/api/admin/users',
    admin({
      id: 'addUser',
      summary: 'Add a user',
      description: 'The new account can log in at once and starts with the default quota unless `kuota` is sent.',
      body: NewAccountBody,
      response: { 201: WireAccount },
      errors: [409],
    }),
    async (request, reply) => {
      const { username, password, name, email, roles = ['user'], kuota = settings.defaultQuota } = request.body
      refuseWeakPassword('password', password, username)
      const passwordHash = await hashPassword(password)
      const account = await pool.begin(async (tx) => {
        const added = await addAccount(tx, { username, name, email, passwordHash, roles, quota: kuota })
        if (added !== null) await audit(tx, request, 'user.create', added.id, { username, roles, quota: kuota })
        return added
      })
      if (account === null)
        throw new Refusal('conflict', `username: "${username}" is taken.`, ['usernameTaken', username])
      return reply.code(201).send(toWireAccount(account))
    },
  )

  addChangeRoutes(app, deps)
}

function addChangeRoutes(app: App, { pool }: ApiDeps): void {
  const { admin } = routesOf(pool, 'Administration')

  app.patch(
    '/api/admin/users/:userId',
    admin({
      id: 'changeUser',
      summary: 'Change a user',
      description:
        'Changes only the fields that are sent. A new password and disabling end the sessions of the account.',
      params,
      body: AccountChangeBody,
      response: { 200: WireAccount },
      errors: [404],
    }),
    async (request) => {
      const { password, ...change } = request.body
      const { userId } = request.params
      refuseLockingOut(accountOf(request).id, userId, request.body)
      const passwordHash = password === undefined ? undefined : await hashNewPassword(pool, userId, password)
      const account = await pool.begin(async (tx) => {
        const changed = await changeAccount(tx, userId, { ...change, passwordHash })
        if (changed !== null) await audit(tx, request, 'user.change', userId, { fields: Object.keys(request.body) })
        return changed
      })
      if (account === null) throw notFound('user', userId)
      return toWireAccount(account)
    },
  )

  app.put(
    '/api/admin/users/:userId/quota',
    admin({
      id: 'setQuota',
      summary: 'Set what remains of a quota',
      description: 'Sets how many new mentions the account may still get; the change is an entry of the ledger.',
      params,
      body: Type.Object({ kuota: Quota }),
      response: { 200: WireAccount },
      errors: [404],
    }),
    async (request) => {
      const { userId } = request.params
      const account = await pool.begin(async (tx) => {
        const before = isUuid(userId) ? await setQuota(tx, userId, request.body.kuota) : null
        if (before === null) return null
        await audit(tx, request, 'user.quota', userId, { from: before, to: request.body.kuota })
        return findAccount(tx, userId)
      })
      if (account === null) throw notFound('user', userId)
      return toWireAccount(account)
    },
  )
}

// The password must not contain the user's name. Undefined when there is no such user.
async function hashNewPassword(pool: Pool, userId: string, password: string): Promise<string | undefined> {
  const account = await findAccount(pool, userId)
  if (account === null) return undefined
  refuseWeakPassword('password', password, account.username)
  return hashPassword(password)
}

function audit(
  tx: Parameters<typeof addAudit>[0],
  request: FastifyRequest,
  action: string,
  subject: string,
  detail: Record<string, unknown>,
) {
  return addAudit(tx, { accountId: accountOf(request).id, action, subject, detail })
}

// An administrator who disables their own account, or drops their own role, may leave no one who can undo it.
function refuseLockingOut(ownId: string, userId: string, change: { disabled?: boolean; roles?: string[] }): void {
  if (ownId !== userId) return
  if (change.disabled === true) throw new Refusal('invalid', 'disabled: you cannot disable yourself.', ['ownRole'])
  if (change.roles !== undefined && !change.roles.includes('admin')) {
    throw new Refusal('invalid', 'roles: you cannot take the role admin from yourself.', ['ownRole'])
  }
}
