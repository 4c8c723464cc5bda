import postgres from 'postgres'

export type Pool = postgres.Sql
// A pool or a transaction. It is always an argument, so that no query can slip out of its transaction.
export type Db = postgres.ISql

const CONNECT_SECONDS_MAX = 10

export function openPool(url: string, options: { readonly max: number; readonly name?: string }): Pool {
  return postgres(url, {
    max: options.max,
    connect_timeout: CONNECT_SECONDS_MAX,
    onnotice: () => {},
    connection: {
      application_name: options.name ?? 'pantau',
      // The page queries are planned once: their plan does not depend on the values (halves their cost).
      plan_cache_mode: 'force_generic_plan',
      jit: 'off',
    } as Record<string, string>,
    types: {
      // Calendar days stay strings, so that no time zone can shift them.
      date: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
      // Counts and sequence numbers; all of ours are far below 2^53.
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
    },
  }) as unknown as Pool
}

// True when the database could not be reached or went away: the caller may try again.
export function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && CONNECTION_LOSS.has(code)
}

const CONNECTION_LOSS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  // The server is starting, stopping or was told to end the connection.
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '08004',
])
