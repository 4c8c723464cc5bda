import { archivePosts } from '../src/store/collecting/archive.ts'
import type { Pool } from '../src/store/db.ts'
import { aPost, type PostFields } from './mentions.ts'

// Puts posts into the archive as feeds do, archived at the time of their publication.
export async function seedArchive(pool: Pool, posts: readonly PostFields[]): Promise<void> {
  const added = posts.map((fields) => aPost({ platform: 'news', ...fields }))
  await pool.begin((tx) => archivePosts(tx, null, added))
  await pool`update archive_post set archived_at = published_at`
}
