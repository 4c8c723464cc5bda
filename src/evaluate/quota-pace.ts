import { findQuota, sumCharged } from '../store/accounts/quota.ts'
import type { Db } from '../store/db.ts'

const PACE_MS = 7 * 86_400_000

export interface QuotaPace {
  readonly remaining: number
  readonly from: Date
  readonly spentInWeek: number
  // At that pace; null when nothing was spent.
  readonly daysLeft: number | null
}

// What remains of a quota, and for how many days at the pace of the last week; null without an account.
export async function readQuotaPace(db: Db, accountId: string, now: Date): Promise<QuotaPace | null> {
  const remaining = await findQuota(db, accountId)
  if (remaining === null) return null
  const from = new Date(now.getTime() - PACE_MS)
  const spentInWeek = await sumCharged(db, accountId, { from, to: now })
  return { remaining, from, spentInWeek, daysLeft: spentInWeek <= 0 ? null : (remaining * 7) / spentInWeek }
}
