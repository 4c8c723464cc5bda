import type { Pool } from './db.ts'

export type OnceResult<T> = { readonly first: true; readonly result: T } | { readonly first: false }

// Of several concurrent calls for the same work, in any process, one does it; the others wait until it is done and return
// `first: false`. Each holds a connection meanwhile, so the caller must bound how many wait at once.
export async function runOnce<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<OnceResult<T>> {
  return pool.reserve(async (db) => {
    const [row] = await db`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`
    if (row?.taken !== true) await db`select pg_advisory_lock(hashtextextended(${name}, 0))`
    try {
      return row?.taken === true ? { first: true, result: await work() } : { first: false }
    } finally {
      await db`select pg_advisory_unlock(hashtextextended(${name}, 0))`
    }
  })
}
