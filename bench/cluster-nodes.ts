import { readdirSync, readFileSync } from 'node:fs'
import { openPool, type Pool } from '../src/store/db.ts'
import { adaptAddress } from '../src/store/distribute.ts'
import { migrate } from '../src/store/migrate.ts'
import { identifier } from '../src/store/sql.ts'
import { onServer } from '../test/setup.ts'
import { inDatabase, joinNodes, listServers } from '../test/setup-nodes.ts'
import { addOwner, type BenchProject, TOKEN } from './fixture.ts'
import { processMs } from './measure.ts'

// A plain server or a cluster, with a temporary database on all of its nodes.
export interface BenchServer extends BenchProject {
  // Processor milliseconds of each node until now; the coordinator is the first. All nodes must be on this machine.
  nodesMs(): readonly number[]
  close(): Promise<void>
}

export async function openBenchServer(address: string, database: string): Promise<BenchServer> {
  const servers = await listServers(address)
  for (const server of servers) await onServer(server, (db) => db`create database ${identifier(database)}`)
  await joinNodes(servers, database)
  const url = inDatabase(address, database)
  await migrate(url)
  const masters = await Promise.all(servers.map(postmasterOf))
  const plain = openPool(url, { max: 1 })
  const adapted = await adaptAddress(plain)
  await plain.end()
  const pool: Pool = openPool(adapted, { max: 1 })
  return {
    url: adapted,
    pool,
    ...(await addOwner(pool, TOKEN)),
    nodesMs: () => masters.map(serverMs),
    async close() {
      await pool.end({ timeout: 5 })
      for (const server of servers) {
        await onServer(server, (db) => db`drop database if exists ${identifier(database)} with (force)`)
      }
    },
  }
}

// The main process of a server is the parent of each of its connections.
async function postmasterOf(server: string): Promise<number> {
  let pid = 0
  await onServer(server, async (db) => {
    const [row] = await db<{ pid: number }>`select pg_backend_pid() as pid`
    pid = parentOf(row?.pid ?? 0) ?? 0
  })
  if (pid === 0) throw new Error('Every node must run on this machine: its processor time is read from /proc.')
  return pid
}

// Of all running processes of a server, and of those that have ended.
function serverMs(postmaster: number): number {
  let sum = processMs(postmaster) + endedMs(postmaster)
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      if (parentOf(pid) === postmaster) sum += processMs(pid)
    } catch {
      // It ended meanwhile.
    }
  }
  return sum
}

const TICK_MS = 10

function endedMs(pid: number): number {
  const fields = fieldsOf(pid)
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

function parentOf(pid: number): number | null {
  try {
    return Number(fieldsOf(pid)[1])
  } catch {
    return null
  }
}

// The fields of /proc/<pid>/stat that follow the name, which may contain spaces.
function fieldsOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
