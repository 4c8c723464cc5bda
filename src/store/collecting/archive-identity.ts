import { createHash } from 'node:crypto'
import { canonicalLink } from '../../domain/canonical-link.ts'
import type { Post } from '../../domain/post.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS } from '../platforms.ts'

// Which posts of a reading are in the archive. A post is known by its id, in any feed. An article is also known by its canonical link,
// in its own feed and in every other feed of the same outlet: the link contains the host, so equal links are one page, and sections of
// an outlet list the same article under ids of their own. The same page listed as another outlet's (an aggregator) stays apart.
export interface Recognised {
  readonly fresh: readonly LinkedPost[]
  readonly changed: readonly ChangedPost[]
  // Changed again too soon; to be read again later.
  readonly deferred: number
  // Known articles of this feed that were listed under another id than the last time.
  readonly renamed: number
}

export interface LinkedPost {
  readonly post: Post
  // Empty without a link of its own.
  readonly link: string
  readonly shared: boolean
}

export interface ChangedPost {
  readonly seq: number
  readonly text: string
}

// A text that changes at every reading (a counter, the time of day) must not make all its projects read it every time.
const CHANGE_SECONDS = 3_600

// The caller holds the lock of the head.
export async function recognise(tx: Db, feedId: string | null, posts: readonly Post[]): Promise<Recognised> {
  if (feedId !== null) await fillLinks(tx, feedId)
  const candidates = withLinks(posts)
  await markShared(tx, candidates)
  const known = await findArchived(tx, feedId, candidates)
  const fresh = new Map<string, LinkedPost>()
  const changed = new Map<number, ChangedPost>()
  const seen = new Map<number, Seen>()
  let [deferred, renamed] = [0, 0]
  for (const [at, candidate] of candidates.entries()) {
    const { post, link, shared } = candidate
    const row = known.get(at)
    if (row === undefined) {
      const key = link === '' || shared ? `id ${post.platform} ${post.platformId}` : `link ${post.author.id} ${link}`
      if (!fresh.has(key)) fresh.set(key, candidate)
      continue
    }
    // An article that is listed twice is the one that is listed first.
    if (seen.has(row.seq)) continue
    const isRenamed = !row.sameId && row.owned && row.lastId !== post.platformId
    seen.set(row.seq, { seq: row.seq, byLink: !row.sameId, lastId: row.owned ? post.platformId : row.lastId })
    if (isRenamed) renamed++
    if (!isChanged(candidate, row)) continue
    if (row.settled) changed.set(row.seq, { seq: row.seq, text: post.text })
    else deferred++
  }
  await noteSeen(tx, [...seen.values()])
  return { fresh: [...fresh.values()], changed: [...changed.values()], deferred, renamed }
}

// Only the feed that brought an article changes it: sections of an outlet may list it with other teasers. An id that returns with
// another link is an id that was used again, and would replace one article by another.
function isChanged({ post, link }: LinkedPost, row: ArchivedRow): boolean {
  if (post.kind !== 'article' || !row.owned || row.textHash === md5(post.text)) return false
  return link === row.link || link === '' || row.link === ''
}

// Posts without duplicates, with their links.
function withLinks(posts: readonly Post[]): LinkedPost[] {
  const unique = new Map(posts.map((post) => [`${post.platform} ${post.platformId}`, post]))
  const titles = new Map<string, string>()
  const shared = new Set<string>()
  const linked = [...unique.values()].map((post) => ({ post, link: linkOf(post) }))
  for (const { post, link } of linked) {
    const [title = ''] = post.text.split('\n', 1)
    if (titles.has(link) && titles.get(link) !== title) shared.add(link)
    titles.set(link, title)
  }
  return linked.map(({ post, link }) => ({ post, link, shared: link !== '' && shared.has(link) }))
}

function linkOf(post: Pick<Post, 'kind' | 'url' | 'linkless'>): string {
  return post.kind === 'article' && post.linkless !== true ? (canonicalLink(post.url) ?? '') : ''
}

async function markShared(tx: Db, candidates: readonly LinkedPost[]): Promise<void> {
  const links = [...new Set(candidates.filter(({ shared }) => shared).map(({ link }) => link))]
  if (links.length === 0) return
  await tx`update archive_post set link_shared = true where link = any(${links}::text[]) and link <> '' and not link_shared`
}

