import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { analysePost, storyRules, toRevision } from '../../src/collect/analyse-post.ts'
import { newId } from '../../src/store/ids.ts'
import { logChanges, trimChanges } from '../../src/store/mentions/change-log.ts'
import { trimMentions } from '../../src/store/mentions/retention.ts'
import { reviseMentions } from '../../src/store/mentions/revise.ts'
import { lockProject } from '../../src/store/projects/projects.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { classifierOf } from '../classifier.ts'
import { aPost, seedMentions } from '../mentions.ts'

const NO_MATCH = { matched: false, alternative: null, found: [], excludedBy: null }

interface Change {
  readonly number: number
  readonly change: 'new' | 'changed' | 'deleted'
  readonly id: string
  readonly mention: { readonly id: string; readonly sentimen: number; readonly no_longer_matching: boolean } | null
}

describe('changes of mentions', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  const request = (id: string, query = '') => user.get(`/api/mentions/changes?keywordId=${id}${query}`)
  const since = async (id: string, number: number, limit = 500) =>
    (await request(id, `&since=${number}&limit=${limit}`)).body as { data: Change[]; next: number; more: boolean }
  const kinds = (data: readonly Change[]) => data.map(({ change, id }) => [change, id])
  const idsOf = async (id: string): Promise<string[]> =>
    (await user.get(`/api/mentions?keywordId=${id}&limit=100`)).body.data.map((mention: { id: string }) => mention.id)

  test('every kind of change is reported once, in order, with the present state of the mention', async () => {
    const { id } = await addTestProject(user)
    assert.deepEqual((await request(id)).body, { data: [], next: 0, more: false })
    const old = { platformId: 'old', at: '2020-01-01T00:00:00Z' }
    const seen = { platformId: 'seen', platform: 'news', at: '2026-06-01T00:00:00Z' } as const
    await seedMentions(api.pool, user, { id }, [old, seen])
    const [second = '', first = ''] = await idsOf(id)
    const added = await since(id, 0)
    assert.deepEqual(kinds(added.data), [
      ['new', first],
      ['new', second],
    ])
    assert.equal(added.data[0]?.mention?.id, first)

    const position = (await request(id)).body.next
    assert.equal(position, added.next)
    await seedMentions(api.pool, user, { id }, [{ ...seen, engagement: { likes: 9 } }])
    await seedMentions(api.pool, user, { id }, [{ ...seen, engagement: { likes: 9 } }])
    await user.send('PATCH', `/api/mentions/${second}`, { sentimen: -1 })
    const post = aPost({ ...seen, text: 'banjir di jakarta, judul yang diganti' })
    const revision = toRevision(analysePost(post, classifierOf()), NO_MATCH, 1)
    await api.pool.begin((tx) => reviseMentions(tx, { projectId: id, ownerId: user.id }, [revision], storyRules))
    await user.send('PATCH', `/api/mentions/${second}`, { hidden: true })
    const hidden = await since(id, position)
    assert.deepEqual(kinds(hidden.data), [
      ['changed', second],
      ['changed', second],
      ['changed', second],
      ['deleted', second],
    ])
    assert.ok(hidden.data.every(({ mention }) => mention === null))
    await user.send('PATCH', `/api/mentions/${second}`, { hidden: false })
    const signal = new AbortController().signal
    await trimMentions(api.pool, { days: 365 * 3, storyRules, signal, stepsMax: 100 })
    const last = await since(id, hidden.next)
    assert.deepEqual(kinds(last.data), [
      ['new', second],
      ['deleted', first],
    ])
    assert.equal(last.data[0]?.mention?.sentimen, -1)
    assert.deepEqual(await since(id, last.next), { data: [], next: last.next, more: false })
  })

  test('what an edit made unmatched is reported when it is deleted', async () => {
    const { id } = await addTestProject(user)
    await seedMentions(api.pool, user, { id }, [{}])
    const [mention = ''] = await idsOf(id)
    await api.pool`insert into unmatched_mention (project_id, id) values (${id}, ${mention})`
    await user.send('POST', '/api/project/unmatched', { id, action: 'delete' })
    assert.deepEqual(kinds((await since(id, 1)).data), [['deleted', mention]])
  })

  test('a copy that follows the pages has the same mentions, whatever their size, also inside a batch', async () => {
    const { id } = await addTestProject(user)
    for (const size of [7, 1, 4])
      await seedMentions(
        api.pool,
        user,
        { id },
        Array.from({ length: size }, () => ({})),
      )
    const stored = await idsOf(id)
    for (const gone of stored.slice(0, 2)) await user.send('PATCH', `/api/mentions/${gone}`, { hidden: true })
    for (const limit of [1, 3, 500]) {
      const copy = new Set<string>()
      const numbers: number[] = []
      for (let page = await since(id, 0, limit); page.data.length > 0; page = await since(id, page.next, limit)) {
        for (const { number, change, id: mention } of page.data) {
          numbers.push(number)
          if (change === 'deleted') copy.delete(mention)
          else copy.add(mention)
        }
      }
      assert.deepEqual([...copy].sort(), (await idsOf(id)).sort())
      assert.deepEqual(
        numbers,
        Array.from({ length: 14 }, (_, index) => index + 1),
      )
    }
  })

  test('a copy that follows every kind of writer at the same time misses nothing and ends up equal', async () => {
    const { id } = await addTestProject(user, { startDate: '2020-01-01', type: 'manual' })
    const old = { at: '2020-01-01T00:00:00Z' }
    const at = '2026-05-01T00:00:00Z'
    const [gempa, longsor] = [
      { text: 'gempa terasa di jakarta', at },
      { text: 'longsor menutup jalan jakarta', at },
    ]
    await seedMentions(api.pool, user, { id }, [old, old, ...Array.from({ length: 8 }, () => ({})), gempa, longsor])
    const stored = await idsOf(id)
    const change = (mention: string | undefined, body: object) => user.send('PATCH', `/api/mentions/${mention}`, body)
    const exclude = async (words: string) => {
      const edited = await user.send('PATCH', `/api/project?id=${id}`, { exclude: words })
      assert.equal(edited.status, 200)
    }
    const copy = new Map<string, Change['mention']>()
    const numbers: number[] = []
    let next = 0
    let writing = true
    const follow = async () => {
      for (let done = false; !done; ) {
        done = !writing
        const page = await since(id, next, 5)
        for (const { number, id: mention, change: kind, mention: state } of page.data) {
          numbers.push(number)
          if (kind === 'deleted' || state === null) copy.delete(mention)
          else copy.set(mention, state)
        }
        next = page.next
        if (page.more) done = false
      }
    }
    const reader = follow()
    const signal = new AbortController().signal
    await Promise.all([
      ...Array.from({ length: 10 }, () => seedMentions(api.pool, user, { id }, [{}, {}, {}])),
      change(stored[0], { sentimen: 1 }).then(() => change(stored[0], { sentimen: -1 })),
      change(stored[1], { hidden: true }).then(() => change(stored[1], { hidden: false })),
      change(stored[2], { sentimen: 1, hidden: true }),
      exclude('gempa'),
      trimMentions(api.pool, { days: 365 * 3, storyRules, signal, stepsMax: 100 }),
    ])
    writing = false
    await reader
    await exclude('longsor')
    await follow()
    assert.deepEqual(
      numbers,
      Array.from({ length: numbers.length }, (_, index) => index + 1),
    )
    const { data } = (await user.get(`/api/mentions/search?keywordId=${id}&limit=100`)).body
    assert.equal(data.length, 8 + 30 + 2 - 1)
    assert.equal(data.filter((mention: Change['mention']) => mention?.no_longer_matching).length, 1)
    const stateOf = (mention: Change['mention']) => [mention?.id, mention?.sentimen, mention?.no_longer_matching]
    assert.deepEqual(Array.from(copy.values(), stateOf).sort(), data.map(stateOf).sort())
  })

  test('a change becomes visible when it is committed, and none before it can be read first', async () => {
    const { id } = await addTestProject(user)
    const log = (mention: { readonly id: string }) =>
      api.pool.begin(async (tx) => {
        await lockProject(tx, user.id, id)
        await logChanges(tx, id, 'changed', [mention])
      })
    const [first, second] = [{ id: newId() }, { id: newId() }]
    let later: Promise<void> | undefined
    await api.pool.begin(async (tx) => {
      await lockProject(tx, user.id, id)
      await logChanges(tx, id, 'changed', [first])
      later = log(second)
      assert.equal((await request(id)).body.next, 0)
    })
    await later
    assert.deepEqual(kinds((await since(id, 0)).data), [
      ['changed', first.id],
      ['changed', second.id],
    ])
  })

  test('a transaction of any size is read in pages', async () => {
    const { id } = await addTestProject(user)
    const ids = Array.from({ length: 2_345 }, () => newId())
    await api.pool.begin((tx) =>
      logChanges(
        tx,
        id,
        'deleted',
        ids.map((one) => ({ id: one })),
      ),
    )
    const read: string[] = []
    for (let page = await since(id, 0); page.data.length > 0; page = await since(id, page.next))
      read.push(...page.data.map((change) => change.id))
    assert.deepEqual(read, ids)
  })

  test('changes expire together with everything before them; the numbers go on, and an older copy begins again', async () => {
    const { id } = await addTestProject(user)
    for (const posts of [[{}], [{}], [{}, {}]]) await seedMentions(api.pool, user, { id }, posts)
    const age = (last: number) => api.pool`
      update mention_change set at = now() - interval '31 days' where project_id = ${id} and last = ${last}`
    // A transaction that lasted long has an earlier time than the one before it.
    await age(2)
    await trimChanges(api.pool)
    const expired = await request(id, '&since=0')
    assert.equal(expired.status, 409)
    assert.match(expired.body.message, /since: changes are stored for 30 days.*Begin again/)
    assert.equal((await request(id, '&since=1')).status, 409)
    assert.equal((await since(id, 2)).data.length, 2)
    assert.equal((await since(id, 3)).data.length, 1)

    await age(4)
    await trimChanges(api.pool)
    await seedMentions(api.pool, user, { id }, [{}])
    assert.deepEqual(
      (await since(id, 4)).data.map(({ number }) => number),
      [5],
    )
    await trimChanges(api.pool)
    assert.equal((await request(id, '&since=2')).status, 409)
    const future = await request(id, '&since=6')
    assert.equal(future.status, 409)
    assert.match(future.body.message, /since: the last change is 5\. Begin again/)
    assert.equal((await request(id, '&since=-1')).status, 400)
  })

  test('another person does not see them', async () => {
    const { id } = await addTestProject(user)
    const stranger = await api.user()
    assert.equal((await stranger.get(`/api/mentions/changes?keywordId=${id}`)).status, 404)
  })
})
