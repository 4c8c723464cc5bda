import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readServerFile } from '../../../src/postgres/processes.ts'
import type { Fleet } from './fleet.ts'
import type { UsedService } from './service.ts'
import { type Storm, settled, sum } from './storm.ts'

// What a storm does to the service. The first six are SIGKILLs.
export const KILLS = ['start', 'serve', 'work', 'postmaster', 'backend', 'backup'] as const
const STRIKES = [...KILLS, 'cut', 'thread', 'disk'] as const
export type Strike = (typeof STRIKES)[number]
export type Counts = Record<Strike, number>

// Of a storm of ten minutes: at least 100 kills, and ten of each kind.
const LEAST: Counts = {
  start: 12,
  serve: 14,
  work: 14,
  postmaster: 12,
  backend: 40,
  backup: 10,
  cut: 40,
  thread: 5,
  disk: 5,
}
const FULL_SECONDS = 600
// Of any storm. Whether a kill finds a change that was acknowledged before it was written is a matter of milliseconds.
const SHORT: Partial<Counts> = { postmaster: 2, backend: 2 }

// Strikes until the time has passed, and at least as often as the time asks for; each kind at its own pace, so that they overlap.
export async function strike(service: UsedService, seconds: number): Promise<Counts> {
  const done = Object.fromEntries(STRIKES.map((kind) => [kind, 0])) as Counts
  const endsAt = Date.now() + seconds * 1_000
  const keepStriking = async (kind: Strike) => {
    const least = Math.max(SHORT[kind] ?? 1, Math.ceil((LEAST[kind] * seconds) / FULL_SECONDS))
    const pauseMs = Math.max(0, (seconds * 1_000) / least)
    while (service.storm.isOpen() && (done[kind] < least || Date.now() < endsAt)) {
      // It is only a test while work is under way.
      await progress(service.storm)
      await sleep(service.storm.random.next() * pauseMs)
      if (await ACTIONS[kind](service)) done[kind]++
    }
  }
  const possible = STRIKES.filter((kind) => kind !== 'disk' || service.disk.canBeFilled)
  await Promise.all(possible.map(keepStriking))
  return done
}

const PROGRESS_MAX = 12

// Another number each time, so that the kinds of strikes do not coincide.
function progress(storm: Storm): Promise<void> {
  const { acknowledged, random } = storm
  const wanted = sum(acknowledged) + 1 + random.whole(PROGRESS_MAX)
  return settledWhileOpen(storm, 'the service acknowledges changes', () => sum(acknowledged) >= wanted)
}

// The storm is closed by its first failure; waiting for further changes would then end in a timeout.
function settledWhileOpen(storm: Storm, what: string, holds: () => boolean): Promise<void> {
  return settled(what, async () => !storm.isOpen() || holds())
}

const ACTIONS: Readonly<Record<Strike, (service: UsedService) => Promise<boolean>>> = {
  start: async ({ fleet }) => kill(fleet, 'start'),
  serve: async ({ fleet }) => kill(fleet, 'serve'),
  work: async ({ fleet }) => kill(fleet, 'work'),
  // Of the whole server and of one of its processes, which makes it drop the memory that all of them share: a change that was
  // acknowledged before it was written is only lost within the next milliseconds.
  async postmaster({ storm, disk }) {
    await storm.acknowledgement()
    const pid = readServerFile(join(disk.fromOutside, 'postgres'))?.pid
    const children = childrenOf(pid)
    const isKilled = killProcess(pid)
    for (const child of children) killProcess(child)
    return isKilled
  },
  async backend({ storm }) {
    const [row] = await storm.steadily(
      (pool) => pool`
      select pid from pg_stat_activity where application_name like 'pantau%' and datname = current_database()
       order by (state <> 'idle') desc, random() limit 1`,
    )
    await storm.acknowledgement()
    return killProcess(row?.pid)
  },
  async backup({ backups }) {
    await backups.kill()
    return true
  },
  async cut({ storm }) {
    const cut = await storm.steadily(
      (pool) => pool`
      select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'pantau%' and datname = current_database() order by random() limit 1`,
    )
    return cut.length > 0
  },
  async thread({ storm, failFile }) {
    writeFileSync(failFile, '')
    await settledWhileOpen(storm, 'the thread has failed', () => !existsSync(failFile))
    return true
  },
  async disk({ storm, disk, fleet }) {
    const complaints = () => fleet.logs().match(/No space left on device|disk that holds|disk is full/g)?.length ?? 0
    const before = complaints()
    disk.fill()
    try {
      await settledWhileOpen(storm, 'the service notices that the disk is full', () => complaints() > before)
    } finally {
      disk.free()
    }
    return true
  },
}

async function kill(fleet: Fleet, member: 'start' | 'serve' | 'work'): Promise<boolean> {
  await fleet.kill(member)
  return true
}

function childrenOf(pid: number | undefined): number[] {
  try {
    return (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number)
  } catch {
    // It has ended, or the system has no such file: then they end by themselves.
    return []
  }
}

// False when it has ended already.
function killProcess(pid: number | undefined): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
