import type { ISql, Sql } from 'postgres'
import { postgres } from './postgres.ts'

export type Pool = Sql
// A pool or a transaction. It is always an argument, so that no query can slip out of its transaction.
export type Db = ISql

const CONNECT_SECONDS_MAX = 10
// How long to wait before a lost server is tried again. The client's own answer is up to 20 seconds, during which every question waits.
const RECONNECT_SECONDS_MAX = 1

export interface PoolOptions {
  readonly max: number
  readonly name?: string
  // A statement that takes longer is given up. Without it, none is: a migration may take its time.
  readonly statementSeconds?: number
}

export function openPool(url: string, options: PoolOptions): Pool {
  return postgres(url, {
    max: options.max,
    connect_timeout: CONNECT_SECONDS_MAX,
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, RECONNECT_SECONDS_MAX),
    onnotice: () => {},
    connection: {
      application_name: options.name ?? 'pantau',
      // The page queries are planned once: their plan does not depend on the values (halves their cost).
      plan_cache_mode: 'force_generic_plan',
      jit: 'off',
      ...(options.statementSeconds === undefined ? {} : { statement_timeout: `${options.statementSeconds}s` }),
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

// True when the server lives and cannot do it now: no room on its disk, no memory, no connection left, or it took too long.
export function isOverwhelmed(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (code.startsWith('53') || code === '57014')
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
