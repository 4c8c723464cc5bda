import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { ApiDeps, ApiSettings, App } from '../src/api/app.ts'
import { EventHub } from '../src/api/event-hub.ts'
import { defaultLimits } from '../src/api/limits.ts'
import { hashPassword } from '../src/api/passwords.ts'
import { buildServer } from '../src/api/server.ts'
import { createSummarise } from '../src/api/summarise.ts'
import { importStream } from '../src/collect/import.ts'
import type { Role } from '../src/domain/account.ts'
import { addAccount } from '../src/store/accounts/accounts.ts'
import { openPool, type Pool } from '../src/store/db.ts'
import { testDatabase } from './setup.ts'

export interface TestUser {
  readonly id: string
  readonly username: string
  readonly password: string
  readonly token: string
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  send(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Answer>
}

export interface Answer {
  readonly status: number
  // Whatever JSON came; the tests say what they expect of it.
  // biome-ignore lint/suspicious/noExplicitAny: an answer is checked by assertions, not by types.
  readonly body: any
  readonly headers: Readonly<Record<string, unknown>>
}

export interface TestApi {
  readonly app: App
  readonly pool: Pool
  readonly url: string
  user(options?: { roles?: Role[]; quota?: number }): Promise<TestUser>
  ask(options: InjectOptions): Promise<Answer>
  close(): Promise<void>
}

// What the model would say does not matter here; what is done with it does.
const classify = () => ({ sentiment: 0, confidence: 1, language: 'id' }) as const

const PASSWORD = 'a password for tests'
// Hashing is slow on purpose; every test user has the same password, so once is enough.
let passwordHash: Promise<string> | undefined

// The whole API on a database of its own, asked through the front door without a socket.
export async function startApi(deps: Partial<ApiDeps> = {}, settings: Partial<ApiSettings> = {}): Promise<TestApi> {
  const database = await testDatabase()
  const pool = openPool(database.url, { max: 4 })
  const events = new EventHub(pool)
  const app = await buildServer({
    pool,
    events,
    observers: [],
    settings: {
      timeZone: 'Asia/Jakarta',
      sessionHours: 24,
      defaultQuota: 10_000,
      collectSeconds: 900,
      secureCookies: false,
      trustProxy: false,
      limits: defaultLimits(1_000),
      webDir: null,
      ...settings,
    },
    sources: async () => [{ name: 'feeds', platform: 'news', ready: true, needs: [] }],
    summarise: createSummarise(pool, null, 'Asia/Jakarta'),
    importStream: (project, stream, format) =>
      importStream(pool, project, stream, format, { timeZone: 'Asia/Jakarta', classify }),
    ...deps,
  })
  const ask = (options: InjectOptions) => askApp(app, options)
  return {
    app,
    pool,
    url: database.url,
    ask,
    user: (options) => addUser(pool, ask, options),
    async close() {
      await events.close()
      await app.close()
      await pool.end({ timeout: 5 })
      await database.drop()
    },
  }
}

async function askApp(app: App, options: InjectOptions): Promise<Answer> {
  const { statusCode, body, headers } = await app.inject(options)
  const json = String(headers['content-type'] ?? '').startsWith('application/json')
  return { status: statusCode, body: json && body !== '' ? JSON.parse(body) : body, headers }
}

async function addUser(
  pool: Pool,
  ask: TestApi['ask'],
  { roles = ['user'], quota = 10_000 }: { roles?: Role[]; quota?: number } = {},
): Promise<TestUser> {
  passwordHash ??= hashPassword(PASSWORD)
  const username = `user-${randomUUID().slice(0, 8)}`
  const hash = await passwordHash
  const account = await pool.begin((tx) =>
    addAccount(tx, { username, name: 'Tester', email: 'tester@example.com', passwordHash: hash, roles, quota }),
  )
  const login = await ask({ method: 'POST', url: '/api/auth/login', payload: { username, password: PASSWORD } })
  const token: string = login.body.token
  const headers = { authorization: `Bearer ${token}` }
  return {
    id: account?.id ?? '',
    username,
    password: PASSWORD,
    token,
    get: (url, more = {}) => ask({ method: 'GET', url, headers: { ...headers, ...more } }),
    send: (method, url, body) =>
      ask({ method, url, headers, ...(body === undefined ? {} : { payload: body as Record<string, unknown> }) }),
  }
}

export const PROJECT = {
  group: 'Banjir Jakarta',
  keyword: 'banjir and jakarta or gempa bumi',
  categoryId: 'umum',
  startDate: '2026-01-01',
  type: 'auto',
} as const

export async function addTestProject(user: TestUser, fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  const { status, body } = await user.send('POST', '/api/project', { ...PROJECT, ...fields })
  if (status !== 201) throw new Error(`The project was not created: ${JSON.stringify(body)}`)
  return body.data
}
