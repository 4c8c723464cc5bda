import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Day, dayOf } from '../domain/day.ts'
import type { Platform } from '../domain/platform.ts'
import type { PreviewMatch, PreviewMatcher } from '../match/preview.ts'
import {
  type ArchiveDay,
  type ArchiveWindow,
  countArchiveDays,
  readSample,
  type SampledPost,
  sampleArchive,
} from '../store/collecting/archive-sample.ts'
import type { Db } from '../store/db.ts'

// More posts are not read for one preview.
export const SAMPLE_MAX = 12_000
const BATCH = 200

export interface ReadPost extends SampledPost {
  readonly day: Day
  readonly match: PreviewMatch
  // How many posts of the archive it stands for: 1 when all were read.
  readonly weight: number
}

export interface ReadArchive {
  // How many posts the archive has in the window, and how many of them were read.
  readonly total: number
  readonly posts: readonly ReadPost[]
}

// Reads the posts of a window, or a sample of them when there are too many, and matches each. Every day and platform is scaled to its
// exact number of posts, so that only the share that matches is estimated.
export async function readArchiveFor(
  db: Db,
  window: ArchiveWindow & { readonly timeZone: string },
  matcher: PreviewMatcher,
  { sampleMax, signal }: { readonly sampleMax: number; readonly signal: AbortSignal },
): Promise<ReadArchive> {
  const days = await countArchiveDays(db, window)
  const total = days.reduce((sum, { posts }) => sum + posts, 0)
  // The number that a share selects varies by a few standard deviations of its square root.
  const room = sampleMax - 4 * Math.sqrt(sampleMax)
  const share = total <= sampleMax ? 1 : room / total
  const seqs = await sampleArchive(db, { ...window, share, limit: sampleMax })
  const read: Omit<ReadPost, 'weight'>[] = []
  for (let at = 0; at < seqs.length; at += BATCH) {
    signal.throwIfAborted()
    for (const post of await readSample(db, seqs.slice(at, at + BATCH))) {
      const day = dayOf(post.publishedAt, window.timeZone)
      read.push({ ...post, day, match: matcher.match(post.text, post.hidden) })
    }
    // Other requests are handled in between.
    await nextTurn()
  }
  const weightOf = share >= 1 ? () => 1 : weigh(days, read)
  await nextTurn()
  return { total, posts: read.map((post) => ({ ...post, weight: weightOf(post) })) }
}

type Stratum = { readonly day: Day; readonly platform: Platform }

// A day and platform of which nothing was read is represented by the other days of the platform.
function weigh(days: readonly ArchiveDay[], read: readonly Stratum[]): (post: Stratum) => number {
  const keyOf = ({ day, platform }: Stratum) => `${day} ${platform}`
  const seen = new Map<string, number>()
  for (const post of read) seen.set(keyOf(post), (seen.get(keyOf(post)) ?? 0) + 1)
  const all = new Map<Platform, { posts: number; reached: number }>()
  const posts = new Map<string, number>()
  for (const day of days) {
    const sums = all.get(day.platform) ?? { posts: 0, reached: 0 }
    const reached = seen.has(keyOf(day)) ? day.posts : 0
    all.set(day.platform, { posts: sums.posts + day.posts, reached: sums.reached + reached })
    posts.set(keyOf(day), day.posts)
  }
  return (post) => {
    const { posts: total, reached } = all.get(post.platform) ?? { posts: 1, reached: 1 }
    const key = keyOf(post)
    const own = (posts.get(key) ?? 1) / (seen.get(key) ?? 1)
    return reached === 0 ? own : (own * total) / reached
  }
}
