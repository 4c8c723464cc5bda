import type { Ledgers } from '../sources/index.ts'
import { placeForHashtag } from '../sources/instagram/hashtags.ts'
import { SEARCHES_PER_DAY_MAX } from '../sources/youtube/quota.ts'
import { spendItem, spendOne } from '../store/collecting/spending.ts'
import type { Pool } from '../store/db.ts'

const WEEK_MS = 7 * 86_400_000

// What YouTube and Instagram count against our key, kept in the database so that all processes together stay within it.
export function openLedgers(pool: Pool): Ledgers {
  return {
    searches: { spend: (day) => spendOne(pool, 'youtube', day, SEARCHES_PER_DAY_MAX) },
    hashtags: {
      claim: (hashtag, now) =>
        spendItem<Date | null>(
          pool,
          'instagram',
          { name: hashtag, since: new Date(now.getTime() - WEEK_MS), now },
          (spent) => {
            const asked = spent.map(({ item, at }) => ({ hashtag: item, askedAt: at }))
            const place = placeForHashtag(asked, hashtag, now)
            return { note: place === 'new', answer: place instanceof Date ? place : null }
          },
        ),
    },
  }
}
