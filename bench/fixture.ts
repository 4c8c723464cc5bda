import { type Api, openApi } from '../src/cli/wire-api.ts'
import { readConfig } from '../src/config.ts'
import { startEmbedded } from '../src/postgres/bundled.ts'
import { addAccount } from '../src/store/accounts/accounts.ts'
import { addSession } from '../src/store/accounts/sessions.ts'
import { openPool, type Pool } from '../src/store/db.ts'
import { migrate } from '../src/store/migrate.ts'
import { addProject } from '../src/store/projects/projects.ts'
import { identifier } from '../src/store/sql.ts'
import { openTemporaryFolder, type TemporaryFolder } from '../test/temporary.ts'

// A temporary bundled database server with production settings: every commit waits for the disk.
export interface BenchDatabase {
  readonly folder: string
  // A project in a migrated database of its own, with one user and one session.
  project(name: string, connections?: number): Promise<BenchProject>
  close(): Promise<void>
}

export interface BenchProject {
  readonly url: string
  readonly pool: Pool
  readonly ownerId: string
  readonly projectId: string
  readonly token: string
}

export const TOKEN = 'bench-token-bench-token-bench-token'
const QUOTA = 1_000_000_000
const silent = { info: () => {}, warn: () => {}, error: console.error }

export async function openBenchDatabase(settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const folder = await makeFolder()
  const server = await startEmbedded({ dataDir: folder.path, log: silent, settings })
  const pools: Pool[] = []
  return {
    folder: folder.path,
    async project(name, connections = 10) {
      const admin = openPool(server.url, { max: 1 })
      await admin`create database ${identifier(name)}`
      await admin.end()
      const url = new URL(server.url)
      url.pathname = `/${name}`
      await migrate(url.href)
      const pool = openPool(url.href, { max: connections })
      pools.push(pool)
      return { url: url.href, pool, ...(await addOwner(pool, TOKEN)) }
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })))
      await server.stop()
      folder.remove()
    },
  }
}

export function makeFolder(): Promise<TemporaryFolder> {
  return openTemporaryFolder('pantau-bench-')
}

export type Owner = Pick<BenchProject, 'ownerId' | 'projectId' | 'token'>

// A user with a session and a project.
export async function addOwner(pool: Pool, token: string): Promise<Owner> {
  const account = {
    username: token,
    name: 'Bench',
    email: '',
    passwordHash: '',
    roles: ['user'],
    quota: QUOTA,
  } as const
  const ownerId = (await pool.begin((tx) => addAccount(tx, account)))?.id ?? ''
  const { passwordHash } = account
  await addSession(pool, { accountId: ownerId, passwordHash, token, seconds: 86_400, address: '', userAgent: '' })
  const project = await addProject(pool, ownerId, {
    name: 'Banjir Jakarta',
    keyword: 'banjir',
    exclude: '',
    category: 'umum',
    kind: 'manual',
    startDay: '2020-01-01',
    endDay: null,
  })
  return { ownerId, projectId: project.id, token }
}

// The API as the service wires it.
export function openBenchApi(project: BenchProject): Promise<Api> {
  return openApi(readConfig({ DATABASE_URL: project.url, PANTAU_REQUESTS_MAX: '1000' }), project.pool)
}
