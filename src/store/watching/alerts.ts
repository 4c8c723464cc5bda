import { ALERTS_MAX, type Alert } from '../../domain/alert.ts'
import { accountIdOf, type Owner } from '../../domain/owner.ts'
import type { Db } from '../db.ts'
import { isUuid, newId } from '../ids.ts'
import { andReached } from '../owned.ts'
import { json, sql } from '../sql.ts'

export type AlertFields = Pick<Alert, 'name' | 'rule' | 'filter' | 'channels' | 'quiet' | 'cooldownMinutes' | 'enabled'>

// Null when the project has as many rules as it may have. The caller has checked that the project and the channels are the account's.
export async function addAlert(
  tx: Db,
  {
    projectId,
    accountId,
    fields,
  }: { readonly projectId: string; readonly accountId: string; readonly fields: AlertFields },
): Promise<Alert | null> {
  // Rules of a project are added one after the other, so that the limit holds.
  await tx`select id from project where id = ${projectId} for no key update`
  const [count] = await tx<{ total: number }>`select count(*)::int as total from alert where project_id = ${projectId}`
  if ((count?.total ?? 0) >= ALERTS_MAX) return null
  const id = newId()
  const { name, rule, filter, quiet, cooldownMinutes, enabled, channels } = fields
  await tx`
    insert into alert (id, project_id, account_id, name, rule, filter, quiet, cooldown_minutes, enabled)
    values (${id}, ${projectId}, ${accountId}, ${name}, ${json(rule)}, ${json(filter)}, ${quiet === null ? null : json(quiet)},
            ${cooldownMinutes}, ${enabled})`
  await setChannels(tx, id, channels)
  await makeDue(tx, projectId)
  return findAlert(tx, accountId, id)
}

export async function changeAlert(tx: Db, alert: Alert, fields: AlertFields): Promise<Alert | null> {
  const { name, rule, filter, quiet, cooldownMinutes, enabled, channels } = fields
  // Incidents of another condition, or of none, would never be over.
  await tx`
    update incident i set state = 'closed', closed_at = greatest(now(), i.opened_at), updated_at = now()
      from alert a where a.id = ${alert.id} and i.alert_id = a.id and i.state = 'open'
       and (not ${enabled}::boolean or a.rule <> ${json(rule)} or a.filter <> ${json(filter)})`
  await tx`
    update alert set name = ${name}, rule = ${json(rule)}, filter = ${json(filter)}, quiet = ${quiet === null ? null : json(quiet)},
           cooldown_minutes = ${cooldownMinutes}, enabled = ${enabled}, updated_at = now(), evaluated_at = null
     where id = ${alert.id} and account_id = ${alert.accountId}`
  await tx`delete from alert_channel where alert_id = ${alert.id}`
  await setChannels(tx, alert.id, channels)
  await makeDue(tx, alert.projectId)
  return findAlert(tx, alert.accountId, alert.id)
}

async function setChannels(tx: Db, alertId: string, channels: readonly string[]): Promise<void> {
  await tx`
    insert into alert_channel (alert_id, channel_id) select ${alertId}::uuid, unnest(${channels as string[]}::uuid[])
    on conflict do nothing`
}

export async function removeAlert(db: Db, owner: Owner, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await db`
    delete from alert a using project p
     where a.id = ${id} and a.account_id = ${accountIdOf(owner)} ${andReached(owner, sql`a.project_id`)}
       and p.id = a.project_id and p.removed_at is null`
  return removed.count > 0
}

async function findAlert(db: Db, accountId: string, id: string): Promise<Alert | null> {
  const [alert] = await db<Alert>`select ${COLUMNS} from alert a where a.id = ${id} and a.account_id = ${accountId}`
  return alert ?? null
}

// No other transaction changes it meanwhile, so that two changes of different fields both remain. Null for one of a removed project.
export async function lockAlert(tx: Db, owner: Owner, id: string): Promise<Alert | null> {
  if (!isUuid(id)) return null
  await tx`
    select id from alert where id = ${id} and account_id = ${accountIdOf(owner)} ${andReached(owner, sql`project_id`)}
       for no key update`
  const [alert] = await tx<Alert>`
    select ${COLUMNS} from alert a join project p on p.id = a.project_id and p.removed_at is null
     where a.id = ${id} and a.account_id = ${accountIdOf(owner)} ${andReached(owner, sql`a.project_id`)}`
  return alert ?? null
}

