import { randomBytes } from 'node:crypto'
import type { Incident } from '../../domain/incident.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { andReached } from '../owned.ts'
import { json, NOTHING, sql } from '../sql.ts'

export type NewIncident = Omit<Incident, 'id' | 'name' | 'acknowledgedAt' | 'snoozedUntil' | 'state'>

// Null when it is stored already: another evaluation opened it first.
export async function addIncident(tx: Db, incident: NewIncident): Promise<string | null> {
  const id = newId()
  const { alertId, projectId, accountId, kind, subject, openedAt, closedAt, seen, peak } = incident
  const added = await tx`
    insert into incident (id, alert_id, project_id, account_id, kind, subject, state, opened_at, closed_at, seen, peak, expected, low,
                          high, facts, reported)
    values (${id}, ${alertId}, ${projectId}, ${accountId}, ${kind}, ${subject}, ${closedAt === null ? 'open' : 'closed'}, ${openedAt},
            ${closedAt}, ${seen}, ${peak}, ${incident.expected}, ${incident.low}, ${incident.high}, ${json(incident.facts)},
            ${json(incident.reported)})
    on conflict do nothing`
  return added.count === 0 ? null : id
}

export type IncidentChange = Pick<
  Incident,
  'closedAt' | 'seen' | 'peak' | 'expected' | 'low' | 'high' | 'facts' | 'reported'
>

// False when another evaluation changed it since it was read: what it reported then is not reported again.
export async function changeIncident(tx: Db, before: Incident, change: IncidentChange): Promise<boolean> {
  const changed = await tx`
    update incident set state = ${change.closedAt === null ? 'open' : 'closed'}, closed_at = ${change.closedAt}, seen = ${change.seen},
           peak = ${change.peak}, expected = ${change.expected}, low = ${change.low}, high = ${change.high},
           facts = ${json(change.facts)}, reported = ${json(change.reported)}, updated_at = now()
     where id = ${before.id} and state = ${before.state} and reported = ${json(before.reported)}`
  return changed.count > 0
}

export async function renameSubject(db: Db, id: string, subject: string): Promise<void> {
  await db`update incident set subject = ${subject}, updated_at = now() where id = ${id} and state = 'open'`
}

// Of each rule and subject, the open incident or the last one; only those that can still matter.
export async function listCurrent(db: Db, alertIds: readonly string[], closedSince: Date): Promise<Incident[]> {
  return db<Incident>`
    select distinct on (alert_id, subject) ${COLUMNS} from incident
     where alert_id = any(${alertIds as string[]}::uuid[]) and (state = 'open' or closed_at >= ${closedSince})
     order by alert_id, subject, opened_at desc`
}

export interface IncidentQuery {
  readonly projectId: string | null
  readonly state: 'open' | 'closed' | null
  readonly cursor: string | null
  readonly limit: number
  // Those that opened in it.
  readonly range?: { readonly from: Date; readonly to: Date }
}

// Newest first.
export async function listIncidents(
  db: Db,
  owner: Owner,
  { projectId, state, cursor, limit, range }: IncidentQuery,
): Promise<{ readonly incidents: Incident[]; readonly next: string | null }> {
  if (projectId !== null && !isUuid(projectId)) return { incidents: [], next: null }
  const below = cursor !== null && isUuid(cursor) ? cursor : null
  const rows = await db<Incident>`
    select ${COLUMNS} from incident
     where account_id = ${accountIdOf(owner)} ${andReached(owner, sql`project_id`)}
       and (${projectId}::uuid is null or project_id = ${projectId}::uuid) and ${IS_VISIBLE}
       and (${state}::text is null or state = ${state}) and (${below}::uuid is null or id < ${below}::uuid)
       ${range === undefined ? NOTHING : sql`and opened_at >= ${range.from} and opened_at < ${range.to}`}
     order by id desc limit ${limit + 1}`
  const incidents = rows.slice(0, limit)
  return { incidents, next: rows.length > limit ? (incidents.at(-1)?.id ?? null) : null }
}

export async function findIncident(db: Db, owner: Owner, id: string): Promise<Incident | null> {
  if (!isUuid(id)) return null
  const [incident] = await db<Incident>`
    select ${COLUMNS} from incident
     where id = ${id} and account_id = ${accountIdOf(owner)} ${andReached(owner, sql`project_id`)} and ${IS_VISIBLE}`
  return incident ?? null
}

// Undefined leaves a field as it is.
export interface Handling {
  readonly acknowledged?: boolean | undefined
  readonly snoozedUntil?: Date | null | undefined
}

export async function handleIncident(db: Db, id: string, { acknowledged, snoozedUntil }: Handling): Promise<boolean> {
  const changed = await db`
    update incident
       set acknowledged_at = case when ${acknowledged ?? null}::boolean is null then acknowledged_at
                                  when ${acknowledged ?? null}::boolean then coalesce(acknowledged_at, now()) end,
           snoozed_until = case when ${snoozedUntil !== undefined}::boolean then ${snoozedUntil ?? null}::timestamptz else snoozed_until end,
           updated_at = now()
     where id = ${id}`
  return changed.count > 0
}

// The key that signs links, the same for all processes.
export async function readSigningKey(db: Db, name: string): Promise<Buffer> {
  await db`insert into signing_key (name, key) values (${name}, ${randomBytes(32)}) on conflict (name) do nothing`
  const [row] = await db<{ key: Buffer }>`select key from signing_key where name = ${name}`
  if (row === undefined) throw new Error(`There is no key "${name}".`)
  return row.key
}

// A removed project is hidden at once, its rows are deleted later.
const IS_VISIBLE = sql`not exists (select from project p where p.id = incident.project_id and p.removed_at is not null)`
const COLUMNS = sql`id, alert_id as "alertId", project_id as "projectId", account_id as "accountId", kind, subject, state,
    coalesce((select a.name from alert a where a.id = incident.alert_id), facts->>'name', subject) as name,
    opened_at as "openedAt", closed_at as "closedAt", seen, peak, expected, low, high, facts, reported,
    acknowledged_at as "acknowledgedAt", snoozed_until as "snoozedUntil"`
