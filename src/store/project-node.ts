import { log } from '../log.ts'
import { type Db, isOverwhelmed, type Rows } from './db.ts'

interface Node {
  readonly host: string
  readonly port: number
}

const NODE_MS = 10_000
const NODES_MAX = 10_000
const AVOID_MS = 30_000

// The node of each project, as last read. A project that has moved since is still read correctly: every node of Citus knows where the
// data is.
const known = new Map<string, { readonly node: Promise<Node | null>; readonly until: number }>()
// Until when the coordinator is used instead of a node that cannot be reached from here.
const avoided = new Map<string, number>()

// Calls a function that reads a project (PROJECT_FUNCTIONS in distribute.ts) on the node that holds it, without the coordinator,
// which would plan the call anew and copy its result. In a transaction, and when the node cannot be used from here, the coordinator
// calls it; it also knows how to report a node that is lost.
export async function callOnNode(
  db: Db,
  projectId: string,
  text: string,
  values: readonly unknown[],
): Promise<Rows<Record<string, unknown>>> {
  const node = db.onNode === undefined ? null : await nodeOf(db, projectId)
  if (node === null || db.onNode === undefined) return db.query(text, values)
  const name = `${node.host}:${node.port}`
  if ((avoided.get(name) ?? 0) > Date.now()) return db.query(text, values)
  try {
    return await db.onNode(node.host, node.port).query(text, values)
  } catch (error) {
    if (isOverwhelmed(error)) throw error
    avoided.set(name, Date.now() + AVOID_MS)
    log.warn({ node: name, err: error }, 'reading through the coordinator: a node cannot be read directly')
    return db.query(text, values)
  }
}

function nodeOf(db: Db, projectId: string): Promise<Node | null> {
  const found = known.get(projectId)
  if (found !== undefined && found.until > Date.now()) return found.node
  if (known.size >= NODES_MAX) known.clear()
  const node = readNode(db, projectId)
  known.set(projectId, { node, until: Date.now() + NODE_MS })
  node.catch(() => known.delete(projectId))
  return node
}

// Null where the coordinator itself holds the project.
async function readNode(db: Db, projectId: string): Promise<Node | null> {
  const [node] = await db<Node>`
    select n.nodename as host, n.nodeport as port
      from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
     where p.shardid = get_shard_id_for_distribution_column('mention', ${projectId}::uuid)
       and n.noderole = 'primary' and n.groupid > 0 and n.metadatasynced`
  return node ?? null
}
