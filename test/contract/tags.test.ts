import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { storyRules } from '../../src/collect/analyse-post.ts'
import { BULK_BATCH } from '../../src/domain/bulk.ts'
import { TAGS_MAX } from '../../src/domain/tag.ts'
import { runBulkChange, trimBulkChanges } from '../../src/store/mentions/bulk.ts'
import { trimMentions } from '../../src/store/mentions/retention.ts'
import { clearProject } from '../../src/store/projects/projects.ts'
import { recount } from '../../src/store/recount/recount.ts'
import { mergeSegments } from '../../src/store/search/merge.ts'
import { sealTail } from '../../src/store/search/seal.ts'
import { addTestKey, addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { assertCounted } from '../counted.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

const RANGE = 'from=2026-06-01&to=2026-06-30'

describe('tags, notes and changes of many mentions', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
  })
  after(() => api.close())

  async function seed(posts: PostFields[]): Promise<{ id: string; mentions: string[] }> {
    const { id } = await addTestProject(user, { startDate: '2026-01-01' })
    await seedMentions(api.pool, user, { id }, posts)
    return { id, mentions: (await search(id)).data.map((mention: { id: string }) => mention.id) }
  }
  const days = (length: number) => Array.from({ length }, (_, n) => ({ at: `2026-06-${10 + n}T01:00:00Z` }))
  const search = async (id: string, query = '') =>
    (await user.get(`/api/mentions/search?keywordId=${id}&limit=100&${query}`)).body
  const tag = (id: string, name: string, method: 'PUT' | 'DELETE' = 'PUT') =>
    user.send(method, `/api/mentions/${id}/tags/${encodeURIComponent(name)}`)
  const tagsOf = async (id: string) =>
    (await user.get(`/api/tags?keywordId=${id}`)).body.data.map(({ tag, total }: Record<string, unknown>) => [
      tag,
      total,
    ])
  const bulk = (keywordId: string, body: object) => user.send('POST', '/api/mentions/bulk', { keywordId, ...body })
  const undo = (id: string) => user.send('POST', `/api/bulk/${id}/undo`)
  const finish = (projectId: string, id: string, stepsMax = 1_000) =>
    runBulkChange(api.pool, { projectId, id }, storyRules, { stepsMax })

  async function assertExact(projectId: string): Promise<void> {
    await assertCounted(api.pool, projectId)
    assert.deepEqual(await recount(api.pool, { kind: 'project', id: projectId, name: '' }, null), [])
  }

  test('a tag has one spelling, is put on once, and filters every reading with exact totals', async () => {
    const { id, mentions } = await seed(days(4))
    const [first = '', second = ''] = mentions
    assert.deepEqual((await tag(first, ' Untuk   DITINJAU ')).body.tags, ['untuk ditinjau'])
    assert.deepEqual((await tag(first, 'untuk ditinjau')).body.tags, ['untuk ditinjau'])
    assert.deepEqual((await tag(first, 'krisis')).body.tags, ['krisis', 'untuk ditinjau'])
    await tag(second, 'krisis')
    assert.deepEqual(await tagsOf(id), [
      ['krisis', 2],
      ['untuk ditinjau', 1],
    ])
    const readings = async () => {
      const query = `tag=Krisis&${RANGE}`
      const exported = await user.get(`/api/export?keywordId=${id}&format=jsonl&${query}`)
      const moments = await user.get(`/api/project/moments?id=${id}&${query}`)
      const insights = (await user.get(`/api/project/insights?id=${id}&${query}`)).body
      const ranked = await search(id, `order=ranked&${query}`)
      const { total, data } = await search(id, query)
      const lines = String(exported.body).trim().split('\n')
      return [total, data.length, ranked.total, insights.total, moments.body.seen, lines.length]
    }
    assert.deepEqual(await readings(), [2, 2, 2, 2, 2, 2])
    // In segments instead of the tail, and after they are merged.
    await sealTail(api.pool, id, 1)
    assert.deepEqual(await readings(), [2, 2, 2, 2, 2, 2])
    await tag(mentions[2] ?? '', 'krisis')
    await mergeSegments(api.pool, id)
    assert.deepEqual(await readings(), [3, 3, 3, 3, 3, 3])
    await tag(first, 'krisis', 'DELETE')
    assert.deepEqual(await readings(), [2, 2, 2, 2, 2, 2])
    assert.deepEqual((await tag(first, 'untuk ditinjau', 'DELETE')).body.tags, [])
    assert.deepEqual(await tagsOf(id), [['krisis', 2]], 'a tag that is on no mention is gone')
    await assertExact(id)
    await api.pool`update mention_tag set id = ${randomUUID()} where project_id = ${id} and id = ${second}`
    await api.pool`delete from tag where project_id = ${id}`
    const subject = { kind: 'project', id, name: '' } as const
    const [finding] = await recount(api.pool, subject, { storyRules })
    assert.deepEqual([finding?.check, finding?.differences.length, finding?.repaired], ['tags and notes', 2, true])
    assert.deepEqual(await tagsOf(id), [['krisis', 1]])
  })

  test('an invalid tag is 400 and names the field; an unknown mention is 404', async () => {
    const { id, mentions } = await seed(days(1))
    for (const name of ['a,b', 'a;b', 'x'.repeat(51), '  ']) {
      const { status, body } = await tag(mentions[0] ?? '', name)
      assert.equal(status, 400, name)
      assert.match(body.message, /^tag must have 1 to 50 characters/)
    }
    assert.equal((await user.get(`/api/mentions/search?keywordId=${id}&tag=a,b`)).status, 400)
    assert.equal((await tag(randomUUID(), 'krisis')).status, 404)
    await api.pool`
      insert into tag (project_id, name, version, changed_at)
      select ${id}::uuid, 'tag ' || n, gen_random_uuid(), now() from generate_series(1, ${TAGS_MAX}::int) n`
    assert.match((await tag(mentions[0] ?? '', 'baru')).body.message, /at most 200 tags/)
    assert.match((await bulk(id, { filter: {}, change: { tag: 'baru' } })).body.message, /at most 200 tags/)
  })

  test('alerts, feeds, audits and keys take a tag as part of their filter', async () => {
    const { id, mentions } = await seed(days(35).map((day, n) => (n < 20 ? day : { at: '2026-06-01T00:00:00Z' })))
    await bulk(id, { filter: {}, change: { tag: 'krisis' } })
    await tag(mentions[0] ?? '', 'krisis', 'DELETE')
    const rule = { kind: 'volume', count: 5, minutes: 60 }
    const filter = { tag: 'KRISIS' }
    const alert = await user.send('POST', '/api/alerts', { keywordId: id, name: 'Krisis', rule, filter, channels: [] })
    assert.deepEqual([alert.status, alert.body.filter], [201, { tag: 'krisis' }])
    const feed = (await user.send('POST', '/api/feeds', { keywordId: id, list: 'mentions', filter })).body
    const path = new URL(feed.json).pathname
    const read = async () => JSON.parse(String((await api.request({ method: 'GET', url: path })).body)).items.length
    assert.equal(await read(), 34)
    await tag(mentions[1] ?? '', 'krisis', 'DELETE')
    assert.equal(await read(), 33)
    const audit = await user.send('POST', '/api/audits', { keywordId: id, filter, size: 33 })
    assert.deepEqual([audit.status, audit.body.size, audit.body.filter], [201, 33, { tag: 'krisis' }])
    const key = await addTestKey(api, user, { scopes: ['read'] })
    const denied = await key.send('POST', '/api/mentions/bulk', { keywordId: id, filter, change: { hidden: true } })
    assert.equal(denied.status, 403)
  })

  test('a note has its author and time, is replaced and removed, and is in the export and in the change log', async () => {
    const { id, mentions } = await seed(days(2))
    const [mention = ''] = mentions
    const { next: since } = (await user.get(`/api/mentions/changes?keywordId=${id}`)).body
    const note = (text: string | null) => user.send('PATCH', `/api/mentions/${mention}`, { note: text })
    assert.equal((await note('  Sudah dibalas ')).body.note.text, 'Sudah dibalas')
    const { by, at } = (await note('Sudah dibalas humas')).body.note
    assert.equal(by, 'Tester')
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000)
    await tag(mention, 'humas')
    const csv = String((await user.get(`/api/export?keywordId=${id}&columns=tags,note`)).body)
    assert.match(csv, /^\ufeff"tags","note"\r\n"humas","Sudah dibalas humas"\r\n"",""\r\n$/)
    const { data } = (await user.get(`/api/mentions/changes?keywordId=${id}&since=${since}`)).body
    assert.equal(data.length, 3)
    assert.deepEqual(
      [data[2].change, data[2].mention.tags, data[2].mention.note.text],
      ['changed', ['humas'], 'Sudah dibalas humas'],
    )
    assert.equal((await note('')).body.note, null)
    assert.equal((await note('x'.repeat(2_001))).status, 400)
  })

  test('everything that a filter selects is tagged at once, and undoing takes the tag only off those that got it', async () => {
    const { id, mentions } = await seed([...days(5), { at: '2026-06-20T00:00:00Z', sentiment: 1 }])
    await tag(mentions.at(-1) ?? '', 'krisis')
    const { status, body } = await bulk(id, { filter: { sentimen: 0, from: '2026-06-01' }, change: { tag: 'Krisis' } })
    assert.deepEqual([status, body.state, body.total, body.done, body.changed], [200, 'done', 5, 5, 4])
    assert.deepEqual([body.change, body.by], [{ tag: 'krisis' }, 'Tester'])
    assert.deepEqual(await tagsOf(id), [['krisis', 5]])
    const undone = (await undo(body.id)).body
    assert.deepEqual([undone.state, undone.changed], ['undone', 4])
    assert.deepEqual(await tagsOf(id), [['krisis', 1]], 'the one that had it before keeps it')
    assert.equal((await undo(body.id)).body.state, 'undone', 'again: nothing')
    const entries = await api.pool`select action, detail from audit_entry where subject = ${body.id} order by id`
    assert.deepEqual(
      entries.map(({ action, detail }) => [action, detail.total]),
      [
        ['mentions.bulk', 5],
        ['mentions.bulk.undo', 5],
      ],
    )
    await assertExact(id)
  })

  test('hiding what a filter selects takes it out of every count, and undoing puts it back with its tags and notes', async () => {
    const copy = 'Bantuan logistik dari provinsi tiba di posko utama siang ini juga untuk korban banjir'
    const { id, mentions } = await seed([
      ...days(4).map((day) => ({ ...day, text: copy, author: 'ani' })),
      ...days(2).map((day) => ({ ...day, author: 'budi' })),
    ])
    await sealTail(api.pool, id, 1)
    for (const mention of mentions) await tag(mention, 'krisis')
    await user.send('PATCH', `/api/mentions/${mentions[0]}`, { note: 'Penting', sentimen: -1 })
    const state = async () => JSON.stringify([await search(id, 'tag=krisis'), await search(id, 'order=ranked')])
    const strip = (text: string) => text.replaceAll(/"updated_at":"[^"]*"/g, '')
    const before = await state()
    const { body } = await bulk(id, { filter: { author: 'ani' }, change: { hidden: true } })
    assert.deepEqual([body.state, body.total, body.changed], ['done', 4, 4])
    assert.deepEqual(await tagsOf(id), [['krisis', 2]])
    assert.equal((await user.get(`/api/project/content-count?id=${id}`)).body.data, 2)
    await assertExact(id)
    assert.equal((await undo(body.id)).body.changed, 4)
    assert.equal(strip(await state()), strip(before))
    await assertExact(id)
  })

  test('correcting many moves every count, and undoing leaves alone what a person changed since', async () => {
    const { id, mentions } = await seed(days(4).map((day, n) => ({ ...day, sentiment: n === 0 ? -1 : 1 })))
    await sealTail(api.pool, id, 1)
    const sentiments = async () => (await search(id)).data.map(({ sentimen }: { sentimen: number }) => sentimen)
    const { body } = await bulk(id, { filter: {}, change: { sentimen: -1 } })
    assert.deepEqual([body.total, body.changed], [4, 4], 'one that the model judged the same is confirmed')
    assert.deepEqual(await sentiments(), [-1, -1, -1, -1])
    assert.equal((await bulk(id, { filter: {}, change: { sentimen: -1 } })).body.changed, 0)
    await assertExact(id)
    await user.send('PATCH', `/api/mentions/${mentions[0]}`, { sentimen: 0 })
    assert.equal((await undo(body.id)).body.changed, 3)
    assert.deepEqual(await sentiments(), [0, 1, 1, -1])
    const [, second] = (await search(id)).data
    assert.equal(second.corrected, null, 'the model judges it again')
    await assertExact(id)
  })

  test('a large change runs in the background in batches, goes on after a stop, and can be undone before it is done', async () => {
    const posts = Array.from({ length: BULK_BATCH * 2 + 1 }, (_, n) => ({
      at: Date.parse('2026-06-01T00:00:00Z') + n * 60_000,
      text: `banjir kata${n} lain${n * 7}`,
    }))
    const { id } = await seed(posts)
    await sealTail(api.pool, id, 1)
    const { body } = await bulk(id, { filter: { to: '2026-06-30' }, change: { tag: 'semua' } })
    assert.deepEqual([body.state, body.total, body.done], ['running', posts.length, 0])
    const [job] = await api.pool`select task, payload from job where key = ${body.id}`
    assert.deepEqual([job?.task, job?.payload], ['change-mentions', { projectId: id }])
    assert.equal(await finish(id, body.id, 1), false)
    const half = (await user.get(`/api/bulk/${body.id}`)).body
    assert.deepEqual([half.state, half.done], ['running', BULK_BATCH])
    assert.equal(await finish(id, body.id), true)
    assert.deepEqual(await tagsOf(id), [['semua', posts.length]])
    const finished = (await user.get(`/api/bulk/${body.id}`)).body
    assert.deepEqual([finished.state, finished.done, finished.changed], ['done', posts.length, posts.length])

    const hiding = (await bulk(id, { filter: {}, change: { hidden: true } })).body
    await finish(id, hiding.id, 1)
    assert.equal((await search(id)).total, BULK_BATCH + 1)
    assert.equal((await undo(hiding.id)).body.state, 'undoing')
    assert.equal(await finish(id, hiding.id), true)
    assert.equal((await user.get(`/api/bulk/${hiding.id}`)).body.state, 'undone')
    assert.equal((await search(id, 'tag=semua')).total, posts.length)
    await assertExact(id)
  })

  test('chosen mentions are changed like those of a filter; those of other projects are not', async () => {
    const { id, mentions } = await seed(days(3))
    const other = await seed(days(1))
    const ids = [mentions[0], mentions[0]?.toUpperCase(), mentions[1], other.mentions[0]]
    const { body } = await bulk(id, { ids, change: { tag: 'pilihan' } })
    assert.deepEqual([body.total, body.changed], [3, 2])
    assert.deepEqual(await tagsOf(other.id), [])
    const file = await user.get(`/api/export?keywordId=${id}&columns=id&ids=${mentions[1]},${other.mentions[0]}`)
    assert.equal(String(file.body).trim().split('\r\n').length, 2, 'the heading and the one of this project')
    assert.equal((await user.get(`/api/export?keywordId=${id}&ids=satu`)).status, 400)
    const untagged = (await bulk(id, { filter: { tag: 'pilihan' }, change: { untag: 'pilihan' } })).body
    assert.equal(untagged.changed, 2)
    assert.equal((await undo(untagged.id)).body.changed, 2)
    assert.deepEqual(await tagsOf(id), [['pilihan', 2]])
  })

  test('a change that is not one is 400 and names the field', async () => {
    const { id, mentions } = await seed(days(1))
    const cases: [object, RegExp][] = [
      [{ filter: {}, change: {} }, /change/],
      [{ filter: {}, change: { tag: 'a', hidden: true } }, /change/],
      [{ filter: {}, change: { hidden: false } }, /hidden/],
      [{ filter: {}, change: { tag: ';' } }, /^change\.tag must have/],
      [{ change: { tag: 'a' } }, /either filter or ids/],
      [{ filter: {}, ids: mentions, change: { tag: 'a' } }, /either filter or ids/],
      [{ ids: ['satu'], change: { tag: 'a' } }, /^ids: "satu"/],
      [{ ids: [], change: { tag: 'a' } }, /ids/],
      [{ filter: { nada: 1 }, change: { tag: 'a' } }, /^nada is not a field/],
    ]
    for (const [body, message] of cases) {
      const response = await bulk(id, body)
      assert.equal(response.status, 400, JSON.stringify(body))
      assert.match(response.body.message, message)
    }
  })

  test('tags, notes, views and lists of changes go with their mention, their project and their time', async () => {
    const { id, mentions } = await seed([{ at: '2026-01-05T00:00:00Z' }, ...days(1), { at: '2026-01-06T00:00:00Z' }])
    await bulk(id, { filter: {}, change: { tag: 'lama' } })
    for (const mention of mentions) await user.send('PATCH', `/api/mentions/${mention}`, { note: 'Catatan' })
    await user.send('PATCH', `/api/mentions/${mentions.at(-1)}`, { hidden: true })
    await user.send('POST', '/api/views', { keywordId: id, name: 'Semua' })
    await user.send('POST', '/api/notes', { keywordId: id, day: '2026-06-10', text: 'Rapat' })
    const days90 = Math.ceil((Date.now() - Date.parse('2026-02-01')) / 86_400_000)
    const signal = new AbortController().signal
    await trimMentions(api.pool, { days: days90, storyRules, signal, stepsMax: 1_000 })
    const left = async () => {
      const [row] = await api.pool`
        select (select count(*)::int from mention_tag where project_id = ${id}) as tagged,
               (select count(*)::int from mention_note where project_id = ${id}) as noted,
               (select count(*)::int from bulk_batch where project_id = ${id}) as batches,
               (select count(*)::int from saved_view where project_id = ${id})
             + (select count(*)::int from day_note where project_id = ${id}) as written`
      return Object.values(row ?? {})
    }
    assert.deepEqual(await left(), [1, 1, 1, 2])
    await api.pool`update bulk_change set created_at = now() - interval '31 days' where project_id = ${id}`
    await trimBulkChanges(api.pool)
    assert.deepEqual(await left(), [1, 1, 0, 2])
    await bulk(id, { filter: {}, change: { tag: 'baru' } })
    await user.send('DELETE', `/api/project?id=${id}`)
    while (!(await api.pool.begin((tx) => clearProject(tx, id, 100)))) {}
    assert.deepEqual(await left(), [0, 0, 0, 0])
  })

  test('a view has a filter, a range and an order, and is of one person or of the project', async () => {
    const { id } = await seed(days(1))
    const filter = { tag: 'krisis', sosmedId: 'twitter,news' }
    const added = await user.send('POST', '/api/views', {
      keywordId: id,
      name: ' Krisis ',
      filter,
      range: { period: '7d' },
      order: 'ranked',
    })
    assert.equal(added.status, 201)
    const { id: view, ...fields } = added.body
    assert.deepEqual(
      [fields.name, fields.filter, fields.range, fields.order, fields.shared, fields.own, fields.by],
      ['Krisis', filter, { period: '7d' }, 'ranked', false, true, 'Tester'],
    )
    const bounds = { from: '2026-06-01', to: '2026-06-07' }
    const changed = (await user.send('PATCH', `/api/views/${view}`, { shared: true, range: bounds })).body
    assert.deepEqual([changed.name, changed.range, changed.shared], ['Krisis', bounds, true])
    await user.send('POST', '/api/views', { keywordId: id, name: 'awal' })
    const names = async () =>
      (await user.get(`/api/views?keywordId=${id}`)).body.data.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(), ['awal', 'Krisis'])
    const other = await api.user()
    const { id: second } = await seed(days(1))
    await user.send('POST', '/api/views', { keywordId: second, name: 'Pekan ini' })
    const all = (await user.get('/api/views')).body.data.filter((one: { keyword_id: string }) =>
      [id, second].includes(one.keyword_id),
    )
    assert.deepEqual(
      all.map((one: { name: string }) => one.name),
      ['awal', 'Krisis', 'Pekan ini'],
    )
    assert.deepEqual((await other.get('/api/views')).body.data, [])
    // A private view of a person who does not own the project is not shown to its owner.
    await api.pool`update saved_view set account_id = ${(await api.user()).id} where project_id = ${id}`
    assert.deepEqual(await names(), ['Krisis'])
    assert.equal((await user.get(`/api/views?keywordId=${id}`)).body.data[0].own, false)
    for (const body of [
      { range: { period: '7d', ...bounds } },
      { range: { from: 'kemarin' } },
      { filter: { sosmedId: 'radio' } },
      { name: ' ' },
      {},
    ])
      assert.equal((await user.send('PATCH', `/api/views/${view}`, body)).status, 400, JSON.stringify(body))
    assert.equal((await user.send('DELETE', `/api/views/${view}`)).status, 200)
    assert.deepEqual(await names(), [])
    assert.equal((await user.send('DELETE', `/api/views/${view}`)).status, 404)
  })

  test('a note of a day has its author and time, and is listed by day', async () => {
    const { id } = await seed(days(1))
    const add = (day: string, text: string) => user.send('POST', '/api/notes', { keywordId: id, day, text })
    const { status, body } = await add('2026-06-12', ' Pintu air dibuka ')
    assert.deepEqual([status, body.day, body.text, body.by], [201, '2026-06-12', 'Pintu air dibuka', 'Tester'])
    await add('2026-06-10', 'Rapat')
    const list = async () =>
      (await user.get(`/api/notes?keywordId=${id}`)).body.data.map(({ day, text }: Record<string, string>) => [
        day,
        text,
      ])
    assert.deepEqual(await list(), [
      ['2026-06-10', 'Rapat'],
      ['2026-06-12', 'Pintu air dibuka'],
    ])
    await user.send('PATCH', `/api/notes/${body.id}`, { day: '2026-06-09' })
    assert.deepEqual((await list())[0], ['2026-06-09', 'Pintu air dibuka'])
    assert.match((await add('2026-02-30', 'Rapat')).body.message, /^day must be/)
    assert.equal((await add('2026-06-10', '  ')).status, 400)
    assert.equal((await user.send('DELETE', `/api/notes/${body.id}`)).status, 200)
    assert.deepEqual(await list(), [['2026-06-10', 'Rapat']])
  })
})
