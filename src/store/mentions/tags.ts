import { TAGS_MAX } from '../../domain/tag.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { newId } from '../ids.ts'
import { countEach } from '../search/select.ts'
import { makeDue } from '../watching/alerts.ts'
import { logChanges } from './change-log.ts'

// Tags and notes of mentions. No count, story or summary depends on them, so that `noteChange` is not called: what was counted before
// is as right as it was. A caller that changes tags holds the project's row lock.

export interface TagCount {
  readonly name: string
  readonly total: number
}

// Puts a tag on mentions, and returns the ids of those that did not have it. Hidden ones are left alone.
export async function tagMentions(tx: Db, projectId: string, ids: readonly string[], tag: string): Promise<string[]> {
  const tagged = await tx<{ id: string }>`
    insert into mention_tag (project_id, tag, id)
    select ${projectId}::uuid, ${tag}::text, m.id from mention m
     where m.project_id = ${projectId} and m.id = any(${plainArray(ids)}::uuid[])
    on conflict do nothing returning id`
  return noteTagged(tx, projectId, tag, tagged)
}

// Takes a tag off mentions, and returns the ids of those that had it.
export async function untagMentions(tx: Db, projectId: string, ids: readonly string[], tag: string): Promise<string[]> {
  const untagged = await tx<{ id: string }>`
    delete from mention_tag where project_id = ${projectId} and tag = ${tag} and id = any(${plainArray(ids)}::uuid[]) returning id`
  return noteTagged(tx, projectId, tag, untagged)
}

async function noteTagged(
  tx: Db,
  projectId: string,
  tag: string,
  changed: readonly { id: string }[],
): Promise<string[]> {
  if (changed.length === 0) return []
  await tx`
    insert into tag (project_id, name, version, changed_at) values (${projectId}, ${tag}, ${newId()}, clock_timestamp())
    on conflict (project_id, name) do update set version = excluded.version, changed_at = excluded.changed_at`
  await deleteUnused(tx, projectId, tag)
  await logChanges(tx, projectId, 'changed', changed)
  await makeDue(tx, projectId)
  return changed.map(({ id }) => id)
}

async function deleteUnused(tx: Db, projectId: string, tag: string): Promise<void> {
  await tx`
    delete from tag t where project_id = ${projectId} and name = ${tag}
       and not exists (select from mention_tag m where m.project_id = ${projectId} and m.tag = ${tag})`
}

// Whether a project may have this tag: it has it already, or has fewer than TAGS_MAX.
export async function hasRoomForTag(tx: Db, projectId: string, tag: string): Promise<boolean> {
  const rows = await tx<{ name: string }>`select name from tag where project_id = ${projectId}`
  return rows.length < TAGS_MAX || rows.some(({ name }) => name === tag)
}

// The tags of a project with the number of mentions that are shown, the most used first. `db` must be a transaction with one snapshot.
export async function listTags(db: Db, projectId: string): Promise<TagCount[]> {
  const rows = await db<{ name: string }>`select name from tag where project_id = ${projectId} order by name`
  if (rows.length === 0) return []
  const totals = await countEach(
    db,
    projectId,
    {},
    rows.map(({ name }) => ({ tag: name })),
  )
  return rows
    .map(({ name }, index) => ({ name, total: totals[index] ?? 0 }))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
}

// When the mentions that have a tag last changed.
export async function readTagChange(db: Db, projectId: string, tag: string): Promise<Date | null> {
  const [row] = await db<{
    at: Date
  }>`select changed_at as at from tag where project_id = ${projectId} and name = ${tag}`
  return row?.at ?? null
}

// Sets the note of a mention, or removes it. False when that changes nothing.
export async function putNote(
  tx: Db,
  { projectId, id, text, by }: { projectId: string; id: string; text: string | null; by: string },
): Promise<boolean> {
  const changed =
    text === null
      ? await tx`delete from mention_note where project_id = ${projectId} and id = ${id}`
      : await tx`
          insert into mention_note as n (project_id, id, text, by_name, written_at) values (${projectId}, ${id}, ${text}, ${by}, now())
          on conflict (project_id, id) do update set text = excluded.text, by_name = excluded.by_name, written_at = excluded.written_at
           where n.text <> excluded.text`
  if (changed.count > 0) await logChanges(tx, projectId, 'changed', [{ id }])
  return changed.count > 0
}

// What people wrote about mentions that are deleted goes with them.
export async function forgetMentions(tx: Db, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const tags = await tx<{ tag: string }>`
    delete from mention_tag where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[]) returning tag`
  for (const tag of new Set(tags.map((row) => row.tag))) await deleteUnused(tx, projectId, tag)
  await tx`delete from mention_note where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[])`
}
