import type { Spending } from '../sources/definition.ts'
import { spendItem, spendOne } from '../store/collecting/spending.ts'
import type { Pool } from '../store/db.ts'

export function openSpending(pool: Pool): (source: string) => Spending {
  return (source) => ({
    takeOne: (item, max) => spendOne(pool, source, item, max),
    decide: (item, decide) => spendItem(pool, source, item, decide),
  })
}
