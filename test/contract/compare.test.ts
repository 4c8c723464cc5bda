import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  addListeningProject,
  addProjectWith,
  addTestKey,
  addTestProject,
  startApi,
  type TestApi,
  type TestUser,
} from '../api.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

const SHARED = 'Bantuan logistik dari provinsi tiba di posko utama Ciliwung siang ini juga'
const RANGE = 'from=2026-06-01&to=2026-06-10'

function at(day: number, fields: PostFields = {}): PostFields {
  return { at: `2026-06-${String(day).padStart(2, '0')}T05:00:00Z`, ...fields }
}

// Two projects that carry one story, of which the second has more mentions than are compared.
const FIRST: PostFields[] = [
  at(1, { sentiment: -1, platform: 'news', text: SHARED, author: 'ani' }),
  at(2, { sentiment: -1, text: SHARED, author: 'budi' }),
  at(3, { sentiment: 1, text: 'Pintu air Manggarai dibuka petugas setelah hujan deras semalam', author: 'cici' }),
  at(8, { sentiment: 0, text: SHARED, author: 'dedi' }),
]
const SECOND: PostFields[] = [
  at(2, { sentiment: 1, text: `${SHARED} kata warga`, author: 'eka' }),
  ...Array.from({ length: 60 }, (_, n) => {
    const text = `sayur${n} harga${n} pasar${n} pedagang${n} beras${n} cabai${n} kota${n}`
    return [at(4, { text }), at(5, { text })]
  }).flat(),
]

interface Story {
  readonly id: string
  readonly text: string
  readonly count: number
  readonly authors: number
}

