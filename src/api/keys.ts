import { type Static, Type } from 'typebox'
import type { Account } from '../domain/account.ts'
import { KEYS_MAX } from '../domain/api-key.ts'
import { Refusal } from '../domain/problem.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { addKey, type ListedKey, listKeys, type NewKey, removeKey } from '../store/accounts/keys.ts'
import type { Db } from '../store/db.ts'
import { findForeignProjects } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf } from './bearer.ts'
import { createKey, shownPrefix } from './key-token.ts'
import { routesOf } from './route.ts'
import { WireConfirmation } from './wire/fields.ts'
import { KeyBody, WireKeyCreated, WireKeys } from './wire/key.ts'

const EXPIRY_YEARS_MAX = 100

// People manage the keys of their programs. A key cannot: a stolen one could create another that outlives it.
export function addKeyRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Keys')

  app.post(
    '/api/keys',
    user({
      id: 'addKey',
      summary: 'Create a key for a program',
      description:
        'The key is in this response and nowhere else. The scope `admin` can be given by administrators only, and not to a key that is limited to projects.',
      scope: 'session',
      body: KeyBody,
      response: { 201: WireKeyCreated },
      errors: [404],
    }),
    async (request, reply) => {
      const account = accountOf(request)
      const key = createKey()
      const added = await pool.begin(async (tx) => {
        const fields = await readKey(tx, account, request.body)
        const stored = await addKey(tx, { ...fields, key, prefix: shownPrefix(key) }, KEYS_MAX)
        if (stored === null)
          throw new Refusal('invalid', `An account has at most ${KEYS_MAX} keys: revoke one first.`, [
            'tooManyOf',
            KEYS_MAX,
          ])
        const { id, name, scopes, projects } = stored
        await addAudit(tx, {
          accountId: account.id,
          action: 'key.create',
          subject: id,
          detail: { name, scopes, projects },
        })
        return stored
      })
      const { lastUsedAt: _at, lastUsedFrom: _from, ...created } = toWireKey(added)
      return reply.code(201).send({ ...created, key })
    },
  )

  app.get(
    '/api/keys',
    user({
      id: 'listKeys',
      summary: 'List my keys, newest first',
      description: 'Each with what it permits and when and from where it was last used, expired ones included.',
      scope: 'session',
      response: { 200: WireKeys },
    }),
    async (request) => ({ data: (await listKeys(pool, accountOf(request).id)).map(toWireKey) }),
  )

  app.delete(
    '/api/keys/:id',
    user({
      id: 'removeKey',
      summary: 'Revoke a key',
      description: 'It is refused from now on, and its live streams end.',
      scope: 'session',
      params: Type.Object({ id: Type.String() }),
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      const accountId = accountOf(request).id
      const removed = await pool.begin(async (tx) => {
        if (!(await removeKey(tx, accountId, id))) return false
        await addAudit(tx, { accountId, action: 'key.remove', subject: id })
        return true
      })
      if (!removed) throw new Refusal('not-found', `You have no key with the id "${id}".`, ['gone'])
      return { message: 'The key is revoked.' }
    },
  )
}

async function readKey(
  db: Db,
  account: Account,
  { name, scopes, projects = null, expiresAt = null }: Static<typeof KeyBody>,
): Promise<Omit<NewKey, 'key' | 'prefix'>> {
  if (scopes.includes('admin')) {
    if (!account.roles.includes('admin'))
      throw new Refusal('forbidden', 'scopes: only an administrator can give the scope "admin".', ['scopesAdmin'])
    if (projects !== null)
      throw new Refusal('invalid', 'scopes: a key that is limited to projects cannot have the scope "admin".', [
        'scopesLimited',
      ])
  }
  const [foreign] = projects === null ? [] : await findForeignProjects(db, account.id, projects)
  if (foreign !== undefined) throw new Refusal('not-found', `projects: No project has the id "${foreign}".`, ['gone'])
  return {
    accountId: account.id,
    name: name.trim(),
    scopes,
    projects: projects === null ? null : [...new Set(projects.map((id) => id.toLowerCase()))],
    expiresAt: readExpiry(expiresAt, new Date()),
  }
}

function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null
  const at = new Date(text)
  if (!(at > now) || at.getUTCFullYear() > now.getUTCFullYear() + EXPIRY_YEARS_MAX)
    throw new Refusal('invalid', `expiresAt must be in the next ${EXPIRY_YEARS_MAX} years.`, ['timeAhead'])
  return at
}

function toWireKey({ expiresAt, createdAt, lastUsedAt, ...key }: ListedKey) {
  return {
    ...key,
    scopes: [...key.scopes],
    projects: key.projects === null ? null : [...key.projects],
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
