import type { Platform } from '../../domain/platform.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { millisOf } from '../ids.ts'
import { platformOf } from '../platforms.ts'

// A post of a story, with the beginning of its text.
export interface StoryMember {
  readonly id: string
  readonly atMs: number
  readonly author: string
  readonly platform: Platform
  readonly text: string
}

// A story that several authors share, and how large it is.
export interface SharedStory {
  readonly id: string
  readonly size: number
  readonly authors: number
  // How many author hashes are kept (story-authors.ts).
  readonly authorHashes: number
}

const TEXT_MAX = 600
const TEMPLATE_STORIES_MIN = 12

// The latest stories that began in the range and have at least five authors (the index story_shared). At most `limit`.
export async function listShared(
  db: Db,
  projectId: string,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<SharedStory[]> {
  return db<SharedStory>`
    select id, size, authors, cardinality(author_hashes) as "authorHashes" from story
     where project_id = ${projectId} and id >= first_id(${from.getTime()}) and id < first_id(${to.getTime()})
       and merged_into is null and authors >= 5
     order by id desc limit ${limit}`
}

// The latest stories of templates that began in the range, with the beginning of their first text, where a family has several of them.
// At most `limit` are read.
export async function listTemplates(
  db: Db,
  projectId: string,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<{ readonly id: string; readonly familyId: string; readonly text: string }[]> {
  return db<{ id: string; familyId: string; text: string }>`
    with latest as materialized (
      select id, family_id from story
       where project_id = ${projectId} and id >= first_id(${from.getTime()}) and id < first_id(${to.getTime()})
         and merged_into is null and family_id is not null
       order by id desc limit ${limit}),
    large as (select family_id from latest group by family_id having count(*) >= ${TEMPLATE_STORIES_MIN})
    select l.id, l.family_id as "familyId", left(m.text, ${TEXT_MAX}) as text
      from latest l join large using (family_id) join mention m on m.project_id = ${projectId} and m.id = l.id`
}

export async function findShared(db: Db, projectId: string, id: string): Promise<SharedStory | null> {
  const [story] = await db<SharedStory>`
    select id, size, authors, cardinality(author_hashes) as "authorHashes" from story where project_id = ${projectId} and id = ${id}`
  return story ?? null
}

// The first `limit` mentions of each story, oldest first. Of a story that absorbed thousands of others only the first of these are
// read, so that the cost depends on the limit alone.
export async function readFirstMembers(
  db: Db,
  projectId: string,
  stories: readonly string[],
  limit: number,
): Promise<Map<string, StoryMember[]>> {
  const members = new Map<string, StoryMember[]>(stories.map((id) => [id, []]))
  const atOnce = Math.max(1, Math.floor(MEMBERS_AT_ONCE / limit))
  for (let from = 0; from < stories.length; from += atOnce)
    await addFirstMembers(db, projectId, members, stories.slice(from, from + atOnce), limit)
  return members
}

// Reading the reply of a larger statement would hold up other requests.
const MEMBERS_AT_ONCE = 5_000

async function addFirstMembers(
  db: Db,
  projectId: string,
  members: ReadonlyMap<string, StoryMember[]>,
  stories: readonly string[],
  limit: number,
): Promise<void> {
  const rows = await db`
    select w.root, m.id, m.cell, m.author, m.text
      from unnest(${plainArray(stories)}::uuid[]) as w(root)
     cross join lateral (
       select copy.* from (
         select w.root as id
         union all
         (select s.id from story s where s.project_id = ${projectId} and s.merged_into = w.root order by s.id limit ${limit})) own
        cross join lateral (
          select id, cell, coalesce(nullif(author_id, ''), nullif(author_username, ''), id::text) as author,
                 left(text, ${TEXT_MAX}) as text
            from mention where project_id = ${projectId} and id = own.id and story_id = own.id
          union all
          (select id, cell, coalesce(nullif(author_id, ''), nullif(author_username, ''), id::text), left(text, ${TEXT_MAX})
             from mention where project_id = ${projectId} and story_id = own.id and story_id <> id order by id limit ${limit})) copy
        order by copy.id limit ${limit}) m
     order by m.id`
  for (const { root, id, cell, author, text } of rows) {
    const platform = platformOf(Math.floor(cell / 3))
    members.get(root)?.push({ id, atMs: millisOf(id), author: `${platform} ${author}`, platform, text })
  }
}
