import { newId } from '../ids.ts'
import { sql } from '../sql.ts'
import type { Check } from './check.ts'

// A mention is shown or hidden, not both.
export const HIDDEN_CHECK: Check = {
  name: 'hidden mentions',
  async check(db, projectId) {
    const rows = await db<{ id: string }>`
      select h.id from hidden_mention h join mention m on m.project_id = ${projectId} and m.platform = h.platform and m.platform_id = h.platform_id
       where h.project_id = ${projectId} order by h.id`
    return rows.map(({ id }) => ({ what: `mention ${id}`, stored: 'hidden', counted: 'shown' }))
  },
  async repair(tx, projectId) {
    await tx`
      delete from hidden_mention h using mention m
       where h.project_id = ${projectId} and m.project_id = ${projectId} and m.platform = h.platform and m.platform_id = h.platform_id`
  },
}

// Only a stored mention is marked as no longer matching.
export const UNMATCHED_CHECK: Check = {
  name: 'mentions that no longer match',
  async check(db, projectId) {
    const rows = await db<{ id: string }>`
      select u.id from unmatched_mention u
       where u.project_id = ${projectId} and not exists (select from mention m where m.project_id = ${projectId} and m.id = u.id)
       order by u.id`
    return rows.map(({ id }) => ({ what: `mention ${id}`, stored: 'marked', counted: 'absent' }))
  },
  async repair(tx, projectId) {
    await tx`
      delete from unmatched_mention u
       where u.project_id = ${projectId} and not exists (select from mention m where m.project_id = ${projectId} and m.id = u.id)`
  },
}

// A tag or a note is on a mention that is stored, shown or hidden, and every tag that is on one is listed.
export const TAG_CHECK: Check = {
  name: 'tags and notes',
  async check(db, projectId) {
    const orphans = await db<{ id: string }>`
      select distinct t.id from (${writtenOn(projectId)}) t where not exists (${storedAs(projectId)}) order by t.id`
    const unlisted = await db<{ tag: string }>`
      select distinct t.tag from mention_tag t
       where t.project_id = ${projectId}
         and not exists (select from tag l where l.project_id = ${projectId} and l.name = t.tag) order by t.tag`
    return [
      ...orphans.map(({ id }) => ({ what: `mention ${id}`, stored: 'tagged or noted', counted: 'absent' })),
      ...unlisted.map(({ tag }) => ({ what: `tag ${tag}`, stored: 'not listed', counted: 'listed' })),
    ]
  },
  async repair(tx, projectId) {
    await tx`delete from mention_tag t where t.project_id = ${projectId} and not exists (${storedAs(projectId)})`
    await tx`delete from mention_note t where t.project_id = ${projectId} and not exists (${storedAs(projectId)})`
    await tx`
      insert into tag (project_id, name, version, changed_at)
      select ${projectId}::uuid, t.tag, ${newId()}::uuid, now() from mention_tag t where t.project_id = ${projectId} group by t.tag
      on conflict (project_id, name) do update set version = excluded.version, changed_at = excluded.changed_at`
  },
}

function writtenOn(projectId: string) {
  return sql`
    select id from mention_tag where project_id = ${projectId} union all
    select id from mention_note where project_id = ${projectId}`
}

function storedAs(projectId: string) {
  return sql`
    select from mention m where m.project_id = ${projectId} and m.id = t.id union all
    select from hidden_mention h where h.project_id = ${projectId} and h.id = t.id`
}

// The periods of a project follow each other without a gap, and the last one is what the project does now.
export const LISTENING_CHECK: Check = {
  name: 'listening',
  async check(db, projectId) {
    const broken = await db<{ until: Date | null; next: Date | null }>`
      select until, next from (
        select until, lead(since) over (order by since) as next from project_listening where project_id = ${projectId}) l
       where until is distinct from next`
    const [now] = await db<{ stored: string; counted: string }>`
      select coalesce(l.state || ' ' || l.start_day || ' ' || coalesce(l.end_day::text, ''), 'nothing') as stored,
             listening_state(p) || ' ' || p.start_day || ' ' || coalesce(p.end_day::text, '') as counted
        from project p left join project_listening l on l.project_id = p.id and l.until is null where p.id = ${projectId}`
    return [
      ...broken.map(({ until, next }) => ({ what: 'end of a period', stored: textOf(until), counted: textOf(next) })),
      ...(now === undefined || now.stored === now.counted ? [] : [{ what: 'now', ...now }]),
    ]
  },
  async repair(tx, projectId) {
    await tx`
      update project_listening l set until = n.next from (
        select since, lead(since) over (order by since) as next from project_listening where project_id = ${projectId}) n
       where l.project_id = ${projectId} and l.since = n.since and l.until is distinct from n.next`
    await tx`select note_listening(p) from project p where p.id = ${projectId}`
  },
}

function textOf(date: Date | null): string {
  return date?.toISOString() ?? 'open'
}