// Of one project, or of all; oldest first.
export async function listAlerts(db: Db, owner: Owner, projectId: string | null): Promise<Alert[]> {
  if (projectId !== null && !isUuid(projectId)) return []
  return db<Alert>`
    select ${COLUMNS} from alert a join project p on p.id = a.project_id and p.removed_at is null
     where a.account_id = ${accountIdOf(owner)} ${andReached(owner, sql`a.project_id`)} and (${projectId}::uuid is null or a.project_id = ${projectId}::uuid)
     order by a.created_at, a.id`
}

export interface EnabledAlert extends Alert {
  readonly evaluatedAt: Date | null
}

export async function listEnabledAlerts(db: Db, projectId: string): Promise<EnabledAlert[]> {
  return db<EnabledAlert>`
    select ${COLUMNS}, a.evaluated_at as "evaluatedAt" from alert a join project p on p.id = a.project_id and p.removed_at is null
     where a.project_id = ${projectId} and a.enabled order by a.created_at, a.id`
}

// The ids that are not channels of the account.
export async function findForeignChannels(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const known = await db<{ id: string }>`
    select id from channel where account_id = ${accountId} and id = any(${ids.filter(isUuid)}::uuid[])`
  const own = new Set(known.map(({ id }) => id))
  return ids.filter((id) => !own.has(id.toLowerCase()))
}

// Part of the transaction that adds or changes mentions. Projects without rules cost one look-up.
export async function makeDue(tx: Db, projectId: string): Promise<void> {
  await tx`
    insert into alert_due as d (project_id)
    select ${projectId}::uuid where exists (select from alert where project_id = ${projectId} and enabled)
    on conflict (project_id) do update set since = now(), due_at = least(d.due_at, now())`
}

// Rules that wait for something that mentions do not announce: the quota is checked this often, silence after every full hour.
const QUOTA_MINUTES = 10

// Projects to evaluate now.
export async function listDue(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select project_id as id from (
      select project_id, due_at from alert_due where due_at <= now()
      union all
      select project_id, evaluated_at from alert
       where enabled and rule->>'kind' in ('silence', 'quota')
         and (evaluated_at is null or evaluated_at < case rule->>'kind' when 'silence' then date_trunc('hour', now(), 'UTC')
                                                      else now() - make_interval(mins => ${QUOTA_MINUTES}) end)) due
     group by project_id order by min(due_at) nulls first, project_id limit ${limit}`
  return rows.map(({ id }) => id)
}

// When the project last got mentions, as text: a Date would lose its microseconds.
export async function readDue(db: Db, projectId: string): Promise<{ since: string; at: Date } | null> {
  const [row] = await db<{ since: string; at: Date }>`
    select since::text, since as at from alert_due where project_id = ${projectId}`
  return row ?? null
}

// After an evaluation: the next one is at `dueAt`, or when there are mentions. Mentions that were added meanwhile stay due.
export async function setEvaluated(
  db: Db,
  projectId: string,
  { at, since, dueAt }: { readonly at: Date; readonly since: string | null; readonly dueAt: Date | null },
): Promise<void> {
  await db`update alert set evaluated_at = ${at} where project_id = ${projectId} and updated_at <= ${at}`
  if (dueAt === null) await db`delete from alert_due where project_id = ${projectId} and since::text = ${since ?? ''}`
  else
    await db`
      insert into alert_due as d (project_id, due_at) values (${projectId}, ${dueAt})
      on conflict (project_id) do update set due_at = excluded.due_at where d.since::text = ${since ?? ''}`
}

const COLUMNS = sql`a.id, a.project_id as "projectId", a.account_id as "accountId", a.name, a.rule, a.filter,
    array(select channel_id from alert_channel c where c.alert_id = a.id order by channel_id) as channels,
    a.quiet, a.cooldown_minutes as "cooldownMinutes", a.enabled, a.created_at as "createdAt"`
