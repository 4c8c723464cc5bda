import type { Post } from '../../domain/post.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS } from '../platforms.ts'
import { json, NOTHING, sql } from '../sql.ts'

// Recent posts of all feeds, stored once for all projects and numbered in commit order.
export interface ArchivedPost {
  readonly seq: number
  readonly post: Post
  readonly fullText: string | null
}

export interface ArchiveHead {
  readonly lastSeq: number
  // Posts up to here were matched against every project in step.
  readonly matchedSeq: number
}

export async function readHead(db: Db): Promise<ArchiveHead> {
  const [head] = await db<ArchiveHead>`
    select last_seq as "lastSeq", matched_seq as "matchedSeq" from archive_head`
  return head as ArchiveHead
}

// Serialises adding posts and changing which projects are in step, so that numbers are committed in order.
export async function lockHead(tx: Db): Promise<ArchiveHead> {
  const [head] = await tx<ArchiveHead>`
    select last_seq as "lastSeq", matched_seq as "matchedSeq" from archive_head for update`
  return head as ArchiveHead
}

// Adds the posts that are new and returns them. Known posts stay as first seen: a post that a feed without dates serves again must
// not become newer.
export async function archivePosts(tx: Db, feedId: string | null, posts: readonly Post[]): Promise<Post[]> {
  if (posts.length === 0) return []
  const { lastSeq } = await lockHead(tx)
  const fresh = await keepUnknown(tx, posts)
  if (fresh.length === 0) return []
  const column = <T>(pick: (post: Post) => T) => fresh.map(pick)
  await tx`
    insert into archive_post (seq, platform, platform_id, post, feed_id, published_at)
    select seq, platform, platform_id, post::jsonb, ${feedId}::uuid, published_at
      from unnest(${fresh.map((_, index) => lastSeq + index + 1)}::bigint[], ${column((p) => PLATFORM_NUMBERS[p.platform])}::smallint[],
                  ${column((p) => p.platformId)}::text[], ${column((p) => json(p))}::text[],
                  ${column((p) => p.publishedAt.toISOString())}::timestamptz[]) as t(seq, platform, platform_id, post, published_at)`
  await tx`update archive_head set last_seq = ${lastSeq + fresh.length}`
  return fresh
}

async function keepUnknown(tx: Db, posts: readonly Post[]): Promise<Post[]> {
  const unique = new Map(posts.map((post) => [keyOf(PLATFORM_NUMBERS[post.platform], post.platformId), post]))
  const wanted = [...unique.values()]
  const rows = await tx`
    select a.platform, a.platform_id
      from unnest(${wanted.map((post) => PLATFORM_NUMBERS[post.platform])}::smallint[], ${wanted.map((post) => post.platformId)}::text[])
        as w(platform, platform_id)
      join archive_post a on a.platform = w.platform and a.platform_id = w.platform_id`
  for (const row of rows) unique.delete(keyOf(row.platform, row.platform_id))
  return [...unique.values()]
}

function keyOf(platform: number, platformId: string): string {
  return `${platform} ${platformId}`
}

// Posts after one position and up to another, oldest first; only those published within `range` if it is given.
export async function readArchive(
  db: Db,
  slice: { readonly after: number; readonly upTo: number; readonly limit: number },
  range?: { readonly since: Date; readonly until: Date },
): Promise<ArchivedPost[]> {
  const { after, upTo, limit } = slice
  const published =
    range === undefined ? NOTHING : sql`and published_at >= ${range.since} and published_at < ${range.until}`
  const rows = await db`
    select seq, post, full_text from archive_post where seq > ${after} and seq <= ${upTo} ${published} order by seq limit ${limit}`
  return rows.map((row) => ({ seq: row.seq, post: toPost(row.post), fullText: row.full_text }))
}

export async function saveFullText(db: Db, seq: number, text: string): Promise<void> {
  await db`update archive_post set full_text = ${text} where seq = ${seq}`
}

// Deletes old posts that were already matched. Returns how many; call again while that equals the limit.
export async function trimArchive(db: Db, days: number, limit: number): Promise<number> {
  const removed = await db`
    delete from archive_post where seq in (
      select seq from archive_post where archived_at < now() - make_interval(days => ${days})
         and seq <= (select matched_seq from archive_head) order by archived_at limit ${limit})`
  return removed.count
}

function toPost(stored: Record<string, unknown>): Post {
  return { ...(stored as unknown as Post), publishedAt: new Date(stored.publishedAt as string) }
}
