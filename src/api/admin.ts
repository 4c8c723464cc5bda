import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ROLES } from '../domain/account.ts'
import { Problem } from '../domain/problem.ts'
import { QUOTA_MAX } from '../domain/quota.ts'
import { addAccount, changeAccount, findAccount, listAccounts } from '../store/accounts.ts'
import { addAudit } from '../store/audit.ts'
import { setQuota } from '../store/quota.ts'
import { addAdminFeeds } from './admin-feeds.ts'
import { answers } from './answers.ts'
import { accountOf, authenticate, requireAdmin } from './bearer.ts'
import { toWireAccount } from './convert.ts'
import { mendPaging, PageQuery, pageOf } from './paging.ts'
import { hashPassword, PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts'
import type { ApiParts, App } from './server.ts'
import { WireAccount, WireAccountPage } from './wire.ts'

const tags = ['Administration']
const security = [{ bearer: [] }]
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Email = Type.String({ format: 'email', maxLength: 320 })
const Password = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })
const Roles = Type.Array(Type.Unsafe<(typeof ROLES)[number]>({ type: 'string', enum: [...ROLES] }), {
  minItems: 1,
  uniqueItems: true,
})
const Quota = Type.Integer({ minimum: 0, maximum: QUOTA_MAX })
// What can stand in a log-in form, on a command line and in a log without confusing anybody.
const Username = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9._@-]+$' })
const params = Type.Object({ userId: Type.String() })

// Without a session 401, without the role 403, before the request is looked at.
export function onAdminRequest(pool: ApiParts['pool']) {
  const authenticated = authenticate(pool)
  return async (request: FastifyRequest): Promise<void> => {
    await authenticated(request)
    requireAdmin(request)
  }
}

export function addAdmin(app: App, parts: ApiParts): void {
  const { pool, settings } = parts
  const onRequest = onAdminRequest(pool)

  app.get(
    '/api/admin/users',
    {
      onRequest,
      preValidation: mendPaging,
      schema: {
        tags,
        security,
        summary: 'List users',
        querystring: Type.Object(PageQuery),
        response: answers({ 200: WireAccountPage }, 400, 401, 403),
      },
    },
    async ({ query }) => {
      const { total, accounts } = await listAccounts(pool, query.page, query.limit)
      return pageOf(accounts.map(toWireAccount), total, query)
    },
  )

  app.post(
    '/api/admin/users',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Add a user',
        body: Type.Object({
          username: Username,
          password: Password,
          name: Name,
          email: Email,
          roles: Type.Optional(Roles),
          kuota: Type.Optional(Quota),
        }),
        response: answers({ 201: WireAccount }, 400, 401, 403, 409, 413, 415),
      },
    },
    async (request, reply) => {
      const { username, password, name, email, roles = ['user'], kuota = settings.defaultQuota } = request.body
      const passwordHash = await hashPassword(password)
      const account = await pool.begin(async (tx) => {
        const added = await addAccount(tx, { username, name, email, passwordHash, roles, quota: kuota })
        if (added !== null) await audit(tx, request, 'user.create', added.id, { username, roles, quota: kuota })
        return added
      })
      if (account === null) throw new Problem('conflict', `username: "${username}" is taken.`)
      return reply.code(201).send(toWireAccount(account))
    },
  )

  app.patch(
    '/api/admin/users/:userId',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Change a user',
        params,
        body: Type.Object(
          {
            name: Type.Optional(Name),
            email: Type.Optional(Email),
            password: Type.Optional(Password),
            roles: Type.Optional(Roles),
            disabled: Type.Optional(Type.Boolean()),
          },
          { minProperties: 1, additionalProperties: false },
        ),
        response: answers({ 200: WireAccount }, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const { password, ...change } = request.body
      const { userId } = request.params
      refuseLockingOut(accountOf(request).id, userId, request.body)
      const passwordHash = password === undefined ? undefined : await hashPassword(password)
      const account = await pool.begin(async (tx) => {
        const changed = await changeAccount(tx, userId, { ...change, passwordHash })
        if (changed !== null) await audit(tx, request, 'user.change', userId, { fields: Object.keys(request.body) })
        return changed
      })
      if (account === null) throw new Problem('not-found', `No user has the id "${userId}".`)
      return toWireAccount(account)
    },
  )

  app.put(
    '/api/admin/users/:userId/quota',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Set what remains of a quota',
        params,
        body: Type.Object({ kuota: Quota }),
        response: answers({ 200: WireAccount }, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const { userId } = request.params
      const account = await pool.begin(async (tx) => {
        const found = await findAccount(tx, userId)
        if (found === null || !(await setQuota(tx, userId, request.body.kuota))) return null
        await audit(tx, request, 'user.quota', userId, { from: found.remaining, to: request.body.kuota })
        return findAccount(tx, userId)
      })
      if (account === null) throw new Problem('not-found', `No user has the id "${userId}".`)
      return toWireAccount(account)
    },
  )

  addAdminFeeds(app, parts, onRequest)
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

// An administrator who disables themselves, or gives the role away, may leave nobody to undo it.
function refuseLockingOut(ownId: string, userId: string, change: { disabled?: boolean; roles?: string[] }): void {
  if (ownId !== userId) return
  if (change.disabled === true) throw new Problem('invalid', 'disabled: you cannot disable yourself.')
  if (change.roles !== undefined && !change.roles.includes('admin')) {
    throw new Problem('invalid', 'roles: you cannot take the role admin from yourself.')
  }
}
