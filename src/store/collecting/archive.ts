import type { Post } from '../../domain/post.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS } from '../platforms.ts'
import { json, NOTHING, sql } from '../sql.ts'
import { type ChangedPost, type LinkedPost, type Recognised, recognise } from './archive-identity.ts'

// Recent posts of all feeds, stored once for all projects and numbered in commit order.
export interface ArchivedPost {
  readonly seq: number
  readonly post: Post
  readonly fullText: string | null
  // True when the entry changed after its page was read.
  readonly isOutdated: boolean
  // The text before its last change; null when it never changed.
  readonly earlierText: string | null
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

export interface Archived extends Pick<Recognised, 'deferred' | 'renamed'> {
  readonly fresh: readonly Post[]
  // How many known articles have another text now.
  readonly changed: number
}

// Adds the posts that are new, and changes the text of articles that changed. Everything else stays as first seen: a post that a feed
// without dates serves again must not become newer.
export async function archivePosts(tx: Db, feedId: string | null, posts: readonly Post[]): Promise<Archived> {
  if (posts.length === 0) return { fresh: [], changed: 0, deferred: 0, renamed: 0 }
  const { lastSeq } = await lockHead(tx)
  const { fresh, changed, deferred, renamed } = await recognise(tx, feedId, posts)
  await insertPosts(tx, feedId, fresh, lastSeq)
  await changePosts(tx, changed, lastSeq + fresh.length)
  const added = fresh.length + changed.length
  if (added > 0) await tx`update archive_head set last_seq = ${lastSeq + added}`
  return { fresh: fresh.map(({ post }) => post), changed: changed.length, deferred, renamed }
}

async function insertPosts(
  tx: Db,
  feedId: string | null,
  fresh: readonly LinkedPost[],
  lastSeq: number,
): Promise<void> {
  if (fresh.length === 0) return
  const column = <T>(pick: (post: Post) => T) => fresh.map(({ post }) => pick(post))
  // The posts are one value: in an array of texts, each of their quotes is escaped by the client and read by the server.
  await tx`
    insert into archive_post (seq, platform, platform_id, post, feed_id, published_at, link, link_shared)
    select seq, platform, platform_id, post, ${feedId}::uuid, published_at, link, shared
      from rows from (
             unnest(${fresh.map((_, index) => lastSeq + index + 1)}::bigint[], ${column((p) => PLATFORM_NUMBERS[p.platform])}::smallint[],
                    ${column((p) => p.platformId)}::text[], ${column((p) => p.publishedAt.toISOString())}::timestamptz[],
                    ${fresh.map(({ link }) => link)}::text[], ${fresh.map(({ shared }) => shared)}::boolean[]),
             jsonb_array_elements(${json(column((p) => p))}::jsonb))
           as t(seq, platform, platform_id, published_at, link, shared, post)`
}

// A changed post gets the next number, so that every project gets it again. An article whose page was read keeps that text under the
// new title; where more than the title changed, the page is read again.
async function changePosts(tx: Db, changed: readonly ChangedPost[], lastSeq: number): Promise<void> {
  if (changed.length === 0) return
  await tx`
    update archive_post a
       set seq = w.next_seq, post = jsonb_set(a.post, '{text}', to_jsonb(w.text)), earlier_text = a.post ->> 'text',
           full_text = case when starts_with(a.full_text, o.title) then n.title || substr(a.full_text, length(o.title) + 1) end,
           full_text_seq = case when substr(a.post ->> 'text', length(o.title) + 1) = substr(w.text, length(n.title) + 1)
                                then w.next_seq else a.full_text_seq end,
           archived_at = now(), changed_at = now()
      from unnest(${changed.map(({ seq }) => seq)}::bigint[], ${changed.map((_, index) => lastSeq + index + 1)}::bigint[],
                  ${changed.map(({ text }) => text)}::text[]) as w(seq, next_seq, text)
      join archive_post before on before.seq = w.seq
     cross join lateral (select split_part(before.post ->> 'text', chr(10), 1) as title) o
     cross join lateral (select split_part(w.text, chr(10), 1) as title) n
     where a.seq = w.seq`
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
    select seq, post, full_text, full_text_seq, earlier_text from archive_post where seq > ${after} and seq <= ${upTo} ${published} order by seq limit ${limit}`
  return rows.map((row) => ({
    seq: row.seq,
    post: toPost(row.post),
    fullText: row.full_text,
    isOutdated: row.full_text !== null && row.earlier_text !== null && row.full_text_seq !== row.seq,
    earlierText: row.earlier_text,
  }))
}

export async function saveFullText(db: Db, seq: number, text: string): Promise<void> {
  await db`update archive_post set full_text = ${text}, full_text_seq = seq where seq = ${seq}`
}

// Deletes old posts that were already matched, unless they are still listed under other ids. Returns how many; call again while that equals the limit.
export async function trimArchive(db: Db, days: number, limit: number): Promise<number> {
  const removed = await db`
    delete from archive_post where seq in (
      select seq from archive_post where archived_at < now() - make_interval(days => ${days})
         and (seen_at is null or seen_at < now() - make_interval(days => ${days}))
         and seq <= (select matched_seq from archive_head) order by archived_at limit ${limit})`
  return removed.count
}

function toPost(stored: Record<string, unknown>): Post {
  return { ...(stored as unknown as Post), publishedAt: new Date(stored.publishedAt as string) }
}
