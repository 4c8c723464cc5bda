import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeStream } from '../bench/sets/stories.ts'
import { scoreStream, storeStream } from '../bench/story-stream.ts'
import { storyRules } from '../src/collect/analyse-post.ts'
import { PLATFORMS } from '../src/domain/platform.ts'
import type { Sentiment } from '../src/domain/sentiment.ts'
import { checkStories, repairStories } from '../src/store/mentions/story-check.ts'
import { rebuildStoryKeys } from '../src/store/mentions/story-key-upkeep.ts'
import { listOutdatedProjects, regroupStories } from '../src/store/mentions/story-regroup.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { assertCounted } from './counted.ts'
import { type PostFields, seedMentions } from './mentions.ts'

const NEWS =
  'Jembatan gantung penghubung dua desa di Banyuwangi putus diterjang arus deras pada Selasa petang kata kepala desa'

describe('stories', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 1_000_000 })
  })
  after(() => api.close())

  async function seed(posts: readonly PostFields[], batch = 200): Promise<{ id: string }> {
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    for (let at = 0; at < posts.length; at += batch)
      await seedMentions(api.pool, user, project, posts.slice(at, at + batch))
    return project
  }
  const r10 = async (project: { id: string }, query = '') =>
    (await user.get(`/api/mentions/r10?keywordId=${project.id}&limit=100${query}`)).body

  test('the groups of a stream of posts are its stories', async () => {
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    const posts = makeStream(31, { stories: 60, campaign: 1_200 })
    await storeStream(api.pool, { projectId: project.id, ownerId: user.id }, posts, 500)
    const score = await scoreStream(api.pool, project.id, posts)
    assert.ok(score.precision >= 0.97, `precision ${score.precision}`)
    assert.ok(score.recall >= 0.97, `recall ${score.recall}`)
    assert.ok((score.kinds.get('articles and their parts')?.recall ?? 0) >= 0.95)
    assert.equal(score.contradictions, 0)
    const numbered = posts.find(({ kind }) => kind === 'campaign, number at the end')?.story ?? 0
    assert.equal(score.groups.get(numbered), 1)
    const authors = score.authors.get(numbered) ?? 0
    assert.ok(Math.abs(authors - 1_200) <= 0.15 * 1_200, `${authors} authors`)
    await assertCounted(api.pool, project.id)
  })

  test('a statement and its opposite are never one story, whatever is written around them', async () => {
    const statement = 'Warga akan menerima bantuan tunai minggu ini menurut keterangan resmi pemerintah daerah setempat'
    const forms = (text: string) => [
      text,
      `RT @a: ${text}`,
      `Baru tahu. ${text}`,
      `${text} via Telegram`,
      text.toLowerCase(),
    ]
    const opposite = statement.replace('akan', 'tidak akan')
    const project = await seed([...forms(statement), ...forms(opposite)].map((text) => ({ text })))
    const { data } = await r10(project)
    assert.deepEqual(
      data.map(({ similar_count }: { similar_count: number }) => similar_count),
      [4, 4],
    )
  })

  test('numbered copies by many authors are one story, those by one author are not', async () => {
    const numbered = (author: (n: number) => string) =>
      Array.from({ length: 60 }, (_, n) => ({
        text: `Kami menolak kenaikan iuran sampah dan meminta wali kota membuka dialog dengan warga, tanda tangan ${n}`,
        author: author(n),
      }))
    const many = await r10(await seed(numbered((n) => `warga${n}`)))
    assert.deepEqual(
      [many.total, many.data[0].similar_count, many.data[0].authors, many.data[0].authors_exact],
      [1, 59, 60, true],
    )
    const one = await r10(await seed(numbered(() => 'dinas')))
    assert.equal(one.total, 60)
  })

  test('authors are counted exactly below 200 and estimated above, never capped', async () => {
    const copies = (total: number) => Array.from({ length: total }, (_, n) => ({ text: NEWS, author: `a${n}` }))
    const [few] = (await r10(await seed(copies(150)))).data
    assert.deepEqual([few.authors, few.authors_exact], [150, true])
    const project = await seed(copies(900))
    const [many] = (await r10(project)).data
    assert.equal(many.authors_exact, false)
    assert.ok(Math.abs(many.authors - 900) <= 0.2 * 900, `${many.authors} authors`)
    await assertCounted(api.pool, project.id)
  })

  test('two stories that turn out to be one are merged, and every mention of both is found from each', async () => {
    const project = await seed([{ text: NEWS, at: '2026-06-01T01:00:00Z' }])
    // A second story of the same text, as if the first had not been found.
    await api.pool`delete from story_key_run where project_id = ${project.id}`
    await seedMentions(api.pool, user, project, [{ text: NEWS, at: '2026-06-01T02:00:00Z', platform: 'news' }])
    assert.equal((await r10(project)).total, 2)
    await api.pool.begin((tx) => rebuildStoryKeys(tx, project.id))
    await seedMentions(api.pool, user, project, [{ text: `RT @a: ${NEWS}`, at: '2026-06-01T03:00:00Z' }])
    const { total, data } = await r10(project)
    assert.deepEqual([total, data[0].similar_count, data[0].createdat], [1, 2, '2026-06-01T01:00:00.000Z'])
    const listed = (await user.get(`/api/mentions?keywordId=${project.id}`)).body.data
    for (const { id } of listed) {
      const similar = (await user.get(`/api/mentions/${id}/similar`)).body.data
      assert.equal(similar.length, 3)
      assert.ok(similar.every(({ similar_count }: { similar_count: number }) => similar_count === 2))
    }
    await assertCounted(api.pool, project.id)
  })

  test('R10 lists a story under every filter that one of its mentions passes, by the earliest that does', async () => {
    const project = await seed([
      { text: NEWS, platform: 'news', at: '2026-06-01T01:00:00Z', sentiment: 0 },
      { text: NEWS, platform: 'twitter', at: '2026-06-01T03:00:00Z', sentiment: -1 },
      { text: NEWS, platform: 'twitter', at: '2026-06-01T02:00:00Z', sentiment: 0 },
      { text: 'Harga tomat turun tajam di tingkat petani', platform: 'facebook', sentiment: -1 },
    ])
    const shown = async (query: string) => {
      const { total, data } = await r10(project, query)
      assert.equal(total, data.length)
      return data.map(({ createdat }: { createdat: string }) => createdat.slice(11, 13)).sort()
    }
    assert.deepEqual(await shown(''), ['00', '01'])
    assert.deepEqual(await shown('&sosmedId=twitter'), ['02'])
    assert.deepEqual(await shown('&sosmedId=twitter&sentimen=-1'), ['03'])
    assert.deepEqual(await shown('&sosmedId=news,twitter'), ['01'])
    assert.deepEqual(await shown('&sosmedId=facebook,twitter'), ['00', '02'])
    assert.deepEqual(await shown('&sentimen=-1'), ['00', '03'])
    assert.deepEqual(await shown('&sentimen=1'), [])
    assert.deepEqual(await shown('&sosmedId=news&sentimen=-1'), [])
    const [late] = (await r10(project, '&sosmedId=twitter&sentimen=-1')).data
    assert.equal((await user.send('PATCH', `/api/mentions/${late.id}`, { sentimen: 1 })).status, 200)
    assert.deepEqual(await shown('&sentimen=1'), ['03'])
    assert.deepEqual(await shown('&sosmedId=twitter&sentimen=-1'), [])
    await assertCounted(api.pool, project.id)
  })

  test('every page of R10 with every filter equals a plain computation', async () => {
    const project = await seed(randomPosts(700))
    const rows = await api.pool`
      select s.rank_id, m.id, m.cell from mention m join story o on o.project_id = m.project_id and o.id = m.story_id
        join story s on s.project_id = m.project_id and s.id = coalesce(o.merged_into, o.id)
       where m.project_id = ${project.id} order by s.rank_id desc, m.id`
    const filters = [undefined, 'news', 'twitter,news', 'facebook,tiktok,youtube'].flatMap((sources) =>
      [undefined, -1, 0, 1].map((sentiment) => ({ sources, sentiment })),
    )
    for (const { sources, sentiment } of filters) {
      const expected = new Map<string, string>()
      for (const { rank_id, id, cell } of rows) {
        const platform = PLATFORMS[Math.floor(cell / 3)] as string
        const passes = sources?.split(',').includes(platform) ?? true
        if (passes && (sentiment === undefined || (cell % 3) - 1 === sentiment) && !expected.has(rank_id))
          expected.set(rank_id, id)
      }
      const query = `${sources === undefined ? '' : `&sosmedId=${sources}`}${sentiment === undefined ? '' : `&sentimen=${sentiment}`}`
      const ids: string[] = []
      for (let page = 1; ; page++) {
        const { total, data } = await r10(project, `${query}&page=${page}`)
        assert.equal(total, expected.size, query)
        if (data.length === 0) break
        ids.push(...data.map(({ id }: { id: string }) => id))
      }
      assert.deepEqual(ids, [...expected.values()], query)
    }
    await assertCounted(api.pool, project.id)
  })

  test('stories of an earlier version are grouped again in steps, while new mentions come in', async () => {
    const project = await seed(randomPosts(120))
    const before = await r10(project)
    // As the migration leaves it: every mention alone or wrongly grouped, without keys, positions by the cell of the lead.
    await outdate(project)
    assert.ok((await listOutdatedProjects(api.pool, 100)).includes(project.id))
    const options = { storyRules, signal: new AbortController().signal }
    await seedMentions(api.pool, user, project, [{ text: NEWS, author: 'baru' }])
    while (!(await regroupStories(api.pool, project.id, { ...options, stepsMax: 1 }))) {
      assert.deepEqual(await checkStories(api.pool, project.id), [])
    }
    assert.deepEqual(await listOutdatedProjects(api.pool, 100), [])
    const found = await r10(project)
    assert.equal(found.total, before.total + 1)
    await assertCounted(api.pool, project.id)
    assert.equal(await regroupStories(api.pool, project.id, { ...options, stepsMax: 1 }), true)
  })

  async function outdate({ id }: { id: string }): Promise<void> {
    await api.pool.begin(async (tx) => {
      const [first] =
        await tx`select id, rank_id from story where project_id = ${id} and merged_into is null order by id limit 1`
      for (const table of ['story_entry', 'story_family'])
        await tx.query(`delete from ${table} where project_id = $1`, [id])
      await tx`delete from story where project_id = ${id} and id <> ${first?.id}`
      await tx`update mention set story_id = ${first?.id} where project_id = ${id}`
      await repairStories(tx, id, storyRules)
      await tx`delete from story_key_run where project_id = ${id}`
      await tx`update story set outdated = true, keys = '{}', signature = '\\x00' where project_id = ${id}`
    })
  }

  test('what is stored about stories can be checked and repaired', async () => {
    const project = await seed(randomPosts(200))
    assert.deepEqual(await checkStories(api.pool, project.id), [])
    const damages = [
      'update story set size = size + 1 where project_id = $1 and merged_into is null',
      'update story set authors = 9, author_hashes = $$ {1,2} $$ where project_id = $1 and merged_into is null',
      'delete from story_entry where project_id = $1',
      'delete from story_key_run where project_id = $1',
      'delete from story where project_id = $1 and size = 1',
    ]
    for (const damage of damages) {
      await api.pool.query(damage, [project.id])
      assert.notDeepEqual(await checkStories(api.pool, project.id), [], damage)
      await api.pool.begin((tx) => repairStories(tx, project.id, storyRules))
      assert.deepEqual(await checkStories(api.pool, project.id), [], damage)
      await assertCounted(api.pool, project.id)
    }
  })
})

// Some stories with copies on several platforms and of several sentiments, always the same.
function randomPosts(total: number): PostFields[] {
  const towns = ['Garut', 'Tegal', 'Sorong', 'Palopo', 'Jember', 'Blitar', 'Ternate', 'Tarakan', 'Baubau', 'Cianjur']
  return Array.from({ length: total }, (_, n) => {
    const at = Date.UTC(2026, 4, 1) + ((n * 7_919) % 86_400) * 1000
    const shared = n % 3 !== 0
    const platform = PLATFORMS[(n * 5 + (n >> 3)) % PLATFORMS.length] as (typeof PLATFORMS)[number]
    const sentiment = (((n >> 1) % 3) - 1) as Sentiment
    const town = towns[n % towns.length]
    const text = shared
      ? `Pasar ikan di ${town} terbakar menjelang subuh dan puluhan pedagang kehilangan lapak mereka`
      : undefined
    return { at, platform, sentiment, ...(text === undefined ? {} : { text }) }
  })
}
