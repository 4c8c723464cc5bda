import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { analysePost, storyRules } from '../../src/collect/analyse-post.ts'
import { trimMentions } from '../../src/store/mentions/retention.ts'
import { reviseMentions } from '../../src/store/mentions/revise.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { classified } from '../classified.ts'
import { aPost, seedMentions } from '../mentions.ts'

interface Change {
  readonly number: number
  readonly change: 'new' | 'changed' | 'deleted'
  readonly id: string
  readonly mention: { readonly id: string; readonly sentimen: number } | null
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
    const revision = { ...analysePost(post, () => classified()), match: null }
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

  test('writers at the same time leave no gap that fills later', async () => {
    const { id } = await addTestProject(user)
    const seen: number[] = []
    let writing = true
    const reader = (async () => {
      for (let next = 0, done = false; !done; ) {
        done = !writing
        const page = await since(id, next, 5)
        seen.push(...page.data.map(({ number }) => number))
        next = page.next
        if (page.more) done = false
      }
    })()
    await Promise.all(Array.from({ length: 20 }, () => seedMentions(api.pool, user, { id }, [{}, {}, {}])))
    writing = false
    await reader
    assert.deepEqual(
      seen,
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
  })

  test('a number before what is stored is 409, one after the last change is 400', async () => {
    const { id } = await addTestProject(user)
    await seedMentions(api.pool, user, { id }, [{}, {}])
    await api.pool`update mention_change set at = now() - interval '31 days' where project_id = ${id}`
    await seedMentions(api.pool, user, { id }, [{}])
    const expired = await request(id, '&since=1')
    assert.equal(expired.status, 409)
    assert.match(expired.body.message, /since: changes are stored for 30 days/)
    assert.equal((await since(id, 2)).data.length, 1)
    const future = await request(id, '&since=4')
    assert.equal(future.status, 400)
    assert.match(future.body.message, /since must be at most 3/)
    assert.equal((await request(id, '&since=-1')).status, 400)
  })

  test('another person does not see them', async () => {
    const { id } = await addTestProject(user)
    const stranger = await api.user()
    assert.equal((await stranger.get(`/api/mentions/changes?keywordId=${id}`)).status, 404)
  })
})
