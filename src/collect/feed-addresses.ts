import type { Platform } from '../domain/platform.ts'
import { parseKeyword } from '../match/parse.ts'
import type { FeedSource } from '../sources/source.ts'
import { addFeed, findFeed, setFeeds } from '../store/collecting/feeds.ts'
import { listListening } from '../store/jobs/due.ts'
import type { CollectDeps } from './deps.ts'
import type { Target } from './target.ts'

const PROJECTS_MAX = 1_000

function feedsOf(deps: CollectDeps): [Platform, FeedSource][] {
  return Object.entries(deps.sources.feeds) as [Platform, FeedSource][]
}

// Some sources get their feeds from settings (Facebook pages): from now on exactly these are read.
export async function setConfiguredAddresses({ pool, sources }: Pick<CollectDeps, 'pool' | 'sources'>): Promise<void> {
  for (const [platform, { addresses }] of Object.entries(sources.feeds)) {
    if (addresses !== undefined) await setFeeds(pool, platform as Platform, addresses)
  }
}

// Others get them from the expressions of projects (Instagram hashtags), and a platform limits their number. The oldest listening
// projects go first; an address already chosen for an earlier project costs a later one nothing.
export async function chooseAddresses(deps: CollectDeps): Promise<void> {
  for (const [platform, { addressesFor, addressesMax = Number.POSITIVE_INFINITY }] of feedsOf(deps)) {
    if (addressesFor === undefined) continue
    const chosen = new Set<string>()
    for (const { keyword } of await listListening(deps.pool, deps.settings.timeZone, PROJECTS_MAX)) {
      for (const address of addressesFor(parseKeyword(keyword), chosen)) {
        if (chosen.size < addressesMax) chosen.add(address)
      }
    }
    await deps.pool.begin((tx) => setFeeds(tx, platform, [...chosen]))
  }
}

// A requested run needs the addresses of its project now. The source itself enforces the platform's limit.
export async function addAddressesFor(deps: CollectDeps, target: Target): Promise<void> {
  for (const [source, { addressesFor }] of feedsOf(deps)) {
    for (const address of addressesFor?.(target.keyword, new Set()) ?? []) {
      const known = await findFeed(deps.pool, source, address)
      if (known === null || !known.enabled) await addFeed(deps.pool, { source, address, enabled: true })
    }
  }
}
