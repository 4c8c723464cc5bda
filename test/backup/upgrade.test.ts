import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { storyRules } from '../../src/collect/analyse-post.ts'
import { NO_ENGAGEMENT, type Post } from '../../src/domain/post.ts'
import { checkBackup, readBackup, writeBackup } from '../../src/postgres/backup.ts'
import { addAccount } from '../../src/store/accounts/accounts.ts'
import { findQuota } from '../../src/store/accounts/quota.ts'
import { findSessions } from '../../src/store/accounts/sessions.ts'
import { archivePosts } from '../../src/store/collecting/archive.ts'
import { listFeeds } from '../../src/store/collecting/feeds.ts'
import { periodsIn, readListening } from '../../src/store/collecting/listening.ts'
import { type Db, openPool, type Pool } from '../../src/store/db.ts'
import { DISTRIBUTED, distributeTables, hasCitus } from '../../src/store/distribute.ts'
import { addJob, findJob, readQueue } from '../../src/store/jobs/jobs.ts'
import { listMentions } from '../../src/store/mentions/mentions.ts'
import { listStories } from '../../src/store/mentions/ranked.ts'
import { trimMentions } from '../../src/store/mentions/retention.ts'
import { searchMentions } from '../../src/store/mentions/search.ts'
import { migrate, pendingMigrations } from '../../src/store/migrate.ts'
import { addProject, listProjects } from '../../src/store/projects/projects.ts'
import { checkSearchIndex } from '../../src/store/search/check.ts'
import { startApi } from '../api.ts'
import { assertCounted } from '../counted.ts'
import { seedMentions } from '../mentions.ts'
import { addTestSession } from '../sessions.ts'
import { copyDatabase, emptyDatabase, onServer, type TestDatabase } from '../setup.ts'

const MIGRATIONS = readdirSync(new URL('../../migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql'))
  .sort()

