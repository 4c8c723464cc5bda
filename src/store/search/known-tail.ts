import type { Db } from '../db.ts'
import { openCache } from './cache.ts'
import { TAIL_MAX } from './change.ts'
import type { TimeRange } from './segments.ts'
import { readTail, TAIL_BATCH, type TailMention } from './tail.ts'
import { bytesOfTail, type TailColumns, tailColumns } from './tail-columns.ts'

// The whole tail of a project as it was read, for as long as nothing about it changes: looking up and decoding a thousand mentions takes
// longer than everything else that the figures of a year need.
interface KnownTail {
  readonly version: string
  // How many mentions were read from the tail since it changed.
  read: number
  columns: TailColumns | null
}

const CACHE_BYTES_MAX = 8 * 2 ** 20
const cache = openCache<KnownTail>(CACHE_BYTES_MAX)

// The columns of at least the mentions of the tail that are in a range, in batches, oldest first. A short range has few of them, and a
// tail changes with every mention: all of it is read, and kept, only after readings of the same tail have read as many mentions as it may
// have.
export async function* readTailColumns(db: Db, projectId: string, range: TimeRange): AsyncGenerator<TailColumns> {
  const version = await readTailVersion(db, projectId)
  const tail = version === null ? null : knownTail(projectId, version)
  if (tail !== null && tail.columns === null && tail.read >= TAIL_MAX) await readWhole(db, projectId, tail)
  if (tail !== null && tail.columns !== null) {
    yield tail.columns
    return
  }
  for await (const mentions of readTail(db, projectId, range)) {
    if (tail !== null) tail.read += mentions.length
    if (mentions.length > 0) yield tailColumns(mentions, null)
  }
}

function knownTail(projectId: string, version: string): KnownTail {
  const known = cache.get(projectId)
  if (known?.version === version) return known
  const tail = { version, read: 0, columns: null }
  cache.set(projectId, tail, ENTRY_BYTES)
  return tail
}

const ENTRY_BYTES = 300

async function readWhole(db: Db, projectId: string, tail: KnownTail): Promise<void> {
  const first = await readTail(db, projectId).next()
  const mentions: readonly TailMention[] = first.value ?? []
  // While the index is being built, a tail may have millions of mentions.
  if (mentions.length === 0 || mentions.length >= TAIL_BATCH) return
  // Outside a snapshot, it may have changed between the two statements.
  if ((await readTailVersion(db, projectId)) !== tail.version) return
  tail.columns = tailColumns(mentions, tail.version)
  cache.set(projectId, tail, ENTRY_BYTES + bytesOfTail(tail.columns))
}

// Mentions that are added, changed or taken out have a number in the log of changes; the project has the time at which some moved to
// another story, or were put into the tail again; and mentions leave the tail for a new segment. Null when it cannot be read in one place.
async function readTailVersion(db: Db, projectId: string): Promise<string | null> {
  if (db.distributed) return null
  const [row] = await db<{ version: string }>`
    select concat_ws(' ', mentions_changed_at,
                     (select last from mention_change where project_id = ${projectId} order by last desc limit 1),
                     (select md5(string_agg(segment::text, '' order by segment)) from search_segment where project_id = ${projectId})) as version
      from project where id = ${projectId}`
  return row?.version ?? null
}
