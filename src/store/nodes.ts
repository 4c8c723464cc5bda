import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './db.ts'

export interface NodeState {
  // host:port
  readonly node: string
  readonly reachable: boolean
}

const CHECK_MS_MAX = 2_000
const CHECK_EVERY_MS = 5_000

// The workers of a coordinator of Citus, checked at most every few seconds. Empty on any other server.
export function watchNodes(db: Db): () => Promise<readonly NodeState[]> {
  let checkedAt = 0
  let checked: Promise<readonly NodeState[]> = Promise.resolve([])
  return () => {
    if (db.distributed && Date.now() - checkedAt > CHECK_EVERY_MS) {
      checkedAt = Date.now()
      checked = checkNodes(db)
    }
    return checked
  }
}

async function checkNodes(db: Db): Promise<NodeState[]> {
  const workers = await db<{ host: string; port: number }>`
    select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid > 0 order by 1, 2`
  return Promise.all(
    workers.map(async ({ host, port }) => ({ node: `${host}:${port}`, reachable: await isReachable(db, host, port) })),
  )
}

// A host that drops packets would delay the response for as long as `citus.node_connection_timeout`.
async function isReachable(db: Db, host: string, port: number): Promise<boolean> {
  const query = db<{ reachable: boolean }>`select citus_check_connection_to_node(${host}, ${port}) as reachable`
  const checked = query.then(([row]) => row?.reachable === true).catch(() => false)
  return Promise.race([checked, sleep(CHECK_MS_MAX, false, { ref: false })])
}
