import { canonicalLink } from '../../domain/canonical-link.ts'
import type { Post } from '../../domain/post.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS } from '../platforms.ts'
import { lockHead } from './archive.ts'

// A search and a feed may both bring an article, under ids of their own. It gets one id: that of whichever brought it first. Both sides
// hold the lock of the archive's head, so that neither misses the other.

interface Candidate {
  readonly post: Post
  readonly link: string
}

// Gives articles that a search found the id that a feed gave them, and remembers the ids of the others.
export async function adoptIds(tx: Db, posts: readonly Post[]): Promise<Post[]> {
  const candidates = candidatesOf(posts)
  if (candidates.length === 0) return [...posts]
  await lockHead(tx)
  const archived = await tx<Known>`
    select a.link, a.post -> 'author' ->> 'id' as outlet, min(a.platform_id) as "platformId" from archive_post a
     where a.link = any(${candidates.map(({ link }) => link)}::text[]) and a.link <> '' and not a.link_shared
       and a.platform = ${PLATFORM_NUMBERS.news} group by 1, 2`
  const known = toMap(archived)
  const fresh = candidates.filter((candidate) => !known.has(keyOf(candidate)))
  await tx`
    insert into found_article (link, outlet, platform_id)
    select * from unnest(${fresh.map(({ link }) => link)}::text[], ${fresh.map(({ post }) => post.author.id)}::text[],
                         ${fresh.map(({ post }) => post.platformId)}::text[])
    on conflict (link, outlet) do nothing`
  return replaceIds(posts, new Map([...(await findFound(tx, fresh)), ...known]))
}

// Gives articles of a feed the ids under which a search found them before.
export async function withFoundIds(tx: Db, posts: readonly Post[]): Promise<Post[]> {
  const candidates = candidatesOf(posts)
  if (candidates.length === 0) return [...posts]
  await lockHead(tx)
  const found = await findFound(tx, candidates)
  return found.size === 0 ? [...posts] : replaceIds(posts, found)
}

// Gives articles that a person imports by their address the ids under which the project has them. Only these: an import decides nothing
// about the ids of others, and a file that is imported again keeps its own.
export async function withCollectedIds(db: Db, projectId: string, posts: readonly Post[]): Promise<Post[]> {
  const links = new Map(posts.filter(isKnownByAddress).map((post) => [post, canonicalLink(post.url)]))
  const wanted = [...links.values()].filter((link) => link !== null)
  if (wanted.length === 0) return [...posts]
  const named = await db<Known>`
    select a.link, a.post -> 'author' ->> 'id' as outlet, a.platform_id as "platformId" from archive_post a
     where a.link = any(${wanted}::text[]) and a.link <> '' and not a.link_shared and a.platform = ${PLATFORM_NUMBERS.news}
    union all select link, outlet, platform_id from found_article where link = any(${wanted}::text[])`
  const own = named.filter(({ link, outlet }) => link.split('/', 1)[0]?.endsWith(outlet) === true)
  const stored = await findStored(db, projectId, [...new Set(own.map(({ platformId }) => platformId))])
  const ids = new Map(
    own.flatMap(({ link, platformId }) => (stored.has(platformId) ? [[link, platformId] as const] : [])),
  )
  return posts.map((post) => {
    const platformId = ids.get(links.get(post) ?? '')
    return platformId === undefined ? post : { ...post, platformId }
  })
}

function isKnownByAddress({ platform, platformId, url }: Post): boolean {
  return platform === 'news' && platformId === url
}

// A mention that a person hid counts too.
async function findStored(db: Db, projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const [listed, hidden] = [
    await db<{ id: string }>`
      select platform_id as id from mention
       where project_id = ${projectId} and platform = ${PLATFORM_NUMBERS.news} and platform_id = any(${ids}::text[])`,
    await db<{ id: string }>`
      select platform_id as id from hidden_mention
       where project_id = ${projectId} and platform = ${PLATFORM_NUMBERS.news} and platform_id = any(${ids}::text[])`,
  ]
  return new Set([...listed, ...hidden].map(({ id }) => id))
}

// As long as the archive itself: afterwards no feed lists the article any more.
export async function trimFound(db: Db, days: number): Promise<void> {
  await db`delete from found_article where found_at < now() - make_interval(days => ${days})`
}

interface Known {
  readonly link: string
  readonly outlet: string
  readonly platformId: string
}

async function findFound(tx: Db, candidates: readonly Candidate[]): Promise<Map<string, string>> {
  const rows = await tx<Known>`
    select link, outlet, platform_id as "platformId" from found_article
     where link = any(${candidates.map(({ link }) => link)}::text[])`
  return toMap(rows)
}

// Articles whose links are their outlet's own. The links of an aggregator are not.
function candidatesOf(posts: readonly Post[]): Candidate[] {
  return posts.flatMap((post) => {
    const link = post.kind === 'article' && post.linkless !== true ? canonicalLink(post.url) : null
    return link?.split('/', 1)[0]?.endsWith(post.author.id) === true ? [{ post, link }] : []
  })
}

function replaceIds(posts: readonly Post[], ids: ReadonlyMap<string, string>): Post[] {
  return posts.map((post) => {
    const [candidate] = candidatesOf([post])
    const platformId = candidate === undefined ? undefined : ids.get(keyOf(candidate))
    return platformId === undefined ? post : { ...post, platformId }
  })
}

function keyOf({ post, link }: Candidate): string {
  return `${post.author.id} ${link}`
}

function toMap(rows: readonly Known[]): Map<string, string> {
  return new Map(rows.map(({ link, outlet, platformId }) => [`${outlet} ${link}`, platformId]))
}
