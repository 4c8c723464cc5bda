import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { ApiDeps, ApiSettings, App } from '../src/api/app.ts'
import { EventHub } from '../src/api/event-hub.ts'
import { defaultLimits } from '../src/api/limits.ts'
import { hashPassword } from '../src/api/passwords.ts'
import { RESPONSE_MS_MAX } from '../src/api/route.ts'
import { buildServer } from '../src/api/server.ts'
import { createSummarise } from '../src/api/summarise.ts'
import { storyRules } from '../src/collect/analyse-post.ts'
import { openImport } from '../src/collect/import/import-posts.ts'
import { previewStream } from '../src/collect/import/preview.ts'
import type { Role } from '../src/domain/account.ts'
import { refusalOf } from '../src/sources/http/guard.ts'
import { addAccount } from '../src/store/accounts/accounts.ts'
import { openPool, type Pool } from '../src/store/db.ts'
import { classifierOf } from './classifier.ts'
import { type PostFields, seedMentions } from './mentions.ts'
import { type TestDatabase, testDatabase } from './setup.ts'

export interface TestUser extends TestClient {
  readonly id: string
  readonly username: string
  readonly password: string
}

// Whoever has a token: a session's, or a key.
export interface TestClient {
  readonly token: string
  get(url: string, headers?: Record<string, string>): Promise<TestResponse>
  send(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<TestResponse>
}

export interface TestResponse {
  readonly status: number
  // Any JSON: the tests assert what they expect.
  // biome-ignore lint/suspicious/noExplicitAny: a response is checked by assertions, not by types.
  readonly body: any
  readonly headers: Readonly<Record<string, unknown>>
}

export interface TestApi {
  readonly app: App
  readonly pool: Pool
  readonly url: string
  user(options?: { roles?: Role[]; quota?: number }): Promise<TestUser>
  request(options: InjectOptions): Promise<TestResponse>
  close(): Promise<void>
}

// The tests check how a classification is used, not the classification itself.
const classifier = classifierOf()

export const SUMMARY_SETTINGS = { timeZone: 'Asia/Jakarta', requestSeconds: 3_600 }

const PASSWORD = 'a password for tests'
// Hashing is slow on purpose; all test users have the same password, so it is hashed once.
let passwordHash: Promise<string> | undefined

// The whole API on its own database, called through `inject` without a socket.
export async function startApi(
  deps: Partial<ApiDeps> = {},
  settings: Partial<ApiSettings> = {},
  given?: TestDatabase,
): Promise<TestApi> {
  const database = given ?? (await testDatabase())
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
      mentionDays: 0,
      requestSeconds: 900,
      secureCookies: false,
      trustProxy: false,
      limits: defaultLimits(1_000),
      keyRate: 100_000,
      corsOrigins: [],
      responseMsMax: RESPONSE_MS_MAX,
      channels: { telegram: true, email: true },
      publicUrl: new URL('https://pantau.example.org/'),
      contact: '',
      browser: '',
      webDir: null,
      ...settings,
    },
    sources: async () => [{ name: 'feeds', platform: 'news', ready: true, needs: [], lookback: 'archive' }],
    summarise: createSummarise(pool, null, SUMMARY_SETTINGS),
    storyRules,
    refuseAddress: (url) => refusalOf(url, { open: false }),
    openImport: (project, stream, request) =>
      openImport(pool, project, stream, { ...request, timeZone: 'Asia/Jakarta', classifier }),
    previewImport: (project, stream, request) =>
      previewStream(project, stream, { ...request, timeZone: 'Asia/Jakarta' }),
    ...deps,
  })
  const request = (options: InjectOptions) => injectRequest(app, options)
  return {
    app,
    pool,
    url: database.url,
    request,
    user: (options) => addUser(pool, request, options),
    async close() {
      await events.close()
      await app.close()
      await pool.end({ timeout: 5 })
      await database.drop()
    },
  }
}

async function injectRequest(app: App, options: InjectOptions): Promise<TestResponse> {
  const { statusCode, body, headers } = await app.inject(options)
  const json = String(headers['content-type'] ?? '').startsWith('application/json')
  return { status: statusCode, body: json && body !== '' ? JSON.parse(body) : body, headers }
}

async function addUser(
  pool: Pool,
  request: TestApi['request'],
  { roles = ['user'], quota = 10_000 }: { roles?: Role[]; quota?: number } = {},
): Promise<TestUser> {
  passwordHash ??= hashPassword(PASSWORD)
  const username = `user-${randomUUID().slice(0, 8)}`
  const hash = await passwordHash
  const account = await pool.begin((tx) =>
    addAccount(tx, { username, name: 'Tester', email: 'tester@example.com', passwordHash: hash, roles, quota }),
  )
  const login = await request({ method: 'POST', url: '/api/auth/login', payload: { username, password: PASSWORD } })
  return { id: account?.id ?? '', username, password: PASSWORD, ...clientOf(request, login.body.token) }
}

// A key of the user with all scopes that a user can give, unless the fields say otherwise.
export async function addTestKey(
  api: TestApi,
  user: TestUser,
  fields: Record<string, unknown> = {},
): Promise<TestClient & { readonly id: string }> {
  const body = { name: 'Program', scopes: ['read', 'write', 'collect'], ...fields }
  const added = await user.send('POST', '/api/keys', body)
  if (added.status !== 201) throw new Error(`The key was not created: ${JSON.stringify(added.body)}`)
  return { id: added.body.id, ...clientOf(api.request, added.body.key) }
}

export function clientOf(request: TestApi['request'], token: string): TestClient {
  const headers = { authorization: `Bearer ${token}` }
  return {
    token,
    get: (url, more = {}) => request({ method: 'GET', url, headers: { ...headers, ...more } }),
    send: (method, url, body) =>
      request({ method, url, headers, ...(body === undefined ? {} : { payload: body as Record<string, unknown> }) }),
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

export async function addProjectWith(api: TestApi, user: TestUser, posts: readonly PostFields[]): Promise<string> {
  const { id } = await addTestProject(user)
  await seedMentions(api.pool, user, { id }, posts)
  return id
}

// A project that has listened for ten whole hours, with one source that was queried in these of them, counted back from now.
export async function addListeningProject(api: TestApi, user: TestUser, hours: readonly number[]): Promise<string> {
  const { id } = await addTestProject(user)
  await user.send('PATCH', '/api/project/listen-status', { id, islisten: 1 })
  await api.pool`delete from project_listening where project_id = ${id} and until is not null`
  await api.pool`
    update project_listening set since = date_trunc('hour', now()) - interval '10 hours' where project_id = ${id}`
  await api.pool`
    insert into coverage (project_id, platform, hour, asked, answered)
    select ${id}, 0, date_trunc('hour', now()) - make_interval(hours => n), 1, 1 from unnest(${[...hours]}::int[]) n`
  return id
}