interface ArchivedRow {
  readonly seq: number
  readonly position: number
  readonly sameId: boolean
  // Whether this feed brought it, or the one that did is gone.
  readonly owned: boolean
  readonly link: string
  readonly shared: boolean
  readonly lastId: string | null
  readonly textHash: string
  // Whether its last change was long enough ago.
  readonly settled: boolean
}

// By position in `candidates`. The id decides before the link, and among several rows with one link the first. Each row is looked up by
// itself, and a link without its platform: a plan that was made while the archive was small would read all of it, or the places of all
// articles, at every reading.
async function findArchived(
  tx: Db,
  feedId: string | null,
  candidates: readonly LinkedPost[],
): Promise<Map<number, ArchivedRow>> {
  const column = <T>(pick: (candidate: LinkedPost) => T) => candidates.map(pick)
  const rows = await tx<ArchivedRow>`
    with wanted as materialized (
      select * from unnest(${column(({ post }) => PLATFORM_NUMBERS[post.platform])}::smallint[],
                           ${column(({ post }) => post.platformId)}::text[], ${column(({ link }) => link)}::text[],
                           ${column(({ post }) => post.author.id)}::text[]) with ordinality as w(platform, platform_id, link, outlet, position)),
    found as materialized (
      select w.position, true as "sameId", a.seq from wanted w cross join lateral (
        select seq from archive_post where platform = w.platform and platform_id = w.platform_id limit 1) a
      union all
      select w.position, false, a.seq from wanted w cross join lateral (
        select seq from archive_post
         where link = w.link and link <> '' and platform + 0 = w.platform and platform_id <> w.platform_id
           and post -> 'author' ->> 'id' = w.outlet offset 0) a)
    select f.position::int - 1 as position, f."sameId", a.seq, coalesce(a.link, '') as link, a.link_shared as shared,
           a.last_id as "lastId", md5(a.post ->> 'text') as "textHash",
           a.feed_id is not distinct from ${feedId}::uuid or not exists (select from feed where id = a.feed_id) as owned,
           a.changed_at is null or a.changed_at < now() - make_interval(secs => ${CHANGE_SECONDS}) as settled
      from found f cross join lateral (select * from archive_post where seq = f.seq limit 1) a
     order by f."sameId" desc, a.seq`
  const known = new Map<number, ArchivedRow>()
  const shared = new Set(rows.filter((row) => row.shared).map(({ link }) => link))
  for (const row of rows) {
    if (known.has(row.position) || (!row.sameId && shared.has(row.link))) continue
    known.set(row.position, row)
  }
  return known
}

// Posts that were archived before there were links.
async function fillLinks(tx: Db, feedId: string): Promise<void> {
  const rows = await tx<{ seq: number; kind: Post['kind'] | null; url: string | null }>`
    select seq, post ->> 'kind' as kind, post ->> 'url' as url from archive_post where feed_id = ${feedId} and link is null`
  if (rows.length === 0) return
  const links = rows.map(({ kind, url }) => linkOf({ kind: kind ?? 'post', url: url ?? '' }))
  await tx`
    update archive_post a set link = w.link
      from unnest(${rows.map(({ seq }) => seq)}::bigint[], ${links}::text[]) as w(seq, link) where a.seq = w.seq`
}

interface Seen {
  readonly seq: number
  readonly byLink: boolean
  readonly lastId: string | null
}

// A post that returns under its own id is known to its projects by that id, also when it is no longer in the archive.
async function noteSeen(tx: Db, seen: readonly Seen[]): Promise<void> {
  const byLink = seen.filter((row) => row.byLink)
  if (byLink.length === 0) return
  await tx`
    update archive_post a set last_id = w.last_id, seen_at = now()
      from unnest(${byLink.map(({ seq }) => seq)}::bigint[], ${byLink.map(({ lastId }) => lastId)}::text[]) as w(seq, last_id)
     where a.seq = w.seq and (a.last_id is distinct from w.last_id or a.seen_at is null or a.seen_at < now() - interval '1 day')`
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
