import type { Db, Pool } from '../db.ts'

// The usage that a platform counts against our key, so that all processes together stay within its limits.

// Spends one of `max` units of an item (such as a day's searches). False when none is left.
export async function spendOne(pool: Pool, source: string, item: string, max: number): Promise<boolean> {
  return pool.begin(async (tx) => {
    await lockSource(tx, source)
    const spent = await tx`
      insert into source_spending (source, item) select ${source}::text, ${item}::text
       where (select count(*) from source_spending where source = ${source} and item = ${item}) < ${max}`
    return spent.count === 1
  })
}

export interface SpentItem {
  readonly item: string
  readonly at: Date
}

// Calls `decide` with what was spent since a given time, and records the item if it says so. Serialised per source.
export async function spendItem<T>(
  pool: Pool,
  source: string,
  item: { readonly name: string; readonly since: Date; readonly now: Date },
  decide: (spent: readonly SpentItem[]) => { readonly note: boolean; readonly result: T },
): Promise<T> {
  return pool.begin(async (tx) => {
    await lockSource(tx, source)
    const spent = await tx<SpentItem>`
      select item, at from source_spending where source = ${source} and at > ${item.since} order by at`
    const { note, result } = decide(spent)
    if (note) await tx`insert into source_spending (source, item, at) values (${source}, ${item.name}, ${item.now})`
    return result
  })
}

export async function trimSpending(db: Db, days: number): Promise<void> {
  await db`delete from source_spending where at < now() - make_interval(days => ${days})`
}

async function lockSource(tx: Db, source: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('pantau spending ' || ${source}))`
}
