import { type FeedTrial, TRIAL_SAMPLES_MAX } from '../domain/feed-trial.ts'
import type { Job, TaskContext, TaskOutcome } from '../domain/job.ts'
import { isPlatform, type Platform } from '../domain/platform.ts'
import { type FeedReading, type FeedSource, SourceError } from '../sources/source.ts'
import { saveProgress } from '../store/jobs/jobs.ts'
import { cutText } from '../text/plain.ts'
import { cleanPost } from './clean-post.ts'
import type { CollectDeps } from './deps.ts'
import { healthAfter, healthOf, newestOf } from './feed-health.ts'

const TRIAL_MS_MAX = 60_000
const SAMPLE_MAX = 200

// Reads an address once, the way polling does, and reports what a feed there would bring. Nothing is stored.
export async function tryFeed(
  source: FeedSource,
  feed: { readonly address: string; readonly platform: Platform },
  signal: AbortSignal,
): Promise<FeedTrial> {
  try {
    const request = { ...feed, label: null, cursor: null, now: new Date() }
    return toTrial(await source.read(request, AbortSignal.any([signal, AbortSignal.timeout(TRIAL_MS_MAX)])))
  } catch (error) {
    if (signal.aborted) throw error
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    if (!(error instanceof SourceError) && !timedOut) throw error
    const failure = timedOut ? new SourceError('network', 'The reading took too long.') : (error as SourceError)
    return { ...NOTHING, ...healthAfter(failure) }
  }
}

const NOTHING = { title: null, entries: 0, newestAt: null, samples: [] }

function toTrial(reading: FeedReading): FeedTrial {
  const posts = reading.posts.map(cleanPost).filter((post) => post !== null)
  const notice = reading.notices[0]?.detail ?? null
  const facts = { posts, fresh: [], renamed: 0, unchanged: false, lastPostAt: null, before: 'new', notice } as const
  return {
    ...healthOf({ ...facts, undated: reading.undated, now: new Date() }),
    title: reading.title,
    entries: posts.length,
    newestAt: newestOf(posts)?.toISOString() ?? null,
    samples: posts.slice(0, TRIAL_SAMPLES_MAX).map((post) => ({
      platform: post.platform,
      id: post.platformId,
      text: cutText(post.text.replace(/\s+/g, ' '), SAMPLE_MAX),
      url: post.url,
      author: post.author.displayName || post.author.username,
      byline: post.byline ?? null,
      publishedAt: post.publishedAt.toISOString(),
    })),
  }
}

// The task: the result is the job's progress.
export async function testFeed(deps: CollectDeps, job: Job, { worker, signal }: TaskContext): Promise<TaskOutcome> {
  const { address, platform } = job.payload
  const source = deps.sources.feeds.news
  if (typeof address !== 'string' || !isPlatform(platform) || source === undefined) return 'done'
  const trial = await tryFeed(source, { address, platform }, signal)
  await saveProgress(deps.pool, job.id, worker, { trial })
  return 'done'
}
