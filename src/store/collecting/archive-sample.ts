import type { Day } from '../../domain/day.ts'
import type { Platform } from '../../domain/platform.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS, platformOf } from '../platforms.ts'
import { raw } from '../sql.ts'

// Reading a part of the archive that is bounded, however large the archive is.

export interface ArchiveDay {
  readonly day: Day
  readonly platform: Platform
  readonly posts: number
}

export interface ArchiveWindow {
  readonly from: Date
  readonly until: Date
}

// How many posts were published on each day, by platform. From the index alone.
export async function countArchiveDays(
  db: Db,
  { from, until, timeZone }: ArchiveWindow & { readonly timeZone: string },
): Promise<ArchiveDay[]> {
  const rows = await db<{ day: Day; platform: number; posts: number }>`
    select (published_at at time zone ${timeZone})::date as day, platform, count(*)::int as posts from archive_post
     where published_at >= ${from} and published_at < ${until} group by 1, 2 order by 1, 2`
  return rows.map(({ day, platform, posts }) => ({ day, platform: platformOf(platform), posts }))
}

// The numbers of about `share` of the posts of a window, newest first: always the same ones, so that two expressions are compared on the
// same posts.
export async function sampleArchive(
  db: Db,
  { from, until, share, limit }: ArchiveWindow & { readonly share: number; readonly limit: number },
): Promise<number[]> {
  const parts = Math.ceil(share * PARTS)
  const rows = await db<{ seq: number }>`
    select seq from archive_post
     where published_at >= ${from} and published_at < ${until}
       and (${share >= 1} or (hashint8(seq)::bigint & 65535) < ${parts}::bigint)
     order by published_at desc, platform desc, seq desc limit ${limit}`
  return rows.map(({ seq }) => seq)
}

const PARTS = 65_536

export interface SampledPost {
  readonly seq: number
  readonly platform: Platform
  readonly platformId: string
  readonly publishedAt: Date
  readonly text: string
  readonly hidden: string
  readonly url: string
}

export async function readSample(db: Db, seqs: readonly number[]): Promise<SampledPost[]> {
  const rows = await db<Omit<SampledPost, 'platform'> & { readonly platform: number }>`
    select a.seq, a.platform, a.platform_id as "platformId", a.published_at as "publishedAt", a.post ->> 'text' as text,
           coalesce(a.post ->> 'hidden', '') as hidden, a.post ->> 'url' as url
      from unnest(${seqs as number[]}::bigint[]) with ordinality as w(seq, position) join archive_post a on a.seq = w.seq
     order by w.position`
  return rows.map((row) => ({ ...row, platform: platformOf(row.platform) }))
}

// Which of the posts a project has already, shown or hidden, by their position.
export async function findStored(
  db: Db,
  projectId: string,
  posts: readonly Pick<SampledPost, 'platform' | 'platformId'>[],
): Promise<Set<number>> {
  const platforms = posts.map(({ platform }) => PLATFORM_NUMBERS[platform])
  const ids = posts.map(({ platformId }) => platformId)
  const stored = new Set<number>()
  for (const table of ['mention', 'hidden_mention'] as const) {
    const rows = await db<{ position: number }>`
      select w.position::int - 1 as position
        from unnest(${platforms}::smallint[], ${ids}::text[]) with ordinality as w(platform, platform_id, position)
        join ${raw(table)} m on m.project_id = ${projectId} and m.platform = w.platform and m.platform_id = w.platform_id`
    for (const { position } of rows) stored.add(position)
  }
  return stored
}