describe('compare', () => {
  let api: TestApi
  let user: TestUser
  let first: string
  let second: string
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
    first = await addProjectWith(api, user, FIRST)
    second = await addProjectWith(api, user, SECOND)
  })
  after(() => api.close())

  const compare = async (query: string) => {
    const { status, body } = await user.get(`/api/compare?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const refusal = async (query: string) => {
    const { status, body } = await user.get(`/api/compare?${query}`)
    assert.equal(status, 400, query)
    return body.message as string
  }
  const filters = (list: unknown) => `filters=${encodeURIComponent(JSON.stringify(list))}`

  test('every side has the numbers of its insights, and the shares of voice add up', async () => {
    const { by, step, sides } = await compare(`ids=${first},${second}&${RANGE}`)
    assert.deepEqual([by, step, sides.length], ['project', 'day', 2])
    for (const side of sides) {
      const query = new URLSearchParams({ ...side.filter, id: side.keyword_id })
      const insights = (await user.get(`/api/project/insights?${query}`)).body
      for (const name of [
        'from',
        'to',
        'total',
        'unique',
        'independent',
        'sentiment_distribution',
        'sentiment_estimate',
        'sentiment_estimate_reason',
        'previous',
        'coverage',
      ])
        assert.deepEqual(side[name], insights[name], name)
      const withoutOffset = side.series.map(({ offset: _, ...point }: { offset: number }) => point)
      assert.deepEqual(withoutOffset, insights.series)
    }
    assert.deepEqual(
      sides.map((side: { total: number; share_of_voice: number }) => [side.total, side.share_of_voice]),
      [
        [4, 4 / 125],
        [121, 121 / 125],
      ],
    )
    assert.equal(sides[0].per_day, 0.4)
  })

  test('a story that both projects carry is in common, also where it is not among the largest', async () => {
    const { sides, common, common_total, stories_compared } = await compare(`ids=${first},${second}&${RANGE}`)
    assert.equal(stories_compared, 50)
    assert.equal(common_total, 1)
    const [left, right] = common[0] as [Story, Story]
    assert.deepEqual([left.text, left.count, left.authors], [SHARED, 3, 3])
    assert.deepEqual([right.text, right.count, right.authors], [`${SHARED} kata warga`, 1, 1])
    const search = `/api/mentions/search?keywordId=${second}&story=${right.id}`
    assert.equal((await user.get(search)).body.total, 1)
    assert.deepEqual(
      sides[0].apart.map(({ text, count }: Story) => [text, count]),
      [['Pintu air Manggarai dibuka petugas setelah hujan deras semalam', 1]],
    )
    assert.equal(sides[1].apart_total, 50)
    assert.equal(sides[0].stories[0].id, left.id)
  })

  test('a copy that the filter leaves out is not in common', async () => {
    const { common, sides } = await compare(`ids=${first},${second}&${RANGE}&sentimen=-1`)
    assert.deepEqual(common, [])
    assert.deepEqual([sides[0].apart_total, sides[1].total], [1, 0])
  })

  test('periods of one project lie on one axis by their offset, and share stories by id', async () => {
    const { by, sides, common, warnings } = await compare(
      `id=${first}&periods=2026-06-01..2026-06-05,2026-06-06..2026-06-10`,
    )
    assert.equal(by, 'period')
    assert.deepEqual(
      sides.map(({ label, steps, series }: { label: string; steps: number; series: { offset: number }[] }) => [
        label,
        steps,
        series.map(({ offset }) => offset),
      ]),
      [
        ['2026-06-01..2026-06-05', 5, [0, 1, 2]],
        ['2026-06-06..2026-06-10', 5, [2]],
      ],
    )
    assert.deepEqual(
      common.map((row: Story[]) => row.map(({ count }) => count)),
      [[2, 1]],
    )
    assert.ok(warnings.every(({ code }: { code: string }) => code !== 'other_length'))
  })

  test('the step is the same for all: days when one period is long', async () => {
    const { step, sides, warnings } = await compare(`id=${first}&periods=2026-06-01..2026-06-02,2026-05-01..2026-05-30`)
    assert.equal(step, 'day')
    assert.deepEqual([sides[0].steps, sides[1].steps], [2, 30])
    assert.ok(warnings.some(({ side, code }: { side: number; code: string }) => side === 1 && code === 'other_length'))
  })

  test('filters of one project are added to the common filter', async () => {
    const { by, sides, common } = await compare(
      `id=${first}&${RANGE}&q=bantuan&${filters([{ sosmedId: 'news' }, { sosmedId: 'twitter', sentimen: -1 }, {}])}`,
    )
    assert.equal(by, 'filter')
    assert.deepEqual(
      sides.map(({ label, total }: { label: string; total: number }) => [label, total]),
      [
        ['sosmedId=news', 1],
        ['sosmedId=twitter, sentimen=-1', 1],
        ['all mentions', 3],
      ],
    )
    assert.equal(sides[1].filter.q, 'bantuan')
    assert.equal(common.length, 1)
  })

  test('an audited side has its interval', async () => {
    const posts = Array.from({ length: 30 }, (_, n) => ({ text: `banjir nomor${n} kata${n} lain${n} beda${n}` }))
    const id = await addProjectWith(api, user, posts)
    const { body: audit } = await user.send('POST', '/api/audits', { keywordId: id, size: 30 })
    for (const { id: mentionId } of audit.cards)
      await user.send('PUT', `/api/audits/${audit.id}/labels`, { mentionId, sentimen: -1 })
    const { sides } = await compare(`ids=${id},${first}&from=2026-05-01&to=2026-06-30`)
    assert.equal(sides[0].sentiment_estimate.labels, 30)
    assert.ok(sides[0].sentiment_estimate.negative.low > 0.8)
    assert.equal(sides[1].sentiment_estimate_reason, 'not_audited')
  })

  test('a side that was not covered as the others is named', async () => {
    const whole = await addListeningProject(api, user, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const half = await addListeningProject(api, user, [1, 2, 3, 4, 5])
    const ids = [whole, half, (await addTestProject(user, { type: 'manual' })).id]
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    const [from, to] = [new Date(hour - 10 * 3_600_000), new Date(hour)].map((date) => date.toISOString())
    const { warnings } = await compare(`ids=${ids}&from=${from}&to=${to}`)
    assert.deepEqual(warnings, [
      { side: 1, code: 'less_covered' },
      { side: 2, code: 'not_listening' },
    ])
    // In Jakarta, where the day of the service begins seven hours before that of UTC.
    const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
    const periods = `periods=2026-06-01..2026-06-01,${today}..${today}`
    const { warnings: open } = await compare(`id=${first}&${periods}`)
    assert.ok(open.some(({ side, code }: { side: number; code: string }) => side === 1 && code === 'unfinished'))
  })

  test('sides without mentions have no share of voice', async () => {
    const { sides } = await compare(`id=${first}&periods=2026-01-01..2026-01-02,2026-01-03..2026-01-04`)
    assert.deepEqual(
      sides.map(({ total, share_of_voice, stories }: Record<string, unknown>) => [total, share_of_voice, stories]),
      [
        [0, null, []],
        [0, null, []],
      ],
    )
  })

  test('a wrong request is refused with the field and the rule', async () => {
    const seven = Array.from({ length: 7 }, () => ({}))
    for (const [query, message] of [
      ['', /Give ids .* or id/],
      [`ids=${first},${second}&id=${first}`, /Give ids .* or id/],
      [`ids=${first}`, /ids must have 2 to 6 entries/],
      [`ids=${first},${first}`, /ids must not have the same project twice/],
      [`ids=${first},${second}&periods=2026-06-01..2026-06-02`, /give id instead of ids/],
      [`id=${first}`, /periods or filters/],
      [`id=${first}&periods=2026-06-01,2026-06-02`, /periods must be ranges/],
      [`id=${first}&periods=2026-06-01..2026-06-02`, /periods must have 2 to 6/],
      [`id=${first}&periods=2026-06-05..2026-06-01,2026-06-01..2026-06-02`, /from must be before to/],
      [`id=${first}&from=2026-06-01&periods=2026-06-01..2026-06-02,2026-06-01..2026-06-02`, /from and to/],
      [`id=${first}&filters=nonsense`, /filters must be JSON/],
      [`id=${first}&${filters({})}`, /JSON list/],
      [`id=${first}&${filters(seven)}`, /filters must have 2 to 6/],
      [`id=${first}&${filters([{}, 1])}`, /filters\.1 must be a JSON object/],
      [`id=${first}&${filters([{}, { from: '2026-06-01' }])}`, /filters\.1: from is not a field/],
      [`id=${first}&${filters([{ sentimen: 5 }, {}])}`, /filters\.0: sentimen/],
      [`id=${first}&${filters([{ q: 'a\u0000' }, {}])}`, /NUL/],
      [`id=${first}&${filters([{ sosmedId: 'myspace' }, {}])}`, /myspace/],
    ] as const)
      assert.match(await refusal(query), message)
  })

  test('a project of another user, or outside the limit of a key, is like one that does not exist', async () => {
    const stranger = await api.user()
    const own = await addTestProject(stranger)
    const theirs = await stranger.get(`/api/compare?ids=${own.id},${first}`)
    assert.equal(theirs.status, 404)
    assert.ok(theirs.body.message.includes(first))
    const key = await addTestKey(api, user, { projects: [first] })
    assert.equal((await key.get(`/api/compare?ids=${first},${second}`)).status, 404)
    assert.equal((await key.get(`/api/compare?id=${first}&${filters([{}, { sentimen: 1 }])}`)).status, 200)
  })

  test('a story counts with all of its near-duplicates', async () => {
    const text = 'Warga Kampung Melayu mengungsi ke gedung sekolah karena air naik dua meter'
    const id = await addProjectWith(api, user, [at(1, { text })])
    await seedMentions(api.pool, user, { id }, [at(2, { text: `${text} tadi malam` }), at(3, { text })])
    const other = await addProjectWith(api, user, [at(2, { text })])
    const { common } = await compare(`ids=${id},${other}&${RANGE}`)
    assert.deepEqual(
      common.map((row: Story[]) => row.map(({ count }) => count)),
      [[3, 1]],
    )
  })
})
