import type { Feed } from '../domain/feed.ts'
import { type FeedTrial, WORKING_STATES } from '../domain/feed-trial.ts'
import type { FeedSource } from '../sources/source.ts'
import { tryFeed } from './feed-trial.ts'

export interface CheckedFeed {
  readonly feed: Feed
  // The first address of the feed that brings posts; its own when none does.
  readonly address: string
  readonly trial: FeedTrial
}

// Different hosts are requested at the same time; to one host, requests are paced by the client.
const AT_ONCE_MAX = 16

// Reads every feed once; where the own address does not work, its alternatives in order. Reports each as soon as it is known.
export async function checkFeeds(
  source: FeedSource,
  feeds: readonly Feed[],
  signal: AbortSignal,
  report: (checked: CheckedFeed) => void,
): Promise<void> {
  const left = [...feeds]
  const work = async () => {
    for (let feed = left.shift(); feed !== undefined; feed = left.shift()) report(await checkFeed(source, feed, signal))
  }
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, work))
}

async function checkFeed(source: FeedSource, feed: Feed, signal: AbortSignal): Promise<CheckedFeed> {
  let first: CheckedFeed | null = null
  for (const address of [feed.address, ...feed.alternatives]) {
    const checked = { feed, address, trial: await tryFeed(source, { address, platform: feed.platform }, signal) }
    if (WORKING_STATES.has(checked.trial.state)) return checked
    first ??= checked
  }
  return first as CheckedFeed
}
