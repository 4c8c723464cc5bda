import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CellFilter } from '../src/domain/cell.ts'
import { distributedAddress, openPool, type Pool } from '../src/store/db.ts'
import { listMentions } from '../src/store/mentions/mentions.ts'
import { listStories } from '../src/store/mentions/ranked.ts'
import { addProjectWith, startApi, type TestApi } from './api.ts'

const FILTERS: readonly CellFilter[] = [
  {},
  { sentiment: -1 },
  { sentiment: 1, platforms: ['news'] },
  { platforms: ['twitter', 'youtube'] },
  { platforms: ['tiktok'] },
]
const PAGES = [1, 2, 40, 100]
const LIMIT = 8

// Without the rows that they were read from.
function shown(page: unknown): object {
  return { ...(page as object), rows: [] }
}

// The functions that read pages on the node of a project exist on every server, and return what the statements of a plain one do.
describe('pages of a distributed database', () => {
  let api: TestApi
  let distributed: Pool
  let id = ''

  before(async () => {
    api = await startApi()
    const user = await api.user()
    id = await addProjectWith(
      api,
      user,
      Array.from({ length: 330 }, (_, n) => ({
        platformId: `p${n}`,
        platform: (['news', 'twitter', 'youtube'] as const)[n % 3] ?? 'news',
        sentiment: ([-1, 0, 1] as const)[Math.floor(n / 5) % 3] ?? 0,
        at: `2026-06-${String((n % 28) + 1).padStart(2, '0')}T0${n % 10}:00:00Z`,
        engagement: { likes: n, views: n * 7 },
        ...(n % 4 === 0 && { text: `banjir di jakarta sore ini warga mengungsi ke posko wilayah ${n % 16}` }),
      })),
    )
    const { body } = await user.get(`/api/mentions/r10?keywordId=${id}&page=1&limit=10`)
    const ids: string[] = body.data.map((story: { id: string }) => story.id)
    for (const tag of ['penting', 'air', 'Zona']) await user.send('PUT', `/api/mentions/${ids[1]}/tags/${tag}`)
    await user.send('PUT', `/api/mentions/${ids[2]}/tags/air`)
    await user.send('PATCH', `/api/mentions/${ids[3]}`, { sentimen: -1 })
    await api.pool`
      insert into mention_note (project_id, id, text, by_name) values (${id}, ${ids[2]}, 'Diperiksa', 'Siti')`
    await api.pool`insert into unmatched_mention (project_id, id) values (${id}, ${ids[1]})`
    distributed = openPool(distributedAddress(api.pool.url), { max: 1 })
  })
  after(async () => {
    await distributed.end()
    await api.close()
  })

  test('what people wrote about a mention is on the page of its story', async () => {
    const page = await distributed.begin((tx) => listStories(tx, { id, ownerId: null }, {}, { page: 1, limit: 10 }))
    const mentions = page?.stories.map(({ mention }) => mention) ?? []
    assert.deepEqual(
      mentions.map(({ tags }) => tags.length).filter((total) => total > 0),
      [3, 1],
    )
    assert.deepEqual(
      mentions.flatMap(({ note }) => (note === null ? [] : [note.text])),
      ['Diperiksa'],
    )
    assert.equal(mentions.filter(({ unmatched }) => unmatched).length, 1)
  })

  for (const [name, list] of Object.entries({ mentions: listMentions, stories: listStories })) {
    test(`${name} are the same as on a plain server`, async () => {
      const scope = { id, ownerId: null }
      for (const filter of FILTERS) {
        for (const page of PAGES) {
          const choice = { page, limit: LIMIT }
          const plain = await list(api.pool, scope, filter, choice)
          // In a transaction no node is looked up.
          const called = await distributed.begin<unknown>((tx) => list(tx, scope, filter, choice))
          assert.notEqual(plain, null)
          assert.deepEqual(shown(called), shown(plain), JSON.stringify({ filter, page }))
        }
      }
    })
  }
})
