import type { Writable } from 'node:stream'
import pg from 'pg'
import { log } from '../log.ts'
import { setRowParsers } from './row-values.ts'
import { compile, refuseObjects } from './sql.ts'

export type Rows<T> = T[] & { readonly count: number }

// A pool or a transaction. It is always passed as an argument, so that no query can run outside its transaction by mistake.
// `count` is how many rows a statement read or changed.
export interface Db {
  // biome-ignore lint/suspicious/noExplicitAny: rows without a declared type are read field by field.
  <T = Record<string, any>>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Rows<T>>
  // A statement built from constants in the code, with numbered parameters.
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  query<T = Record<string, any>>(text: string, values: readonly unknown[]): Promise<Rows<T>>
  // Several statements at once, without parameters, as in a migration.
  script(text: string): Promise<void>
  // Whether tables are distributed over several nodes: the URL says so (adaptAddress in distribute.ts).
  readonly distributed: boolean
  // Connections to one node, of a pool whose tables are distributed. A statement there must be a call of a function (project-node.ts).
  readonly onNode?: (host: string, port: number) => Db
}

export interface Pool extends Db {
  // Runs `work` in one transaction: committed when it resolves, rolled back when it throws.
  begin<T>(work: (tx: Db) => Promise<T>, mode?: TransactionMode): Promise<T>
  // Runs `work` on one connection without a transaction, for session-level locks.
  reserve<T>(work: (db: Db) => Promise<T>): Promise<T>
  // Waits for running statements, at most `timeout` seconds, then destroys the connections.
  end(options?: { readonly timeout?: number }): Promise<void>
  // The URL that the pool connects to.
  readonly url: string
}

export type TransactionMode = 'isolation level repeatable read read only'

export interface PoolOptions {
  readonly max: number
  readonly name?: string
  // A statement that takes longer is cancelled. Unset, there is no limit: a migration may take any time.
  readonly statementSeconds?: number
  // A connection is closed when it is returned after this time. Unset, it is kept.
  readonly lifetimeSeconds?: number
}

const CONNECT_MS_MAX = 10_000
const CLOSE_SECONDS = 30
// Some versions of Citus never free the plans of a connection (docs/how-to/citus.md).
const NODE_SECONDS = 60

// Instants are sent in UTC: the local form has no seconds in its offset, which time zones had until the last century.
pg.defaults.parseInputDatesAsUTC = true
setRowParsers()

export function openPool(url: string, options: PoolOptions): Pool {
  const pool = new pg.Pool({
    ...clientConfig(url, options),
    pipeline: true,
    max: options.max,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: options.lifetimeSeconds ?? 0,
    Client,
  })
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    // Without a listener, losing a connection that is in use would crash the process. The statement on it fails anyway.
    client.on('error', (error) => log.debug({ err: error }, 'a connection to the database was lost'))
  })
  pool.on('remove', (client) => clients.delete(client))
  pool.on('error', (error) => log.debug({ err: error }, 'an idle connection to the database was lost'))
  const statements = new SharedClients(pool, options.max)
  const distributed = isDistributed(url)
  const run = tag((statement) => statements.run(statement), distributed)
  const nodes = new Map<string, Pool>()
  return Object.assign(run, {
    url,
    ...(distributed && {
      onNode(host: string, port: number) {
        const address = nodeAddress(url, host, port)
        const node = nodes.get(address) ?? openPool(address, { ...options, lifetimeSeconds: NODE_SECONDS })
        nodes.set(address, node)
        return node
      },
    }),
    begin: <T>(work: (tx: Db) => Promise<T>, mode?: TransactionMode) =>
      transact(pool, (client) => work(dbOf(client, distributed)), mode),
    reserve: <T>(work: (db: Db) => Promise<T>) => withClient(pool, (client) => work(dbOf(client, distributed))),
    async end({ timeout = CLOSE_SECONDS }: { readonly timeout?: number } = {}) {
      const deadline = setTimeout(() => {
        for (const client of clients) streamOf(client).destroy()
      }, timeout * 1000)
      await Promise.all([pool.end(), ...[...nodes.values()].map((node) => node.end({ timeout }))])
      clearTimeout(deadline)
    },
  })
}