// Rows that a service of that version would have written, in plain SQL because current functions may use later columns. When a
// migration changes a table, its earlier rows stay here unchanged.
const OLD_ROWS: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  '0001_accounts.sql': async (db) => {
    await db`insert into account (id, username, name, email, password_hash, roles)
      values (${ACCOUNT}, 'lama', 'Pengguna Lama', 'lama@example.com', 'x', '{user,admin}')`
    await db`insert into quota (account_id, remaining) values (${ACCOUNT}, 90)`
    await db`insert into quota_entry (account_id, amount) values (${ACCOUNT}, 100), (${ACCOUNT}, -10)`
    await db`insert into session (token_hash, account_id, expires_at)
      values (sha256(${Buffer.from(TOKEN)}), ${ACCOUNT}, now() + interval '1 hour')`
    await db`insert into audit_entry (account_id, action, subject) values (${ACCOUNT}, 'project.create', 'lama')`
  },
  '0002_projects.sql': (db) => db`
    insert into project (id, owner_id, name, keyword, category, kind, listening, start_day)
    values (${PROJECT}, ${ACCOUNT}, 'Banjir', 'banjir', 'umum', 'auto', true, '2026-01-01')`,
  '0003_mentions.sql': async (db) => {
    await db`insert into mention (project_id, id, platform, cell, platform_id, kind, text, url, author_id, author_username, author_name,
        language, likes, comments, shares, views, matched, relevance, model_sentiment, confidence, story_id, published_at)
      values (${PROJECT}, ${MENTION}, 0, 1, 'lama', 'post', 'banjir lama', '', 'a', 'a', 'A', 'id', 1, 0, 0, 0, '{banjir}', 1, 0, 1, ${MENTION},
        '2026-06-01T00:00:00Z')`
    await db`insert into story (project_id, id, rank_id, score, lead_id, cell, relevance, size, authors, author_hashes, likes, comments, shares,
        views, signature, bands)
      values (${PROJECT}, ${MENTION}, ${MENTION}, 1, ${MENTION}, 1, 1, 1, 1, '{1}', 1, 0, 0, 0, '\\x00', '{}')`
    const second = Date.parse('2026-06-01T00:00:00Z') / 1000
    for (const list of [0, 1]) {
      for (const span of [0, 2_764_800, 86_400, 3_600]) {
        const start = span === 0 ? 0 : Math.floor(second / span) * span
        await db`insert into mention_count (project_id, list, span, start, split, c1)
          values (${PROJECT}, ${list}, ${span}, ${start}, ${span !== 3_600}, 1)`
      }
    }
    await db`insert into day_digest values (${PROJECT}, '2026-06-01', '{"id": 1}', '{}', '{}', '{"lama": 1}')`
  },
  '0004_jobs.sql': (db) => db`
    insert into job (id, task, key, account_id, project_id, priority)
    values (${JOB}, 'collect', ${PROJECT}, ${ACCOUNT}, ${PROJECT}, 10)`,
  '0005_collecting.sql': async (db) => {
    await db`insert into feed (id, source, address) values (${FEED}, 'news', 'https://example.com/lama.xml')`
    await db`insert into archive_post (seq, platform, platform_id, post, published_at) values (1, 5, 'lama', '{}', now())`
    await db`insert into archive_post (seq, platform, platform_id, post, published_at, feed_id)
      values (2, 5, ${ARTICLE.platformId}, ${JSON.stringify(ARTICLE)}::jsonb, now(), ${FEED})`
    await db`update archive_head set last_seq = 2`
    await db`insert into coverage (project_id, platform, hour, asked) values (${PROJECT}, 0, date_trunc('hour', now()), 1)`
    await db`update project set created_at = now() - interval '10 days' where id = ${PROJECT}`
    // It listened from the eighth to the fifth day and again since the third; a restore had left a second open period.
    await db`delete from listening`
    await db`insert into listening (project_id, since, until) values
      (${PROJECT}, now() - interval '8 days', now() - interval '5 days'),
      (${PROJECT}, now() - interval '3 days', null), (${PROJECT}, now() - interval '1 day', null)`
  },
  // A segment in the first format of the index.
  '0014_search.sql': async (db) => {
    await db`delete from search_tail`
    await db`insert into search_segment (project_id, segment, mentions, oldest, newest, cells, version, ids, authors, stories, languages,
        language_names, terms, term_words)
      values (${PROJECT}, ${SEGMENT}, 1, ${MENTION}, ${MENTION}, '\\x01', ${SEGMENT}, '\\x019e807aec0070008000000000000003',
        '\\x082839539acd38', '\\x0000', '\\x00', '{id}', '\\x0101', '\\xd4c33d0b211c')`
    await db`insert into search_posting (project_id, segment, first_word, data)
      values (${PROJECT}, ${SEGMENT}, 75952147871998, '\\x000100fbe7e28f9ca50f0100a3e89cf2d7d0140100')`
  },
  '0033_tags.sql': async (db) => {
    await db`insert into tag (project_id, name, version, changed_at) values (${PROJECT}, 'krisis', ${SEGMENT}, now())`
    await db`insert into mention_tag (project_id, tag, id) values (${PROJECT}, 'krisis', ${MENTION})`
    await db`insert into mention_note (project_id, id, text, by_name) values (${PROJECT}, ${MENTION}, 'Catatan lama', 'Lama')`
  },
  '0034_views.sql': async (db) => {
    await db`insert into saved_view (id, project_id, account_id, name, filter, time_range, list_order, shared)
      values (${VIEW}, ${PROJECT}, ${ACCOUNT}, 'Lama', '{"tag": "krisis"}', '{"period": "7d"}', 'newest', true)`
    await db`insert into day_note (id, project_id, account_id, account_name, day, text)
      values (${VIEW}, ${PROJECT}, ${ACCOUNT}, 'Lama', '2026-06-01', 'Rapat lama')`
  },
  '0035_reports.sql': (db) => db`
    insert into report (id, account_id, project_id, title, language, blocks)
    values (${VIEW}, ${ACCOUNT}, ${PROJECT}, 'Laporan lama', 'id', '[{"kind": "figures"}]')`,
}

