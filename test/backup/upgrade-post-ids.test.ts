import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLATFORMS } from '../../src/domain/platform.ts'
import { NO_ENGAGEMENT, type Post } from '../../src/domain/post.ts'
import { postIdOf } from '../../src/domain/post-address.ts'
import { findQuota } from '../../src/store/accounts/quota.ts'
import { archivePosts } from '../../src/store/collecting/archive.ts'
import { openPool, type Pool } from '../../src/store/db.ts'
import { distributeTables } from '../../src/store/distribute.ts'
import { knownMigrations, migrate } from '../../src/store/migrate.ts'
import { NOTHING, raw, sql } from '../../src/store/sql.ts'
import { seedMentions } from '../mentions.ts'
import { emptyDatabase, type TestDatabase } from '../setup.ts'

// Posts of Instagram and Facebook that an earlier version stored under the ids of the Graph API. Rows are written in plain SQL, because
// current functions may use later columns.

const ACCOUNT = '0197283c-0000-7000-8000-000000000001'
const PROJECT = '0197283c-0000-7000-8000-000000000002'
const INSTAGRAM = 'https://www.instagram.com'
const FACEBOOK = 'https://www.facebook.com'

const POSTS: readonly Post[] = [
  aPost('instagram', '17880997618081620', `${INSTAGRAM}/p/CxYz-_123/`),
  aPost('instagram', '17880997618081621', `${INSTAGRAM}/kabar.id/reel/DxYz123/?hl=id`),
  aPost('instagram', '17880997618081622', `${INSTAGRAM}/kabar.id/`),
  aPost('instagram', 'comment:18', `${INSTAGRAM}/p/CxYz-_123/c/18/`),
  aPost('instagram', '19', `${INSTAGRAM}/p/CxYz-_123/`, 'comment'),
  aPost('facebook', '100064_1', `${FACEBOOK}/100064/posts/1`),
  aPost('facebook', '100064_2', 'https://id-id.facebook.com/permalink.php?story_fbid=2&id=100064'),
  aPost('facebook', '100064_3', 'https://m.facebook.com/story.php?id=100064&story_fbid=3'),
  aPost('facebook', '9_4', `${FACEBOOK}/groups/9/posts/4/`),
  aPost('facebook', '100064_5', `${FACEBOOK}/kabar/videos/banjir/55/`),
  aPost('facebook', '100064_6', `${FACEBOOK}/reel/66`),
  aPost('facebook', '100064_7', `${FACEBOOK}/watch/?ref=a&v=77`),
  aPost('facebook', '100064_8', `${FACEBOOK}/photo/?set=a.1&fbid=88`),
  aPost('facebook', '100064_9', `${FACEBOOK}/kabar/posts/pfbid02Abc9`),
  aPost('facebook', 'pfbid02Abc10', `${FACEBOOK}/permalink.php?story_fbid=pfbid02Abc10&id=100064`),
  aPost('facebook', '100064_11', `${FACEBOOK}/100064_11`),
  aPost('facebook', 'comment:12', `${FACEBOOK}/kabar/posts/1?comment_id=12`),
  aPost('facebook', '13', `${FACEBOOK}/kabar.id/posts/13`),
  aPost('twitter', '1_2', 'https://x.com/kabar/status/20'),
]
// Stored twice already: as the Graph API and as a bridge gave it.
const TWICE: readonly Post[] = [
  aPost('facebook', '100064_20', `${FACEBOOK}/100064/posts/20`),
  aPost('facebook', '20', `${FACEBOOK}/kabar/posts/20`),
]

