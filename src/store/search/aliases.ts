import type { Db } from '../db.ts'
import { storyKey } from './columns.ts'

// Stories that were merged into another one: the id of each, and of the one that remains. Mentions keep the id of the story they were
// added to.
export type StoryAliases = ReadonlyMap<string, string>

export async function readAliases(db: Db, projectId: string): Promise<StoryAliases> {
  const rows = await db<{ id: string; into: string }>`
    select id, merged_into as into from story where project_id = ${projectId} and merged_into is not null`
  return new Map(rows.map(({ id, into }) => [id, into]))
}

// The key of the story that remains, for the key of any story.
export function keyResolver(aliases: StoryAliases): (key: number) => number {
  if (aliases.size === 0) return (key) => key
  const keys = new Map([...aliases].map(([from, into]) => [storyKey(from), storyKey(into)]))
  return (key) => keys.get(key) ?? key
}
