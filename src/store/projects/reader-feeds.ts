import { hash, randomBytes } from 'node:crypto'
import type { AlertFilter } from '../../domain/alert.ts'
import type { Language } from '../../domain/message.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { andReached } from '../owned.ts'
import { json, sql } from '../sql.ts'

export type ReaderList = 'mentions' | 'stories'

// What a secret address shows: the newest mentions or the highest ranked stories of a project.
export interface ReaderFeed {
  readonly id: string
  readonly accountId: string
  readonly projectId: string
  readonly list: ReaderList
  readonly filter: AlertFilter
  readonly createdAt: Date
  readonly lastReadAt: Date | null
}

export type NewReaderFeed = Pick<ReaderFeed, 'accountId' | 'projectId' | 'list' | 'filter'>

const SECRET_BYTES = 32
// The prefix lets people and scanners recognise a secret; an id never has it.
const SECRET = /^pantau_feed_[A-Za-z0-9_-]{43}$/

// The secret is returned here and never again. Null when the account has `max` feeds already: its row is locked, so that concurrent
// requests cannot exceed the limit together.
export async function addReaderFeed(
  tx: Db,
  { accountId, projectId, list, filter }: NewReaderFeed,
  max: number,
): Promise<{ readonly feed: ReaderFeed; readonly secret: string } | null> {
  const secret = `pantau_feed_${randomBytes(SECRET_BYTES).toString('base64url')}`
  await tx`select id from account where id = ${accountId} for no key update`
  const [feed] = await tx<ReaderFeed>`
    insert into reader_feed as f (id, account_id, project_id, secret_hash, list, filter)
    select ${newId()}, ${accountId}, ${projectId}, ${hashSecret(secret)}, ${list}, ${json(filter)}
     where (select count(*) from reader_feed where account_id = ${accountId}) < ${max}
    returning ${COLUMNS}`
  return feed === undefined ? null : { feed, secret }
}

// Oldest first; those of one project, or of all.
export async function listReaderFeeds(db: Db, owner: Owner, projectId: string | null): Promise<ReaderFeed[]> {
  if (projectId !== null && !isUuid(projectId)) return []
  return db<ReaderFeed>`
    select ${COLUMNS} from reader_feed f
     where account_id = ${accountIdOf(owner)} and (${projectId}::uuid is null or project_id = ${projectId}::uuid)
       ${andReached(owner, sql`project_id`)}
       and exists (select from project p where p.id = f.project_id and p.removed_at is null)
     order by created_at, id`
}

export async function removeReaderFeed(db: Db, owner: Owner, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await db`
    delete from reader_feed where id = ${id} and account_id = ${accountIdOf(owner)} ${andReached(owner, sql`project_id`)}`
  return removed.count === 1
}

export interface OpenedFeed extends ReaderFeed {
  // Of its owner.
  readonly language: Language
}

// The feed at a secret address; null when it is unknown or revoked, its project was deleted or its owner is disabled.
export async function openReaderFeed(db: Db, secret: string): Promise<OpenedFeed | null> {
  if (!SECRET.test(secret)) return null
  const [feed] = await db<OpenedFeed & { seenLongAgo: boolean }>`
    select ${COLUMNS}, a.language, coalesce(f.last_read_at < now() - interval '1 hour', true) as "seenLongAgo"
      from reader_feed f join account a on a.id = f.account_id and a.disabled_at is null
     where f.secret_hash = ${hashSecret(secret)}
       and exists (select from project p where p.id = f.project_id and p.owner_id = a.id and p.removed_at is null)`
  if (feed === undefined) return null
  if (feed.seenLongAgo) await db`update reader_feed set last_read_at = now() where id = ${feed.id}`
  return feed
}

// The secret is long and random, so a plain hash is enough.
function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

const COLUMNS = sql`f.id, f.account_id as "accountId", f.project_id as "projectId", f.list, f.filter, f.created_at as "createdAt",
    f.last_read_at as "lastReadAt"`