const TOKEN = 'token-yang-lama-sekali'
const ACCOUNT = '0197283c-0000-7000-8000-000000000001'
const PROJECT = '0197283c-0000-7000-8000-000000000002'
// Its time part is 2026-06-01T00:00:00Z.
const MENTION = '019e807a-ec00-7000-8000-000000000003'
const FEED = '0197283c-0000-7000-8000-000000000005'
const SEGMENT = '0197283c-0000-7000-8000-000000000006'
const VIEW = '0197283c-0000-7000-8000-000000000007'
const ARTICLE: Post = {
  platform: 'news',
  platformId: 'example.com:1',
  kind: 'article',
  text: 'Artikel lama',
  url: 'http://www.example.com/artikel-lama-1/?utm_source=rss',
  publishedAt: new Date('2026-06-01T00:00:00Z'),
  author: { id: 'example.com', username: 'example.com', displayName: 'Contoh' },
  engagement: NO_ENGAGEMENT,
}
const JOB = '0197283c-0000-7000-8000-000000000004'

// An upgrade from any other version is the rest of the upgrade from the version before it: the same statements on the same rows.
function isStart(name: string): boolean {
  return name in OLD_ROWS || name === MIGRATIONS.at(-1)
}

describe('an upgrade', () => {
  let database: TestDatabase
  let earlier: TestDatabase
  // How many migrations `earlier` has, each followed by its rows.
  let reached = 0
  before(async () => {
    database = await emptyDatabase()
    earlier = await emptyDatabase()
  })
  after(async () => {
    await database.drop()
    await earlier.drop()
  })

  // The database of that version: the one of the version before it, migrated once more.
  async function reach(steps: number): Promise<TestDatabase> {
    for (; reached < steps; reached++) {
      const name = MIGRATIONS[reached] as string
      await migrate(earlier.url, name)
      await onServer(earlier.url, async (db) => OLD_ROWS[name]?.(db))
    }
    return earlier
  }

  const ALL_TABLES = '0005'
  for (const [index, last] of MIGRATIONS.entries()) {
    if (isStart(last)) testUpgrade(index, last)
    testRestore(index, last)
  }

  function testUpgrade(index: number, last: string): void {
    test(`from ${last} keeps the existing rows, and everything works on them`, async (t) => {
      const steps = MIGRATIONS.slice(0, index + 1)
      const old = await copyDatabase(await reach(steps.length))
      t.after(() => old.drop())
      const pool = openPool(old.url, { max: 3 })
      t.after(() => pool.end())
      // With Citus, a running service has distributed its tables before the upgrade.
      if (last >= ALL_TABLES) await distributeTables(pool)
      assert.deepEqual(await migrate(old.url), MIGRATIONS.slice(index + 1))
      assert.deepEqual(await pendingMigrations(pool), [])
      await assertOldRows(pool, steps.length)
      if (last >= ALL_TABLES) await assertKnownByLink(pool)
      await useDatabase(pool)
      await assertServed(old, steps.length)
    })
  }

  function testRestore(index: number, last: string): void {
    test(`a backup of ${last} is restored by this version`, async () => {
      const { url } = await reach(index + 1)
      const target = await emptyDatabase()
      const out = new PassThrough()
      const [bytes] = await Promise.all([buffer(out), writeBackup(url, out).then(() => out.end())])
      await checkBackup(Readable.from([bytes]))
      await readBackup(target.url, Readable.from([bytes]))
      await onServer(target.url, async (db) => {
        assert.deepEqual(await pendingMigrations(db), [])
        // Sessions are not part of a backup.
        await addTestSession(db, ACCOUNT, TOKEN)
      })
      await assertServed(target, index + 1)
    })
  }

  // Through the API, with the token of that time. Ends with dropping the database.
  async function assertServed(given: TestDatabase, steps: number): Promise<void> {
    const api = await startApi({}, {}, given)
    const get = async (url: string) => {
      const { status, body } = await api.request({ url, headers: { authorization: `Bearer ${TOKEN}` } })
      assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`)
      return body
    }
    try {
      assert.equal((await get('/api/user-quota')).kuota, 90)
      const { data: projects } = await get('/api/project')
      assert.equal(projects.length, steps >= 2 ? 1 : 0)
      if (steps >= 2) assert.equal(projects[0].keyword, 'banjir')
      if (steps >= 3) {
        const { total, data } = await get(`/api/mentions?keywordId=${PROJECT}`)
        assert.deepEqual([total, data[0].content], [1, 'banjir lama'])
        assert.equal((await get(`/api/mentions/search?keywordId=${PROJECT}&q=lama`)).data[0]?.content, 'banjir lama')
        // What an earlier version stored is about its subject, names nothing, and has no model and no probabilities.
        const [old] = (await get(`/api/mentions/search?keywordId=${PROJECT}&relevance=subject`)).data
        assert.deepEqual([old?.content, old?.entities, old?.model, old?.probabilities], ['banjir lama', [], null, null])
        for (const query of ['relevance=passing', 'entity=place:jakarta'])
          assert.equal((await get(`/api/mentions/search?keywordId=${PROJECT}&${query}`)).total, 0, query)
        assert.equal((await get(`/api/project/insights?id=${PROJECT}&from=2026-06-01&to=2026-06-02`)).no_place, 1)
        assert.equal((await get(`/api/project/content-count?id=${PROJECT}&sosmedId=twitter`)).data, 1)
      }
      if (steps >= 4) assert.equal((await get(`/api/ai-service/jobs/${JOB}`)).job_id, JOB)
      if (steps >= 5) assert.ok(JSON.stringify(await get('/api/admin/feeds')).includes('lama.xml'))
      const keyword = `keywordId=${PROJECT}`
      const last = MIGRATIONS[steps - 1] ?? ''
      if (last >= '0033') {
        const { total, data } = await get(`/api/mentions/search?${keyword}&tag=krisis`)
        assert.deepEqual([total, data[0]?.tags, data[0]?.note.text], [1, ['krisis'], 'Catatan lama'])
      }
      if (last >= '0034') {
        assert.deepEqual((await get(`/api/views?${keyword}`)).data[0]?.filter, { tag: 'krisis' })
        assert.equal((await get(`/api/notes?${keyword}`)).data[0]?.text, 'Rapat lama')
      }
      if (last >= '0035') assert.equal((await get(`/api/reports?${keyword}`)).data[0]?.title, 'Laporan lama')
    } finally {
      await api.close()
    }
  }

  async function assertOldRows(pool: Pool, steps: number): Promise<void> {
    assert.equal(await findQuota(pool, ACCOUNT), 90)
    assert.equal((await findSessions(pool, [TOKEN]))[0]?.account.username, 'lama')
    if (steps >= 2)
      assert.equal(
        (await listProjects(pool, [{ owner: ACCOUNT, page: 1, limit: 10 }]))[0]?.projects[0]?.keyword,
        'banjir',
      )
    if (steps >= 3) {
      assert.equal(
        (await listMentions(pool, { ownerId: null, id: PROJECT }, {}, { page: 1, limit: 10 }))?.mentions[0]?.text,
        'banjir lama',
      )
      assert.equal(
        (await listStories(pool, { ownerId: null, id: PROJECT }, {}, { page: 1, limit: 10 }))?.stories[0]?.size,
        1,
      )
      const found = await searchMentions(
        pool,
        PROJECT,
        { text: { q: 'lama', all: [[['lama']]], none: [] } },
        { order: 'newest', cursor: null, limit: 10 },
      )
      assert.deepEqual(
        found.mentions.map(({ id }) => id),
        [MENTION],
      )
      assert.deepEqual(await checkSearchIndex(pool, PROJECT), { missing: 0, extra: 0, different: 0 })
      await assertCounted(pool, PROJECT)
    }
    if (steps >= 4) {
      assert.equal((await findJob(pool, ACCOUNT, JOB))?.state, 'waiting')
      assert.equal((await readQueue(pool))[0]?.waiting, 1)
    }
    if (steps >= 5) {
      assert.ok((await listFeeds(pool, 1, 10)).feeds.some(({ address }) => address.endsWith('lama.xml')))
      const week = { from: new Date(Date.now() - 12 * 86_400_000), to: new Date(), timeZone: 'UTC' }
      const periods = periodsIn(await readListening(pool, PROJECT), week)
      assert.deepEqual(
        periods.map(({ from, to, state }) => [state, Math.round((to.getTime() - from.getTime()) / 86_400_000)]),
        [
          ['not_begun', 2],
          ['paused', 2],
          ['listening', 3],
          ['paused', 2],
          ['listening', 3],
        ],
      )
    }
  }

  async function assertKnownByLink(pool: Pool): Promise<void> {
    const again = { ...ARTICLE, platformId: 'example.com:2', url: 'https://example.com/artikel-lama-1' }
    const { fresh, renamed } = await pool.begin((tx) => archivePosts(tx, FEED, [again]))
    assert.deepEqual([fresh, renamed], [[], 1])
  }

  async function useDatabase(pool: Pool): Promise<void> {
    const account = await pool.begin((tx) =>
      addAccount(tx, {
        username: 'baru',
        name: 'B',
        email: 'b@b.example',
        passwordHash: '',
        roles: ['user'],
        quota: 10,
      }),
    )
    const owner = { id: account?.id ?? '' }
    const draft = { name: 'Baru', keyword: 'banjir', exclude: '', category: 'umum', kind: 'auto' } as const
    const project = await addProject(pool, owner.id, { ...draft, startDay: '2026-01-01', endDay: null })
    await seedMentions(pool, owner, project, [{}, { at: '2020-01-01' }])
    await addJob(pool, { task: 'collect', key: project.id, projectId: project.id })
    await trimMentions(pool, { days: 1_000, storyRules, signal: new AbortController().signal, stepsMax: 100 })
    await assertCounted(pool, project.id)
    assert.equal((await listMentions(pool, { ownerId: null, id: project.id }, {}, { page: 1, limit: 10 }))?.total, 1)
  }

  test('two processes that migrate at once are serialised: every migration is applied once', async () => {
    const [first, second] = await Promise.all([migrate(database.url), migrate(database.url)])
    assert.deepEqual([...first, ...second].sort(), MIGRATIONS)
    assert.ok(first.length === 0 || second.length === 0)
  })

  test('project tables are distributed with Citus, and unchanged without it', async () => {
    const pool = openPool(database.url, { max: 1 })
    const present = await hasCitus(pool)
    const rows = present
      ? await pool`select table_name::text as name from citus_tables where citus_table_type = 'distributed' order by 1`
      : []
    assert.deepEqual(
      rows.map((row) => row.name),
      present ? [...DISTRIBUTED].sort() : [],
    )
    assert.deepEqual(await distributeTables(pool), [], 'nothing is left to do')
    await pool.end()
  })

  test('a migration whose text had to change is known by its earlier text', async () => {
    const pool = openPool(database.url, { max: 1 })
    const earlier = '154a0fe109d6dcac3081358d34b690bb3d84e48945439a87cc4d613eb7df8fda'
    await pool`update schema_migration set hash = ${earlier} where name = '0017_listening.sql'`
    assert.deepEqual(await migrate(database.url), [])
    await pool.end()
  })

  test('a migration that was changed after it was applied is refused', async () => {
    const pool = openPool(database.url, { max: 1 })
    await pool`update schema_migration set hash = 'other' where name = ${MIGRATIONS[0] as string}`
    await assert.rejects(migrate(database.url), /was changed after it was applied/)
    await pool.end()
  })
})
