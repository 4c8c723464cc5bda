import type { BriefSettings } from '../../domain/brief.ts'
import type { Day } from '../../domain/day.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Db } from '../db.ts'
import { isUuid } from '../ids.ts'
import { andReached } from '../owned.ts'
import { sql } from '../sql.ts'

export interface Brief extends BriefSettings {
  readonly nextAt: Date | null
}

export async function findBrief(db: Db, accountId: string): Promise<Brief | null> {
  const [brief] = await db<Brief>`select ${COLUMNS} from brief where account_id = ${accountId}`
  return brief ?? null
}

// A brief that is due keeps its time unless the time itself was changed.
export async function saveBrief(
  db: Db,
  accountId: string,
  settings: BriefSettings,
  nextAt: Date | null,
): Promise<Brief> {
  const { days, time, timeZone, projects, channels, language, report } = settings
  const [brief] = await db<Brief>`
    insert into brief as b (account_id, days, time, time_zone, projects, channels, language, report_id, next_at)
    values (${accountId}, ${days as string[]}::text[], ${time}, ${timeZone}, ${projects as string[] | null}::uuid[],
            ${channels as string[]}::uuid[], ${language}, ${report}, ${nextAt})
    on conflict (account_id) do update
       set days = excluded.days, time = excluded.time, time_zone = excluded.time_zone, projects = excluded.projects,
           channels = excluded.channels, language = excluded.language, report_id = excluded.report_id, updated_at = now(),
           next_at = case when (b.days, b.time, b.time_zone) = (excluded.days, excluded.time, excluded.time_zone) then b.next_at
                          else excluded.next_at end
    returning ${COLUMNS}`
  return brief as Brief
}

// Briefs are due by the clock of the database: those of the processes may differ.
export async function readClock(db: Db): Promise<Date> {
  const [clock] = await db<{ now: Date }>`select date_trunc('milliseconds', now()) as now`
  return clock?.now as Date
}

export async function listDueBriefs(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select b.account_id as id from brief b join account a on a.id = b.account_id
     where b.next_at <= now() and a.disabled_at is null order by b.next_at limit ${limit}`
  return rows.map(({ id }) => id)
}

// The brief if it is due, by the clock of the database.
export async function findDueBrief(db: Db, accountId: string): Promise<(Brief & { nextAt: Date; now: Date }) | null> {
  const [brief] = await db<Brief & { nextAt: Date; now: Date }>`
    select ${COLUMNS}, date_trunc('milliseconds', now()) as now from brief
     where account_id = ${accountId} and next_at <= now()
       and exists (select from account where id = ${accountId} and disabled_at is null)`
  return brief ?? null
}

// Moves a brief from the time it was due at to its next one. False when another process did, or its time was changed meanwhile.
export async function moveBrief(tx: Db, accountId: string, from: Date, to: Date | null): Promise<boolean> {
  const moved = await tx`update brief set next_at = ${to} where account_id = ${accountId} and next_at = ${from}`
  return moved.count === 1
}

export interface BriefRecord {
  readonly day: Day
  readonly outcome: 'sent' | 'late' | 'skipped'
  readonly until: Date | null
}

// False when there was one on that day already.
export async function recordBrief(tx: Db, accountId: string, { day, outcome, until }: BriefRecord): Promise<boolean> {
  const added = await tx`
    insert into brief_sent (account_id, day, outcome, until) values (${accountId}, ${day}, ${outcome}, ${until})
    on conflict (account_id, day) do nothing`
  return added.count === 1
}

export async function setBriefMessage(tx: Db, accountId: string, day: Day, messageId: string): Promise<void> {
  await tx`update brief_sent set message_id = ${messageId} where account_id = ${accountId} and day = ${day}`
}

// Where the last brief that was sent ended.
export async function findReportedUntil(db: Db, accountId: string): Promise<Date | null> {
  const [row] = await db<{
    until: Date | null
  }>`select max(until) as until from brief_sent where account_id = ${accountId}`
  return row?.until ?? null
}

export async function findSeen(db: Db, accountId: string, projectId: string): Promise<Date | null> {
  const [row] = await db<{ seenAt: Date }>`
    select seen_at as "seenAt" from project_seen where account_id = ${accountId} and project_id = ${projectId}`
  return row?.seenAt ?? null
}

export interface Seen {
  readonly seenAt: Date
  // When the person looked before; null the first time.
  readonly previous: Date | null
}

// Null when the account has no such project. Time never goes back: two devices may say so in any order.
export async function setSeen(db: Db, owner: Owner, projectId: string): Promise<Seen | null> {
  if (!isUuid(projectId)) return null
  const accountId = accountIdOf(owner)
  const [seen] = await db<Seen>`
    with before as (select seen_at from project_seen where account_id = ${accountId} and project_id = ${projectId})
    insert into project_seen as s (account_id, project_id, seen_at)
    select owner_id, id, date_trunc('milliseconds', now()) from project
     where id = ${projectId} and owner_id = ${accountId} and removed_at is null ${andReached(owner, sql`id`)}
    on conflict (account_id, project_id) do update set seen_at = greatest(s.seen_at, excluded.seen_at)
    returning seen_at as "seenAt", (select seen_at from before) as previous`
  return seen ?? null
}

const COLUMNS = sql`days, time, time_zone as "timeZone", projects::text[], channels::text[], language, report_id as "report",
    next_at as "nextAt"`
