import { reachOf } from '../domain/source.ts'
import type { ConfiguredSearch } from '../sources/index.ts'
import { hasFeeds } from '../store/collecting/feeds.ts'
import { readArchiveStarts, saveLookback } from '../store/collecting/lookback.ts'
import type { Db } from '../store/db.ts'
import { sourcesOf } from './feeds.ts'
import type { Run } from './run.ts'

// Records how far back a search was read. What lies before `readSince` was left out by the source itself, what lies before the time that
// mentions are kept by us: both are gaps of the coverage.
export function saveSearched(
  tx: Db,
  run: Run,
  source: ConfiguredSearch,
  { outcome, readSince }: { readonly outcome: 'covered' | 'failed' | 'blocked'; readonly readSince: Date | null },
): Promise<void> {
  const { start: wantedSince, since: accepted, until, projectId } = run.target
  const reach = reachOf(source.lookback, { wanted: accepted, now: new Date(), archiveSince: null }) ?? until
  const since = readSince !== null && readSince > reach ? readSince : reach
  const { name, platform } = source
  return saveLookback(tx, projectId, { source: name, platform, outcome, wantedSince, since, until })
}

// The same for each platform whose feeds were read from the archive.
export async function saveArchived(tx: Db, run: Run): Promise<void> {
  const { start: wantedSince, since: accepted, until, projectId } = run.target
  const starts = await readArchiveStarts(tx)
  for (const platform of sourcesOf(run.deps)) {
    if (platform === 'news' && !(await hasFeeds(tx, 'news'))) continue
    const archiveSince = starts.get(platform) ?? null
    const since = reachOf('archive', { wanted: accepted, now: new Date(), archiveSince }) ?? until
    const source = `archive of ${platform}`
    await saveLookback(tx, projectId, { source, platform, outcome: 'archived', wantedSince, since, until })
  }
}