function aPost(platform: Post['platform'], platformId: string, url: string, kind: Post['kind'] = 'post'): Post {
  const author = { id: 'a', username: 'a', displayName: 'A' }
  const publishedAt = new Date('2026-06-01T00:00:00Z')
  return { platform, platformId, kind, text: 'banjir', url, publishedAt, author, engagement: NO_ENGAGEMENT }
}

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await emptyDatabase()
  pool = openPool(database.url, { max: 3 })
  const earlier = (await knownMigrations()).filter((name) => name < '0025')
  await migrate(database.url, earlier.at(-1))
  await distributeTables(pool)
  await pool`insert into account (id, username, name, email, password_hash, roles)
    values (${ACCOUNT}, 'lama', 'Pengguna Lama', 'lama@example.com', 'x', '{user}')`
  await pool`insert into quota (account_id, remaining) values (${ACCOUNT}, 90)`
  await pool`insert into project (id, owner_id, name, keyword, category, kind, listening, start_day)
    values (${PROJECT}, ${ACCOUNT}, 'Banjir', 'banjir', 'umum', 'auto', true, '2026-01-01')`
  for (const [index, post] of POSTS.entries()) await addOldPost(index % 2 === 0 ? 'mention' : 'hidden_mention', post)
  for (const post of TWICE) await addOldPost('mention', post)
  for (const post of [...POSTS, ...TWICE]) await addArchived(post)
  await migrate(database.url)
})
after(async () => {
  await pool.end()
  await database.drop()
})

let made = 100
async function addOldPost(table: 'mention' | 'hidden_mention', post: Post): Promise<void> {
  const id = `019e807a-ec00-7000-8000-000000000${made++}`
  const platform = PLATFORMS.indexOf(post.platform)
  const [column, value] = table === 'mention' ? [NOTHING, NOTHING] : [sql`, hidden_by`, sql`, ${ACCOUNT}::uuid`]
  await pool`insert into ${raw(table)} (project_id, id, platform, cell, platform_id, kind, text, url, author_id, author_username, author_name,
      language, likes, comments, shares, views, matched, relevance, model_sentiment, confidence, story_id, published_at ${column})
    values (${PROJECT}, ${id}, ${platform}, ${platform * 3 + 1}, ${post.platformId}, ${post.kind}, ${post.text}, ${post.url}, 'a', 'a', 'A',
      'id', 0, 0, 0, 0, '{banjir}', 1, 0, 1, ${id}, ${post.publishedAt} ${value})`
}

async function addArchived(post: Post): Promise<void> {
  await pool`
    with head as (update archive_head set last_seq = last_seq + 1 returning last_seq)
    insert into archive_post (seq, platform, platform_id, post, published_at, link)
    select last_seq, ${PLATFORMS.indexOf(post.platform)}, ${post.platformId}, ${JSON.stringify(post)}::jsonb, now(), '' from head`
}

// As the sources give them now.
function current(posts: readonly Post[]): Post[] {
  return posts.map((post) => ({ ...post, platformId: postIdOf(post) }))
}

test('a post that was stored under an earlier id, shown or hidden, is known and is not charged again', async () => {
  const again = current([...POSTS, ...TWICE]).map(({ platform, platformId }) => ({ platform, platformId }))
  const result = await seedMentions(pool, { id: ACCOUNT }, { id: PROJECT }, again)
  assert.deepEqual([result?.added, result?.unpaid], [0, 0])
  assert.equal(await findQuota(pool, ACCOUNT), 90)
  const rows = await pool`select platform_id from mention where project_id = ${PROJECT} union all
    select platform_id from hidden_mention where project_id = ${PROJECT}`
  assert.deepEqual(
    rows.map((row) => row.platform_id).sort(),
    [...current(POSTS), ...TWICE].map(({ platformId }) => platformId).sort(),
    'two that were charged both stay',
  )
})

test('the archive has each post once, under its present id', async () => {
  const { fresh } = await pool.begin((tx) => archivePosts(tx, null, current([...POSTS, ...TWICE])))
  assert.deepEqual(fresh, [])
  const rows = await pool`select platform_id as id, post ->> 'platformId' as own from archive_post order by seq`
  assert.deepEqual(
    rows.map((row) => [row.id, row.own]),
    [...current(POSTS), ...current(TWICE.slice(1))].map(({ platformId }) => [platformId, platformId]),
  )
})