// A single connection for streams (COPY) and notifications, which cannot share one with other statements.
export async function openClient(url: string, options: Omit<PoolOptions, 'max'> = {}): Promise<pg.Client> {
  const client = new Client(clientConfig(url, options))
  client.on('error', (error) => log.debug({ err: error }, 'a connection to the database was lost'))
  await client.connect()
  return client
}

// The pool's own timeout would also count the wait for a free connection.
class Client extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(typeof config === 'string' ? config : { ...config, connectionTimeoutMillis: CONNECT_MS_MAX })
  }
}

function clientConfig(url: string, { name, statementSeconds }: Omit<PoolOptions, 'max'>): pg.ClientConfig {
  const address = new URL(url)
  // The page queries are planned once: their plan does not depend on the values (halves their cost). Citus needs the values.
  const planCacheMode = address.searchParams.get(PLAN_CACHE_MODE) ?? 'force_generic_plan'
  address.searchParams.delete(PLAN_CACHE_MODE)
  const given = address.searchParams.get('options')
  address.searchParams.delete('options')
  return {
    connectionString: address.href,
    application_name: name ?? 'pantau',
    keepAlive: true,
    options: `${given === null ? '' : `${given} `}-c plan_cache_mode=${planCacheMode} -c jit=off`,
    ...(statementSeconds === undefined ? {} : { statement_timeout: statementSeconds * 1000 }),
  }
}

const PLAN_CACHE_MODE = 'plan_cache_mode'

// The same database, for a coordinator of Citus.
export function distributedAddress(url: string): string {
  const address = new URL(url)
  address.searchParams.set(PLAN_CACHE_MODE, 'auto')
  return address.href
}

// The same database on one of the nodes.
function nodeAddress(url: string, host: string, port: number): string {
  const address = new URL(url)
  address.hostname = host.includes(':') ? `[${host}]` : host
  address.port = String(port)
  address.searchParams.delete(PLAN_CACHE_MODE)
  return address.href
}

function isDistributed(url: string): boolean {
  return new URL(url).searchParams.get(PLAN_CACHE_MODE) === 'auto'
}

type Runner = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

function tag(run: Runner, distributed: boolean): Db {
  const query = async <T>(text: string, values: readonly unknown[]) => {
    refuseObjects(text, values)
    const { rows, rowCount } = await run({ name: nameOf(text), text, values: [...values] })
    return Object.assign(rows as T[], { count: rowCount ?? 0 })
  }
  const template = <T>(strings: TemplateStringsArray, ...values: unknown[]) => {
    const statement = compile(strings, values)
    return query<T>(statement.text, statement.values)
  }
  const script = async (text: string) => {
    await run({ text })
  }
  return Object.assign(template, { query, script, distributed })
}

// The query tag on one connection: a transaction, a reserved connection or a dedicated one.
export function dbOf(client: pg.ClientBase, distributed = false): Db {
  return tag((statement) => send(client, statement), distributed)
}

// Statements that are sent in one turn of the event loop leave in one write: a write is a system call that wakes up the server, and
// costs more than a small statement does.
function send(client: pg.ClientBase, { name, text, values }: pg.QueryConfig): Promise<pg.QueryResult> {
  const stream = streamOf(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
  const sent = new Promise<pg.QueryResult>((resolve, reject) => {
    const callback = (error: Error | null, result: pg.QueryResult) => (error === null ? resolve(result) : reject(error))
    // Not as a configuration, which the client would copy property by property, with their descriptors.
    client.query(Object.assign(new pg.Query(text, values), { name, callback }))
  })
  return sent.catch(throwFromHere)
}

// The stack of an error from the socket does not say where the statement was sent.
function throwFromHere(error: Error): never {
  Error.captureStackTrace(error, throwFromHere)
  throw error
}

// Statements are prepared once per connection, under a name that identifies their text.
const NAMES_MAX = 2_000
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  let name = names.get(text)
  if (name === undefined && names.size < NAMES_MAX) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name
}

interface SharedClient {
  readonly client: Promise<pg.PoolClient>
  running: number
  // True when a prepared statement on it no longer matches the schema: it is closed when the others are done.
  stale: boolean
}

