import { onServer } from './setup.ts'

// A coordinator of Citus and its workers, for `npm test` with a DATABASE_URL of such a cluster. Every database of a test exists on
// all of them under the same name; on a plain server the list has one address.

/** The addresses of the server and, where it is a coordinator, of its workers. */
export async function listServers(server: string): Promise<string[]> {
  let workers: { host: string; port: number }[] = []
  await onServer(server, async (db) => {
    const known = await db`select from pg_extension where extname = 'citus'`
    if (known.length === 0) return
    workers = await db`
      select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid > 0 order by nodeid`
  })
  return [server, ...workers.map((worker) => addressOf(server, worker))]
}

/** Connects the nodes of a new database. On a plain server there is nothing to do. */
export async function joinNodes([coordinator, ...workers]: readonly string[], database: string): Promise<void> {
  if (coordinator === undefined || workers.length === 0) return
  for (const server of [coordinator, ...workers]) {
    await onServer(inDatabase(server, database), (db) => db`create extension citus`)
  }
  await onServer(inDatabase(coordinator, database), async (db) => {
    const { hostname, port } = new URL(coordinator)
    await db`select citus_set_coordinator_host(${hostname}, ${Number(port)})`
    for (const worker of workers) {
      const node = new URL(worker)
      await db`select citus_add_node(${node.hostname}, ${Number(node.port)})`
    }
  })
}

export function inDatabase(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

function addressOf(server: string, { host, port }: { readonly host: string; readonly port: number }): string {
  const url = new URL(server)
  url.hostname = host
  url.port = String(port)
  return url.href
}
