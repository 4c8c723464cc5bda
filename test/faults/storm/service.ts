import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '../../../src/domain/account.ts'
import { findRunning } from '../../../src/postgres/bundled.ts'
import { addAccount } from '../../../src/store/accounts/accounts.ts'
import type { Random } from '../../platforms/content.ts'
import { aProject } from '../../processes/service.ts'
import { addTestSession } from '../../sessions.ts'
import { onServer } from '../../setup.ts'
import { openAlerting } from './alerting.ts'
import { openAuditing } from './auditing.ts'
import { type Backups, openBackups } from './backups.ts'
import { openBriefs } from './briefs.ts'
import { openBulk } from './bulk.ts'
import { openStorm } from './client.ts'
import { openCollecting, openPlatforms, type Platforms } from './collecting.ts'
import { openDesk } from './desk.ts'
import { openSmallDisk, type SmallDisk } from './disk.ts'
import { openEditing } from './editing.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { openProjects } from './projects.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { openSharing } from './sharing.ts'
import type { Actor, Person, Storm } from './storm.ts'

const QUOTA = 1_000_000
// Too little for what is published.
const POOR_QUOTA = 25
const SESSION_SECONDS = 86_400
const FAILING = new URL('../failing-thread.ts', import.meta.url).href
const SETTINGS = { PANTAU_LEASE_SECONDS: '2', PANTAU_ALERT_SECONDS: '1', PANTAU_WORKERS: '2' }

export interface Sizes {
  readonly diskMegabytes: number
  readonly briefs: number
}

// A service in full use: its processes on a small disk, the platforms, those who use it and what they receive.
export interface UsedService {
  readonly url: string
  readonly storm: Storm
  readonly fleet: Fleet
  readonly disk: SmallDisk
  readonly platforms: Platforms
  readonly receiver: Receiver
  readonly actors: readonly Actor[]
  readonly backups: Backups
  // A thread of `start` fails when this file appears.
  readonly failFile: string
}

// What is opened is closed by the functions added to `closing`, the last one first.
export async function openService(random: Random, sizes: Sizes, closing: (() => unknown)[]): Promise<UsedService> {
  const folder = mkdtempSync(join(tmpdir(), 'pantau-storm-files-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const failFile = join(folder, 'fail')
  const disk = await openSmallDisk(sizes.diskMegabytes)
  closing.push(disk.remove)
  const platforms = await openPlatforms(random)
  closing.push(platforms.close)
  const receiver = await openReceiver(random)
  closing.push(receiver.close)
  let url = ''
  const env = { ...SETTINGS, ...platforms.env }
  const fleet = await openFleet({
    start: () => ({
      wrapper: disk.wrapper,
      node: ['--import', FAILING],
      env: { ...env, PANTAU_DATA_DIR: disk.dataDir, FAIL_FILE: failFile },
    }),
    serve: () => ({ database: url, env }),
    work: () => ({ database: url, env }),
    onDatabase: async () => {
      url = (await findRunning(disk.fromOutside))?.url ?? ''
      await limitLog(url)
    },
  })
  closing.push(fleet.close)
  const storm = openStorm({ random, database: url, bases: fleet.bases })
  closing.push(storm.close)
  const { actors, desk } = await gather(storm, platforms, receiver, sizes)
  return {
    url,
    storm,
    fleet,
    disk,
    platforms,
    receiver,
    actors,
    backups: openBackups(storm, folder, url, desk),
    failFile,
  }
}

// So that recovery is quick, and the log does not need more than the disk has.
async function limitLog(url: string): Promise<void> {
  await onServer(url, async (db) => {
    await db.script(`alter system set max_wal_size = '96MB'`)
    await db.script(`alter system set min_wal_size = '32MB'`)
    await db`select pg_reload_conf()`
  })
}

// Everyone who takes part, with their projects.
async function gather(storm: Storm, platforms: Platforms, receiver: Receiver, { briefs }: Sizes) {
  const admin = await aPerson(storm, QUOTA, ['admin'])
  const analyst = await aPerson(storm, QUOTA)
  const watcher = await aPerson(storm, QUOTA)
  const owners = [await aPerson(storm, QUOTA), await aPerson(storm, QUOTA)]
  const poor = await aPerson(storm, POOR_QUOTA)
  const readers = await Promise.all(Array.from({ length: briefs }, () => aPerson(storm, QUOTA)))
  for (const reader of readers) await addProject(storm, reader)
  const desk = openDesk(storm, analyst, await addProject(storm, analyst))
  const actors: Actor[] = [
    await openCollecting(storm, platforms, { owners, poor, admin }),
    desk,
    openBulk(storm, analyst, await addProject(storm, analyst)),
    openEditing(storm, analyst),
    openAuditing(storm, analyst, await addProject(storm, analyst)),
    openProjects(storm, analyst),
    openSharing(storm, analyst, await addProject(storm, analyst)),
    openAlerting(storm, watcher, receiver),
    openBriefs(storm, readers),
  ]
  return { actors, desk }
}

let people = 0
async function aPerson(storm: Storm, quota: number, roles: Role[] = ['user']): Promise<Person> {
  const token = randomBytes(32).toString('base64url')
  const username = `orang${people++}`
  const account = { username, name: username, email: '', passwordHash: 'none', roles, quota }
  const id = (await storm.pool.begin((tx) => addAccount(tx, account)))?.id ?? ''
  await addTestSession(storm.pool, id, token, SESSION_SECONDS)
  return { id, token }
}

async function addProject(storm: Storm, person: Person): Promise<string> {
  const change = { what: 'project', method: 'POST', path: '/api/project', body: aProject('banjir') } as const
  const { data } = (await storm.insist(person, change)) as { data: { id: string } }
  return data.id
}
