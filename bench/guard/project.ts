import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, openApi } from '../../src/cli/wire-api.ts'
import { startWork } from '../../src/cli/wire-work.ts'
import { readConfig } from '../../src/config.ts'
import { startEmbedded } from '../../src/postgres/bundled.ts'
import { addAccount } from '../../src/store/accounts/accounts.ts'
import { addSession } from '../../src/store/accounts/sessions.ts'
import { openPool, type Pool } from '../../src/store/db.ts'
import { migrate } from '../../src/store/migrate.ts'
import { makeFolder } from '../fixture.ts'
import { openPostMaker, type PostMaker, type PostRow } from '../front/posts.ts'
import { addProject, importRows, type Made, makeExtras } from '../front/prepare.ts'
import { findSubject, type Subject } from '../front/readings.ts'
import { type FrontClient, linesOf } from '../front/service.ts'

// A project that is the same on every run and every day, on a server of its own, with the API in this process.
export interface GuardProject {
  readonly pool: Pool
  readonly subject: Subject
  readonly posts: PostMaker
  // Imports rows.
  store(rows: Iterable<PostRow>): Promise<void>
  close(): Promise<void>
}

export const END = new Date('2026-01-01T00:00:00Z')
const MENTIONS = 1_500
const PROJECTS = 10
const SMALL_ROWS = 10
const TOKEN = 'guard-token-guard-token-guard-token'
const QUOTA = 1_000_000
const QUIET_MS_MAX = 120_000
const QUIET_CHECKS = 5
const silent = { info: () => {}, warn: () => {}, error: console.error }
// Counts must not depend on when the server does its own work, or what it estimates. Nothing needs to survive a crash.
const SERVER = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'off',
  'pg_stat_statements.max': '10000',
  autovacuum: 'off',
  checkpoint_timeout: '1d',
  max_wal_size: '8GB',
  max_parallel_workers_per_gather: '0',
  synchronize_seqscans: 'off',
}

export async function openGuardProject(): Promise<GuardProject> {
  const folder = await makeFolder()
  const server = await startEmbedded({ dataDir: folder.path, log: silent, durable: false, settings: SERVER })
  await migrate(server.url)
  const pool = openPool(server.url, { max: 4 })
  await pool`create extension pg_stat_statements`
  const config = readConfig({
    DATABASE_URL: server.url,
    PANTAU_REQUESTS_MAX: '1000',
    PANTAU_DEFAULT_FEEDS: '0',
    PANTAU_KEY_RATE: '1000000',
  })
  await addOwner(pool)
  const api = await openApi(config, pool)
  const client = clientOf(api)
  const posts = openPostMaker(1, END)
  const { projectId, smallId, made } = await fill(client, posts, pool, () => startWork(config, pool))
  const own = { client, projectId, smallId, other: { client, projectId: smallId }, end: END }
  return {
    pool,
    posts,
    subject: await findSubject(own, made, MENTIONS),
    async store(rows) {
      await importRows(client, projectId, rows)
    },
    async close() {
      await api.events.close()
      await api.app.close()
      await pool.end({ timeout: 5 })
      await server.stop()
      folder.remove()
    },
  }
}

async function addOwner(pool: Pool): Promise<void> {
  const account = {
    username: 'guard',
    name: 'Guard',
    email: '',
    passwordHash: '',
    roles: ['admin', 'user'],
    quota: QUOTA,
  } as const
  const added = await pool.begin((tx) => addAccount(tx, account))
  const session = { passwordHash: '', token: TOKEN, seconds: 86_400, address: '', userAgent: '' }
  await addSession(pool, { ...session, accountId: added?.id ?? '' })
}

interface Filled {
  readonly projectId: string
  readonly smallId: string
  readonly made: Made
}

async function fill(
  client: FrontClient,
  posts: PostMaker,
  pool: Pool,
  startWorkers: () => Promise<{ stop(): Promise<void> }>,
): Promise<Filled> {
  let smallId = ''
  const small = openPostMaker(2, END)
  for (let n = 1; n < PROJECTS; n++) {
    smallId = await addProject(client, `Kecil ${n}`)
    await importRows(client, smallId, small.make(SMALL_ROWS))
  }
  const projectId = await addProject(client, 'Besar')
  await importRows(client, projectId, posts.make(MENTIONS))
  const made = await makeExtras({ client, projectId, smallId, other: { client, projectId: smallId }, end: END })
  const work = await startWorkers()
  await waitForJobs(pool)
  await work.stop()
  await pool.script('vacuum analyze')
  return { projectId, smallId, made }
}

async function waitForJobs(pool: Pool): Promise<void> {
  const deadline = performance.now() + QUIET_MS_MAX
  for (let quiet = 0; quiet < QUIET_CHECKS; ) {
    if (performance.now() > deadline) throw new Error('The background jobs did not end.')
    await sleep(500)
    const [open] =
      await pool`select count(*)::int as jobs from job where state = 'running' or (state = 'waiting' and run_at <= now())`
    quiet = open?.jobs === 0 ? quiet + 1 : 0
  }
}

// Requests without a network.
function clientOf({ app }: Api): FrontClient {
  const send = async (method: 'GET' | 'POST', url: string, payload?: string, type = 'application/json') => {
    const response = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${TOKEN}`, ...(payload === undefined ? {} : { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    })
    if (response.statusCode >= 400) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`)
    return response
  }
  const replyOf = ({ statusCode, body, headers }: Awaited<ReturnType<typeof send>>) => {
    const isJson = String(headers['content-type']).includes('json') && body !== ''
    return { status: statusCode, body: isJson ? JSON.parse(body) : body }
  }
  return {
    token: TOKEN,
    request: async (method, path, body) =>
      replyOf(await send(method as 'GET', path, body === undefined ? undefined : JSON.stringify(body))),
    download: async (path) => (await send('GET', path)).rawPayload.length,
    upload: async (path, rows) =>
      replyOf(await send('POST', path, Buffer.concat([...linesOf(rows)]).toString(), 'application/x-ndjson')),
  }
}
