import type { Db } from '../db.ts'

export interface ArchiveKey {
  // The number of the platform.
  readonly platform: number
  readonly platformId: string
}

export interface ArchivedEntry {
  readonly text: string
  readonly hidden: string
}

// The entries as feeds gave them, of those posts that the archive has, by the position of the post.
export async function readEntries(db: Db, posts: readonly ArchiveKey[]): Promise<Map<number, ArchivedEntry>> {
  const rows = await db<ArchivedEntry & { readonly position: number }>`
    select w.position::int - 1 as position, a.post ->> 'text' as text, coalesce(a.post ->> 'hidden', '') as hidden
      from unnest(${posts.map(({ platform }) => platform)}::smallint[], ${posts.map(({ platformId }) => platformId)}::text[])
           with ordinality as w(platform, platform_id, position)
      join archive_post a on a.platform = w.platform and a.platform_id = w.platform_id`
  return new Map(rows.map(({ position, text, hidden }) => [position, { text, hidden }]))
}
