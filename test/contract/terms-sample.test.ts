import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TERMS_SAMPLE } from '../../src/store/mentions/term-counts.ts'
import { mergeSegments } from '../../src/store/search/merge.ts'
import { sealTail } from '../../src/store/search/seal.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { scanAll, termCounts } from '../full-scan.ts'
import { createChance } from '../hostile/random.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

const MAY = Date.UTC(2026, 4, 1)
const DAY_MS = 86_400_000
const DAYS = 60
const TOTAL = TERMS_SAMPLE * 2 + 500
const HIDDEN = 40

// Words of very different frequency, and pairs of them.
function texts(total: number): PostFields[] {
  const chance = createChance(7)
  return Array.from({ length: total }, (_, n) => {
    const words = Array.from({ length: 12 }, () => `kata${Math.floor(Math.exp(chance.under(1_000) / 160))}`)
    return {
      at: MAY + Math.floor((n * DAYS * DAY_MS) / total),
      author: `penulis${n % 900}`,
      sentiment: ((n % 3) - 1) as -1 | 0 | 1,
      text: `banjir ${words.join(' ')} #${n % 4 === 0 ? 'siaga' : 'waspada'} nomor${n}`,
    }
  })
}

describe('terms of a large selection', () => {
  let api: TestApi
  let user: TestUser
  let id: string
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 1_000_000 })
    id = (await addTestProject(user)).id
    const posts = texts(TOTAL)
    for (let from = 0; from < posts.length; from += 500)
      await seedMentions(api.pool, user, { id }, posts.slice(from, from + 500))
    // Part of the mentions is in segments, and the rest in the tail.
    while ((await sealTail(api.pool, id)) === 'more');
    while (await mergeSegments(api.pool, id));
  })
  after(() => api.close())

  const read = async (from: number, to: number, query = '') => {
    const range = `from=${new Date(MAY + from * DAY_MS).toISOString()}&to=${new Date(MAY + to * DAY_MS).toISOString()}`
    const { status, body } = await user.get(`/api/project/insights?id=${id}&${range}${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const scan = async (from: number, to: number) => {
    const mentions = await scanAll(api.pool, id)
    const [first, last] = [MAY + from * DAY_MS, MAY + to * DAY_MS]
    return mentions.filter((mention) => {
      const at = Number.parseInt(mention.id.slice(0, 8) + mention.id.slice(9, 13), 16)
      return at >= first && at < last
    })
  }
  type Term = { readonly term: string; readonly count: number }

  test('a selection that is not larger than a sample is counted exactly', async () => {
    const days = Math.floor((TERMS_SAMPLE / TOTAL) * DAYS)
    const body = await read(0, days)
    const expected = termCounts(await scan(0, days))
    assert.equal(body.terms_sample, null)
    assert.ok(body.terms.length > 10)
    for (const { term, count } of [...body.terms, ...body.hashtags] as Term[]) assert.equal(count, expected[term], term)
  })

  test('a larger one says how many mentions the terms were counted in, and its counts are near the exact ones', async () => {
    const body = await read(0, DAYS)
    const { mentions, of } = body.terms_sample
    assert.equal(of, body.total)
    // Five standard deviations of a random sample.
    assert.ok(Math.abs(mentions - TERMS_SAMPLE) < 5 * Math.sqrt(TERMS_SAMPLE), String(mentions))
    const expected = termCounts(await scan(0, DAYS))
    assert.ok(body.terms.length > 10)
    for (const { term, count } of [...body.terms, ...body.hashtags] as Term[]) {
      const sampled = (count * mentions) / of
      const error = (5 * Math.sqrt(sampled) * of) / mentions
      assert.ok(Math.abs(count - (expected[term] ?? 0)) <= error, `${term}: ${count}, and not ${expected[term]}`)
      assert.ok(sampled >= 4.9, `${term} was seen ${sampled} times`)
    }
    assert.deepEqual(await read(0, DAYS), { ...body, previous: body.previous, coverage: body.coverage }, 'again')
  })

  test('everything else of a large selection is exact, also after mentions were hidden and corrected', async () => {
    await assertExact()
    const mentions = await scan(0, DAYS)
    const chosen = mentions.filter((_, at) => at % 90 === 0).slice(0, HIDDEN)
    for (const mention of chosen) await user.send('PATCH', `/api/mentions/${mention.id}`, { hidden: true })
    const corrected = mentions.filter((_, at) => at % 97 === 1).slice(0, HIDDEN)
    for (const mention of corrected) await user.send('PATCH', `/api/mentions/${mention.id}`, { sentimen: 1 })
    await assertExact()
    // Between two readings a segment is merged away and the last mentions of the tail are moved into another one.
    await sealTail(api.pool, id, 1)
    while (await mergeSegments(api.pool, id));
    await assertExact()
  })

  test('stories that are merged are one from the next reading on', async () => {
    const before = await read(0, DAYS)
    const [first, second] = await api.pool<{ id: string }>`
      select id from story where project_id = ${id} and merged_into is null and size = 1 order by id limit 2`
    await api.pool`update story set merged_into = ${first?.id} where project_id = ${id} and id = ${second?.id}`
    const after = await read(0, DAYS)
    assert.equal(after.unique, before.unique - 1)
    assert.equal(after.groups[0]?.count, Math.max(2, before.groups[0]?.count ?? 0))
    await assertExact()
  })

  async function assertExact() {
    const body = await read(0, DAYS)
    const expected = await scan(0, DAYS)
    const distinct = (of: (mention: (typeof expected)[number]) => string) => new Set(expected.map(of)).size
    assert.deepEqual(
      [body.total, body.unique, body.independent, body.sentiment_distribution.positive],
      [
        expected.length,
        distinct(({ storyId }) => storyId),
        distinct(({ authorId }) => authorId),
        expected.filter(({ cell }) => cell % 3 === 2).length,
      ],
    )
    const authors = Map.groupBy(expected, ({ authorId }) => authorId)
    for (const { targeted_account_id: author, count } of body.authors)
      assert.equal(count, authors.get(author)?.length, author)
  }
})
