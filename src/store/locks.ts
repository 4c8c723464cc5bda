import type { Pool } from './db.ts'

export type Turn<T> = { readonly first: true; readonly result: T } | { readonly first: false }

// Of several askings for the same thing, in whichever process, one does the work; the others wait until it is done and learn that
// it was. A connection is held meanwhile, so the caller bounds how many wait at once.
export async function takeTurn<T>(pool: Pool, what: string, work: () => Promise<T>): Promise<Turn<T>> {
  const connection = await pool.reserve()
  try {
    const [row] = await connection`select pg_try_advisory_lock(hashtextextended(${what}, 0)) as taken`
    if (row?.taken !== true) await connection`select pg_advisory_lock(hashtextextended(${what}, 0))`
    try {
      return row?.taken === true ? { first: true, result: await work() } : { first: false }
    } finally {
      await connection`select pg_advisory_unlock(hashtextextended(${what}, 0))`
    }
  } finally {
    connection.release()
  }
}
