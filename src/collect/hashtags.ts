import { parseKeyword } from '../match/parse.ts'
import { HASHTAGS_MAX, hashtagsFor } from '../sources/instagram/hashtags.ts'
import { addFeed, findFeed, setFeeds } from '../store/collecting/feeds.ts'
import { listListening } from '../store/jobs/due.ts'
import type { CollectDeps } from './deps.ts'
import type { Target } from './target.ts'

const PROJECTS_MAX = 1_000

// Instagram is read by hashtag, and an account may ask for thirty of them a week. Those of the oldest projects that listen come
// first; what other projects want anyway costs nothing more.
export async function chooseHashtags(deps: CollectDeps): Promise<void> {
  if (deps.sources.feeds.instagram === undefined) return
  const chosen = new Set<string>()
  for (const { keyword } of await listListening(deps.pool, deps.settings.timeZone, PROJECTS_MAX)) {
    for (const hashtag of hashtagsFor(parseKeyword(keyword), chosen)) {
      if (chosen.size < HASHTAGS_MAX) chosen.add(hashtag)
    }
  }
  await deps.pool.begin((tx) => setFeeds(tx, 'instagram', [...chosen]))
}

// A dispatched project wants its hashtags now. The ledger of the week decides whether they may be asked for.
export async function seekHashtags(deps: CollectDeps, target: Target): Promise<void> {
  if (deps.sources.feeds.instagram === undefined) return
  for (const address of hashtagsFor(target.keyword)) {
    const known = await findFeed(deps.pool, 'instagram', address)
    if (known === null || !known.enabled) await addFeed(deps.pool, { source: 'instagram', address, enabled: true })
  }
}
