import type { Post } from '../../domain/post.ts'
import type { Db } from '../db.ts'
import { PLATFORM_NUMBERS } from '../platforms.ts'

// The ids of those posts, all of one platform, that the project has as mentions already, shown or hidden.
export async function listKnownIds(
  db: Db,
  projectId: string,
  platform: Post['platform'],
  ids: readonly string[],
): Promise<Set<string>> {
  const [number, wanted] = [PLATFORM_NUMBERS[platform], ids as string[]]
  const rows = await db<{ id: string }>`
    select platform_id as id from mention
     where project_id = ${projectId} and platform = ${number} and platform_id = any(${wanted}::text[])
    union all
    select platform_id from hidden_mention
     where project_id = ${projectId} and platform = ${number} and platform_id = any(${wanted}::text[])`
  return new Set(rows.map(({ id }) => id))
}
