import type { Entity } from '../../domain/entity.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import type { StoredMention } from './rows.ts'

// Copies repeat what the first ones name, so that these are enough however large a story is.
const MEMBERS_MAX = 20
const ENTITIES_MAX = 12

// What the story of each of these mentions names: what at least half of its first mentions name, the most frequent first. The result has
// the order of the mentions.
export async function readStoryEntities(
  db: Db,
  projectId: string,
  mentions: readonly Pick<StoredMention, 'storyId' | 'similar' | 'entities'>[],
): Promise<Entity[][]> {
  const shared = [...new Set(mentions.filter(({ similar }) => similar > 0).map(({ storyId }) => storyId))]
  const members = new Map<string, Entity[][]>()
  for (const { story, entities } of shared.length === 0 ? [] : await readMembers(db, projectId, shared))
    members.set(story, [...(members.get(story) ?? []), entities])
  return mentions.map(({ storyId, entities }) => mostNamed(members.get(storyId) ?? [[...entities]]))
}

function readMembers(db: Db, projectId: string, stories: readonly string[]) {
  return db<{ story: string; entities: Entity[] }>`
    select w.story, m.entities
      from unnest(${plainArray(stories)}::uuid[]) as w(story)
     cross join lateral (
       select entities from mention where project_id = ${projectId} and id = w.story and story_id = w.story
       union all
       (select entities from mention where project_id = ${projectId} and story_id = w.story and story_id <> id
         order by id limit ${MEMBERS_MAX})) m`
}

function mostNamed(members: readonly (readonly Entity[])[]): Entity[] {
  const counts = new Map<Entity, number>()
  for (const entity of members.flat()) counts.set(entity, (counts.get(entity) ?? 0) + 1)
  const named = [...counts].filter(([, count]) => count * 2 >= members.length)
  return named
    .sort((a, b) => b[1] - a[1])
    .slice(0, ENTITIES_MAX)
    .map(([entity]) => entity)
}
