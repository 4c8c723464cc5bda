import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { storyRules } from '../../src/collect/analyse-post.ts'
import { MOVED_COLUMNS } from '../../src/store/mentions/hiding.ts'
import { trimMentions } from '../../src/store/mentions/retention.ts'
import { clearProject } from '../../src/store/projects/projects.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { assertCounted } from '../counted.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

const COPY = 'Bantuan logistik dari provinsi tiba di posko utama siang ini juga untuk korban banjir'

describe('hiding a mention', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 1_000 })
  })
  after(() => api.close())

  async function seed(posts: PostFields[]): Promise<string> {
    const project = await addTestProject(user)
    await seedMentions(api.pool, user, project, posts)
    return project.id
  }

  const list = async (id: string) => (await user.get(`/api/mentions?keywordId=${id}&limit=100`)).body
  const hide = (id: string, hidden = true) => user.send('PATCH', `/api/mentions/${id}`, { hidden })
  const quota = async () => (await user.get('/api/user-quota')).body.kuota
  const listHidden = async (id: string, more = '') =>
    (await user.get(`/api/mentions/hidden?keywordId=${id}${more}`)).body

  test('takes it out of every list and count, and showing it again puts it back as it was', async () => {
    const id = await seed([
      { text: COPY, at: '2026-06-01T01:00:00Z', author: 'ani', engagement: { likes: 5 }, sentiment: 1 },
      { text: COPY, at: '2026-06-01T02:00:00Z', author: 'budi', engagement: { likes: 3 } },
      { at: '2026-06-01T03:00:00Z' },
    ])
    const readAll = async () => ({
      mentions: await list(id),
      ranked: (await user.get(`/api/mentions/r10?keywordId=${id}`)).body,
      search: (await user.get(`/api/mentions/search?keywordId=${id}`)).body,
      total: (await user.get(`/api/project/content-count?id=${id}`)).body.data,
      series: (await user.get(`/api/project/insights?id=${id}&from=2026-06-01&to=2026-06-02`)).body.series,
    })
    const before = await readAll()
    assert.equal(before.total, 3)
    const first = before.mentions.data.find((mention: { createdat: string }) => mention.createdat.includes('T01'))
    await user.send('PATCH', `/api/mentions/${first.id}`, { sentimen: -1 })
    const corrected = await readAll()
    const remaining = await quota()

    const hidden = await hide(first.id)
    assert.deepEqual([hidden.status, hidden.body.id, hidden.body.hidden], [200, first.id, true])
    const without = await readAll()
    assert.equal(without.total, 2)
    for (const reading of [without.mentions, without.ranked, without.search]) {
      assert.ok(!reading.data.some((mention: { id: string }) => mention.id === first.id))
    }
    assert.equal(without.mentions.total, 2)
    assert.equal(without.search.data.at(-1).similar_count, 0, 'its copy stands alone')
    assert.equal((await user.get(`/api/mentions/${first.id}`)).status, 404)
    await assertCounted(api.pool, id)

    const shown = await hide(first.id, false)
    assert.deepEqual([shown.status, shown.body.hidden, shown.body.sentimen], [200, false, -1])
    assert.notEqual(shown.body.corrected, null)
    assert.deepEqual(shown.body.probabilities, { negative: 0, neutral: 0, positive: 1 })
    await assertCounted(api.pool, id)
    const strip = (reading: unknown) => JSON.stringify(reading, (key, value) => (key === 'updated_at' ? null : value))
    assert.equal(strip(await readAll()), strip(corrected))
    assert.equal(await quota(), remaining, 'neither costs anything')
  })

  test('is listed, page by page, with who hid it and when', async () => {
    const id = await seed([{ at: '2026-06-01T01:00:00Z' }, { at: '2026-06-01T02:00:00Z' }, {}])
    for (const { id: mention } of (await list(id)).data.slice(0, 2)) await hide(mention)
    const all = await listHidden(id)
    assert.deepEqual([all.data.length, all.next], [2, null])
    assert.equal(all.data[0].hidden.by, 'Tester')
    assert.ok(all.data[0].createdat > all.data[1].createdat)
    const first = await listHidden(id, '&limit=1')
    const second = await listHidden(id, `&limit=1&cursor=${first.next}`)
    assert.deepEqual([first.data[0].id, second.data[0].id], [all.data[0].id, all.data[1].id])
    assert.equal((await user.get(`/api/mentions/hidden?keywordId=${randomUUID()}`)).status, 404)
    const stranger = await api.user()
    assert.equal((await stranger.get(`/api/mentions/hidden?keywordId=${id}`)).status, 404)
    assert.equal((await stranger.send('PATCH', `/api/mentions/${all.data[0].id}`, { hidden: false })).status, 404)
  })

  test('a collected post that is hidden is known: free, and it stays hidden', async () => {
    const id = await seed([{ platformId: 'tersembunyi' }])
    await hide((await list(id)).data[0].id)
    const remaining = await quota()
    const again = await seedMentions(api.pool, user, { id }, [{ platformId: 'tersembunyi', engagement: { likes: 9 } }])
    assert.deepEqual([again?.added, again?.known, again?.outcomes], [0, 1, ['known']])
    assert.equal((await list(id)).total, 0)
    assert.equal(await quota(), remaining)
    await assertCounted(api.pool, id)
  })

  test('hiding and showing twice are harmless, and every change is in the audit log', async () => {
    const id = await seed([{}])
    const [mention] = (await list(id)).data
    assert.equal((await hide(mention.id)).body.hidden, true)
    assert.equal((await hide(mention.id)).body.hidden, true)
    assert.equal((await user.send('PATCH', `/api/mentions/${mention.id}`, { sentimen: 1 })).status, 404)
    assert.equal((await hide(mention.id, false)).body.hidden, false)
    assert.equal((await hide(mention.id, false)).body.hidden, false)
    const both = await user.send('PATCH', `/api/mentions/${mention.id}`, { sentimen: 1, hidden: true })
    assert.deepEqual([both.body.sentimen, both.body.hidden], [1, true])
    assert.equal((await user.send('PATCH', `/api/mentions/${mention.id}`, {})).status, 400)
    assert.equal((await user.send('PATCH', `/api/mentions/${mention.id}`, { hidden: 1 })).status, 400)
    assert.equal((await hide(randomUUID())).status, 404)
    const entries = await api.pool`select action from audit_entry where subject = ${mention.id} order by id`
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['mention.hide', 'mention.show', 'mention.sentiment', 'mention.hide'],
    )
    await assertCounted(api.pool, id)
  })

  test('the audit log has the sentiment that a concurrent correction left behind', async () => {
    const id = await seed([{ sentiment: 0 }])
    const [mention] = (await list(id)).data
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
    const { promise: commit, resolve: mayCommit } = Promise.withResolvers<void>()
    const holding = api.pool.begin(async (tx) => {
      await tx`select id from project where id = ${id} for no key update`
      isLocked()
      await commit
    })
    await locked
    // Both wait for the lock, so both have read the mention before either changes it.
    const corrections = [1, -1].map((sentimen) => user.send('PATCH', `/api/mentions/${mention.id}`, { sentimen }))
    for (let waiting = 0; waiting < 2; await sleep(10)) {
      const [row] = await api.pool`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      waiting = row?.n
    }
    mayCommit()
    await holding
    for (const { status } of await Promise.all(corrections)) assert.equal(status, 200)
    const [first, second] = await api.pool`
      select (detail ->> 'from')::int as from, (detail ->> 'to')::int as to from audit_entry where subject = ${mention.id} order by id`
    assert.equal(first?.from, 0)
    assert.equal(second?.from, first?.to)
  })

  test('hidden mentions go with their project and with their retention period', async () => {
    const id = await seed([{ at: '2026-01-05T00:00:00Z' }, { at: Date.now() - 3_600_000 }])
    for (const mention of (await list(id)).data) await hide(mention.id)
    const signal = new AbortController().signal
    await trimMentions(api.pool, { days: 30, storyRules, signal, stepsMax: 100 })
    assert.equal((await listHidden(id)).data.length, 1)
    await user.send('DELETE', `/api/project?id=${id}`)
    while (!(await api.pool.begin((tx) => clearProject(tx, id, 100)))) {}
    const rows = await api.pool`select id from hidden_mention where project_id = ${id}`
    assert.equal(rows.length, 0)
  })

  test('a hidden mention has every column of a mention', async () => {
    const columnsOf = async (table: string) =>
      (
        await api.pool`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
      )
        .map(({ name }) => name as string)
        .sort()
    assert.deepEqual([...MOVED_COLUMNS].sort(), await columnsOf('mention'))
    assert.deepEqual([...MOVED_COLUMNS, 'hidden_at', 'hidden_by'].sort(), await columnsOf('hidden_mention'))
  })
})
