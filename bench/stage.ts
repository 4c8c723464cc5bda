import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, openApi } from '../src/cli/wire-api.ts'
import { readConfig } from '../src/config.ts'
import { startEmbedded } from '../src/postgres/bundled.ts'
import { addAccount } from '../src/store/accounts/accounts.ts'
import { addSession } from '../src/store/accounts/sessions.ts'
import { openPool, type Pool } from '../src/store/db.ts'
import { migrate } from '../src/store/migrate.ts'
import { addProject } from '../src/store/projects/projects.ts'
import { identifier } from '../src/store/sql.ts'

// A bundled server of our own that is thrown away at the end, with the settings of a real one: every commit waits for the disk.
export interface Stage {
  readonly folder: string
  // A migrated database with one user, one session and one project.
  database(name: string, connections?: number): Promise<Scene>
  close(): Promise<void>
}

export interface Scene {
  readonly url: string
  readonly pool: Pool
  readonly ownerId: string
  readonly projectId: string
  readonly token: string
}

export const TOKEN = 'bench-token-bench-token-bench-token'
const QUOTA = 1_000_000_000
const silent = { info: () => {}, warn: () => {}, error: console.error }

export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  const folder = makeFolder()
  const server = await startEmbedded({ dataDir: folder, log: silent, settings })
  const pools: Pool[] = []
  return {
    folder,
    async database(name, connections = 10) {
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
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pantau-bench-'))
  // As root, the server runs under another account, which must be able to enter.
  chmodSync(folder, 0o711)
  return folder
}

export type Owner = Pick<Scene, 'ownerId' | 'projectId' | 'token'>

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
  await addSession(pool, ownerId, token, 86_400)
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
export function openSceneApi(scene: Scene): Promise<Api> {
  return openApi(readConfig({ DATABASE_URL: scene.url, PANTAU_REQUESTS_MAX: '1000' }), scene.pool)
}
