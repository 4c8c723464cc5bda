import { hash } from 'node:crypto'
import type { Db } from '../db.ts'

// How many attempts a key may make in a scope: so many at once, then one per `seconds`.
export interface AttemptLimit {
  readonly scope: string
  readonly key: string
  readonly attemptsMax: number
  readonly seconds: number
}

// Counts an attempt in every scope, or in none: returns 0 when all of them allow it, otherwise the seconds until they do. It is counted
// before it is checked, so that parallel attempts cannot pass together.
export async function countAttempt(db: Db, limits: readonly AttemptLimit[]): Promise<number> {
  const used = await moveAttempts(db, limits, 1)
  const waits = limits.map(({ scope, attemptsMax, seconds }) => (used.get(scope) ?? 0) - attemptsMax * seconds)
  const wait = Math.max(...waits)
  if (wait <= 0) return 0
  await uncountAttempt(db, limits)
  return wait
}

export async function uncountAttempt(db: Db, limits: readonly AttemptLimit[]): Promise<void> {
  await moveAttempts(db, limits, -1)
}

export async function clearAttempts(db: Db, limits: readonly AttemptLimit[]): Promise<void> {
  for (const { scope, key } of limits)
    await db`delete from login_attempt where scope = ${scope} and key = ${hashKey(key)}`
}

// Returns by scope how many seconds of its allowance are used. Rows are locked in one order, so that two attempts cannot deadlock.
async function moveAttempts(db: Db, limits: readonly AttemptLimit[], by: 1 | -1): Promise<Map<string, number>> {
  const rows = await db<{ scope: string; used: number }>`
    insert into login_attempt as a (scope, key, used_until)
    select scope, key, now() + make_interval(secs => seconds)
      from unnest(${limits.map(({ scope }) => scope)}::text[], ${limits.map(({ key }) => hashKey(key))}::bytea[],
                  ${limits.map(({ seconds }) => by * seconds)}::float8[]) as t(scope, key, seconds)
     order by scope, key
    on conflict (scope, key) do update set used_until = greatest(a.used_until, now()) + (excluded.used_until - now())
    returning scope, extract(epoch from used_until - now())::float8 as used`
  return new Map(rows.map(({ scope, used }) => [scope, used]))
}

// Deletes rows that say nothing any more. Returns how many.
export async function trimAttempts(db: Db, limit: number): Promise<number> {
  const removed = await db`
    delete from login_attempt where (scope, key) in (
      select scope, key from login_attempt where used_until < now() order by used_until limit ${limit} for update skip locked)`
  return removed.count
}

function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}