// Runs single statements. While there are free connections, each statement gets its own; after that, statements share those in use
// and are pipelined on them. When a transaction waits for a connection, statements queue behind it: otherwise connections that are
// always shared would never become free.
class SharedClients {
  readonly #pool: pg.Pool
  readonly #max: number
  readonly #shared = new Set<SharedClient>()
  #connecting = 0

  constructor(pool: pg.Pool, max: number) {
    this.#pool = pool
    this.#max = max
  }

  async run(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#runOnce(statement)
    } catch (error) {
      // The schema changed after the statement was prepared on that connection, which is no longer used.
      if (!isStalePlan(error)) throw error
      return this.#runOnce(statement)
    }
  }

  async #runOnce(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const shared = this.#choose()
    shared.running += 1
    try {
      const client = await shared.client
      return await send(client, statement)
    } catch (error) {
      if (isStalePlan(error)) {
        shared.stale = true
        this.#shared.delete(shared)
      }
      throw error
    } finally {
      shared.running -= 1
      if (shared.running === 0) this.#release(shared)
    }
  }

  #choose(): SharedClient {
    const free = this.#pool.idleCount + this.#max - this.#pool.totalCount - this.#connecting
    if (free <= 0 && this.#pool.waitingCount === 0) {
      let least: SharedClient | undefined
      for (const shared of this.#shared) if (least === undefined || shared.running < least.running) least = shared
      if (least !== undefined) return least
    }
    this.#connecting += 1
    const client = this.#pool.connect().finally(() => {
      this.#connecting -= 1
    })
    // The statements that await it see the failure; without them, it would be an unhandled rejection.
    client.catch(() => {})
    const shared = { client, running: 0, stale: false }
    this.#shared.add(shared)
    return shared
  }

  #release(shared: SharedClient): void {
    this.#shared.delete(shared)
    shared.client.then(
      (client) => client.release(shared.stale),
      () => {},
    )
  }
}

async function transact<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  mode: TransactionMode | '' = '',
): Promise<T> {
  return withClient(pool, async (client) => {
    // Not awaited: the first statement is pipelined behind it.
    const begun = send(client, { text: `begin ${mode}` })
    begun.catch(() => {})
    try {
      const result = await work(client)
      await begun
      // PostgreSQL responds to the commit of a failed transaction with a rollback and no error.
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back because one of its statements failed.')
      return result
    } catch (error) {
      // A connection that cannot roll back must not return to the pool with an open transaction.
      await client.query('rollback').catch(() => streamOf(client).destroy())
      throw error
    }
  })
}

// A connection that was lost, or has a stale prepared statement, is closed instead of returned to the pool.
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    return await work(client)
  } catch (error) {
    broken = isConnectionLoss(error) || isStalePlan(error)
    throw error
  } finally {
    client.release(broken)
  }
}

function streamOf(client: pg.ClientBase): Writable {
  return (client as unknown as { connection: { stream: Writable } }).connection.stream
}

// The worker that a statement could not reach, as host:port; null for any other error. The connection to the coordinator is intact, and
// projects on other workers are not affected.
export function lostNode(error: unknown): string | null {
  const { code, message, where } = (error ?? {}) as { code?: unknown; message?: unknown; where?: unknown }
  if (typeof code !== 'string' || !/^(08|57P0)/.test(code)) return null
  const refused = /^connection to the remote node (?:\S+@)?(\S+) failed/.exec(String(message))
  const ended = /while executing command on (\S+)/.exec(String(where))
  return refused?.[1] ?? ended?.[1] ?? null
}

// True when the database could not be reached or the connection was lost: the caller may retry.
export function isConnectionLoss(error: unknown): boolean {
  if (lostNode(error) !== null) return false
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && CONNECTION_LOSS.has(code)) return true
  return typeof message === 'string' && CONNECTION_LOSS_MESSAGE.test(message)
}

// True when the server is up but cannot run the statement now: disk full, out of memory, no free connection or a timeout.
export function isOverwhelmed(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (code.startsWith('53') || code === '57014')
}

// A prepared statement that no longer matches the schema, or that the server no longer has.
function isStalePlan(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (code === '0A000' && /cached plan/.test(String(message))) || code === '26000'
}

const CONNECTION_LOSS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  // The server is starting, stopping or closed the connection.
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '08004',
])
// The client's own errors have no code.
const CONNECTION_LOSS_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end)/
