import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Sentiment } from '../../src/domain/sentiment.ts'
import { findAudit } from '../../src/store/audits/audits.ts'
import { putLabel } from '../../src/store/audits/sample.ts'
import { addProjectWith, startApi, type TestApi, type TestUser } from '../api.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

interface Card {
  readonly id: string
  readonly content: string
  readonly label: number | null
}

// What a reader would say is written in the text; the model calls everything neutral.
const WORDS = ['buruk', 'biasa', 'bagus'] as const

function posts(count: number, fields: PostFields = {}, from = 0): PostFields[] {
  return Array.from({ length: count }, (_, index) => {
    const at = index + from
    return {
      text: `banjir ${WORDS[at % 4 === 3 ? 1 : at % 4]} nomor${at} kata${at} lain${at}`,
      at: Date.UTC(2026, 5, 1) + at * 60_000,
      ...fields,
    }
  })
}

function same(count: number, word: (typeof WORDS)[number], day: string, fields: PostFields = {}): PostFields[] {
  const text = (at: number) => `banjir ${word} nomor${at} ${word}${at} ${day}x${at}`
  return Array.from({ length: count }, (_, at) => ({ text: text(at), at: Date.parse(day) + at * 1_000, ...fields }))
}

function judge({ content }: Card): Sentiment {
  return content.includes('buruk') ? -1 : content.includes('bagus') ? 1 : 0
}

describe('audits of sentiment', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
  })
  after(() => api.close())

  async function draw(keywordId: string, size: number, filter?: object) {
    const { status, body } = await user.send('POST', '/api/audits', { keywordId, size, ...(filter ? { filter } : {}) })
    assert.equal(status, 201, JSON.stringify(body))
    return body as { id: string; size: number; labelled: number; cards: Card[] }
  }

  async function label(id: string, cards: readonly Card[], sentimen = judge) {
    let last = { labelled: 0, estimate: null as Record<string, { low: number; high: number }> | null }
    for (const card of cards) {
      const { status, body } = await user.send('PUT', `/api/audits/${id}/labels`, {
        mentionId: card.id,
        sentimen: sentimen(card),
      })
      assert.equal(status, 200, JSON.stringify(body))
      last = body
    }
    return last
  }

  async function estimateOf(id: string, query = '') {
    const { status, body } = await user.get(`/api/project/insights?id=${id}&from=2026-05-01&to=2026-07-31${query}`)
    assert.equal(status, 200)
    return { estimate: body.sentiment_estimate, reason: body.sentiment_estimate_reason }
  }

  test('labels of drawn mentions give shares with an interval that holds the true ones', async () => {
    const id = await addProjectWith(api, user, posts(400))
    assert.deepEqual(await estimateOf(id), { estimate: null, reason: 'not_audited' })
    const audit = await draw(id, 100)
    assert.deepEqual([audit.size, audit.labelled, audit.cards.length], [100, 0, 100])
    assert.ok(audit.cards.every(({ label }) => label === null))
    await label(audit.id, audit.cards.slice(0, 29))
    assert.deepEqual(await estimateOf(id), { estimate: null, reason: 'too_few' })
    const early = await label(audit.id, audit.cards.slice(29, 40))
    assert.equal(early.labelled, 40)
    await label(audit.id, audit.cards.slice(40))
    const { estimate, reason } = await estimateOf(id)
    assert.equal(reason, null)
    assert.equal(estimate.labels, 100)
    assert.equal(estimate.method, 'prediction_powered')
    assert.deepEqual(estimate.as_judged_by, ['Tester'])
    // A quarter negative, half neutral, a quarter positive. The hash of one audit in some thousands misses by this much.
    for (const [name, share] of [
      ['negative', 0.25],
      ['neutral', 0.5],
      ['positive', 0.25],
    ] as const) {
      const { low, high } = estimate[name]
      assert.ok(low - 0.1 < share && share < high + 0.1, `${name}: ${JSON.stringify(estimate[name])}`)
      const wider = early.estimate?.[name]
      assert.ok(wider && high - low < wider.high - wider.low, `${name} narrows`)
    }
    const listed = (await user.get(`/api/audits?keywordId=${id}`)).body.data
    assert.deepEqual([listed[0].size, listed[0].labelled, listed[0].estimate.labels], [100, 100, 100])
  })

  test('cards are drawn from the filter alone, in an order that differs from one audit to the next', async () => {
    const id = await addProjectWith(api, user, [...posts(80), ...posts(80, { platform: 'news', author: 'Kabar' }, 80)])
    const news = await draw(id, 40, { sosmedId: 'news', author: 'Kabar', q: 'banjir -bagus' })
    assert.ok(news.cards.every((card) => (card as unknown as { socialmediaid: string }).socialmediaid === 'news'))
    assert.ok(news.cards.every(({ content }) => !content.includes('bagus')))
    const [one, two] = [await draw(id, 40), await draw(id, 40)]
    assert.notDeepEqual(
      one.cards.map((card) => card.id),
      two.cards.map((card) => card.id),
    )
    const again = (await user.get(`/api/audits/${one.id}`)).body
    assert.deepEqual(
      again.cards.map((card: Card) => card.id),
      one.cards.map((card) => card.id),
    )
  })

  test('a part is estimated from the drawn labels inside it, and not at all below 30', async () => {
    const id = await addProjectWith(api, user, [
      ...same(150, 'buruk', '2026-06-01', { platform: 'twitter' }),
      ...same(50, 'bagus', '2026-06-02', { platform: 'news' }),
    ])
    const audit = await draw(id, 60)
    await label(audit.id, audit.cards)
    const twitter = await estimateOf(id, '&sosmedId=twitter')
    assert.equal(twitter.estimate.negative.share > 0.9, true)
    assert.ok(twitter.estimate.labels >= 30 && twitter.estimate.labels < 60)
    assert.deepEqual(await estimateOf(id, '&sosmedId=news'), { estimate: null, reason: 'too_few' })
    const ofNews = await draw(id, 40, { sosmedId: 'news' })
    await label(ofNews.id, ofNews.cards)
    assert.ok((await estimateOf(id, '&sosmedId=news')).estimate.positive.share > 0.9)
    assert.deepEqual((await estimateOf(id)).estimate.labels, 60, 'the audit of a part says nothing about the whole')
  })

  test('an audit that is extended keeps its labels and draws on in the same order', async () => {
    const id = await addProjectWith(api, user, posts(200))
    const audit = await draw(id, 30)
    await label(audit.id, audit.cards)
    const { status, body } = await user.send('POST', `/api/audits/${audit.id}/extend`, { size: 50 })
    assert.equal(status, 200)
    assert.deepEqual([body.size, body.labelled], [50, 30])
    assert.deepEqual(
      body.cards.slice(0, 30).map((card: Card) => card.id),
      audit.cards.map((card) => card.id),
    )
    assert.equal(body.estimate.labels, 30)
    await label(audit.id, body.cards.slice(30))
    assert.equal((await estimateOf(id)).estimate.labels, 50)
    const less = await user.send('POST', `/api/audits/${audit.id}/extend`, { size: 40 })
    assert.equal(less.status, 400)
    assert.match(less.body.message, /size/)
  })

  test('in a project that grows, new mentions that fall below the cut must be labelled too', async () => {
    const id = await addProjectWith(api, user, posts(100))
    const audit = await draw(id, 50)
    await label(audit.id, audit.cards)
    assert.equal((await estimateOf(id)).estimate.labels, 50)
    await seedMentions(api.pool, user, { id }, posts(100, {}, 100))
    assert.deepEqual(await estimateOf(id), { estimate: null, reason: 'too_few' })
    const grown = (await user.get(`/api/audits/${audit.id}`)).body
    assert.ok(grown.size > 60 && grown.size < 140, `${grown.size} of 200 are drawn`)
    assert.equal(grown.labelled, 50)
    await label(
      audit.id,
      grown.cards.filter((card: Card) => card.label === null),
    )
    const { estimate } = await estimateOf(id)
    assert.equal(estimate.labels, grown.size)
  })

  test('labels are no corrections, and corrections are no labels', async () => {
    const id = await addProjectWith(api, user, posts(60))
    const audit = await draw(id, 60)
    await label(audit.id, audit.cards)
    const neutral = (await user.get(`/api/project/insights?id=${id}&from=2026-05-01&to=2026-07-31`)).body
    assert.deepEqual(neutral.sentiment_distribution, { positive: 0, neutral: 60, negative: 0 })
    const before = neutral.sentiment_estimate
    for (const card of audit.cards.slice(0, 10)) await user.send('PATCH', `/api/mentions/${card.id}`, { sentimen: 1 })
    assert.deepEqual((await estimateOf(id)).estimate, before)
    assert.ok(Math.abs(before.negative.share - 0.25) < 1e-9, 'all 60 are labelled, so the share is exact')
    assert.equal(before.negative.low, before.negative.high)
  })

  test('a label can be changed and taken back', async () => {
    const id = await addProjectWith(api, user, posts(40))
    const audit = await draw(id, 40)
    const [card] = audit.cards
    assert.ok(card)
    await label(audit.id, [card], () => 1)
    await label(audit.id, [card], () => -1)
    assert.equal((await user.get(`/api/audits/${audit.id}`)).body.cards[0].label, -1)
    assert.equal((await user.send('DELETE', `/api/audits/${audit.id}/labels/${card.id}`)).body.labelled, 0)
    assert.equal((await user.send('DELETE', `/api/audits/${audit.id}/labels/${card.id}`)).status, 404)
  })

  test('a second opinion that differs moves the share half way and widens the interval', async () => {
    const id = await addProjectWith(api, user, posts(300))
    const audit = await draw(id, 80)
    await label(audit.id, audit.cards, () => 0)
    const alone = (await estimateOf(id)).estimate
    const other = await api.user()
    const stored = await findAudit(api.pool, user.id, audit.id)
    assert.ok(stored)
    for (const [at, card] of audit.cards.entries())
      await putLabel(api.pool, stored, { mentionId: card.id, accountId: other.id, sentiment: at % 2 === 0 ? -1 : 0 })
    const both = (await estimateOf(id)).estimate
    assert.ok(Math.abs(both.negative.share - 0.25) < 0.02)
    assert.ok(both.negative.high - both.negative.low > 2 * (alone.negative.high - alone.negative.low))
    assert.equal(both.as_judged_by.length, 2)
  })

  test('the change between two audited periods has an interval; an unaudited period has none', async () => {
    const id = await addProjectWith(api, user, [...same(60, 'buruk', '2026-06-03'), ...same(60, 'bagus', '2026-07-03')])
    const path = `/api/audits/change?keywordId=${id}&periods=2026-06-01..2026-06-30,2026-07-01..2026-07-31`
    const first = await draw(id, 40, { from: '2026-06-01', to: '2026-06-30' })
    await label(first.id, first.cards)
    assert.equal((await user.get(path)).body.difference, null)
    const second = await draw(id, 40, { from: '2026-07-01', to: '2026-07-31' })
    await label(second.id, second.cards)
    const { difference } = (await user.get(path)).body
    assert.ok(difference.negative.high < -0.5 && difference.positive.low > 0.5, JSON.stringify(difference))
    const overlapping = path.replace('2026-06-30', '2026-07-02')
    for (const bad of [overlapping, path.replace(',', '..'), `${path},2026-08-01..2026-08-02`]) {
      const { status, body } = await user.get(bad)
      assert.equal(status, 400)
      assert.match(body.message, /periods/)
    }
  })

  test('bad input is refused with the name of the field, and another user’s audit is not found', async () => {
    const id = await addProjectWith(api, user, posts(40))
    const audit = await draw(id, 30)
    const labels = `/api/audits/${audit.id}/labels`
    const [card] = audit.cards
    const undrawn = (await user.get(`/api/mentions?keywordId=${id}&limit=100`)).body.data.find(
      (mention: Card) => !audit.cards.some((drawn) => drawn.id === mention.id),
    )
    const cases: [string, 'POST' | 'PUT', unknown, number, RegExp][] = [
      ['/api/audits', 'POST', { keywordId: id, size: 29 }, 400, /size/],
      ['/api/audits', 'POST', { keywordId: id, size: 401 }, 400, /size/],
      ['/api/audits', 'POST', { keywordId: id }, 400, /size/],
      ['/api/audits', 'POST', { size: 30 }, 400, /keywordId/],
      ['/api/audits', 'POST', { keywordId: randomUUID(), size: 30 }, 404, /keywordId/],
      ['/api/audits', 'POST', { keywordId: id, size: 30, filter: { nada: 'x' } }, 400, /nada/],
      ['/api/audits', 'POST', { keywordId: id, size: 30, filter: { sosmedId: 'radio' } }, 400, /sosmedId/],
      ['/api/audits', 'POST', { keywordId: id, size: 30, filter: { from: 'kemarin' } }, 400, /from/],
      ['/api/audits', 'POST', { keywordId: id, size: 30, filter: { language: 'jv' } }, 400, /filter/],
      [labels, 'PUT', { mentionId: card?.id, sentimen: 2 }, 400, /sentimen/],
      [labels, 'PUT', { mentionId: card?.id }, 400, /sentimen/],
      [labels, 'PUT', { sentimen: 1 }, 400, /mentionId/],
      [labels, 'PUT', { mentionId: 'x', sentimen: 1 }, 404, /mentionId/],
      [labels, 'PUT', { mentionId: undrawn.id, sentimen: 1 }, 404, /mentionId/],
      [`/api/audits/${randomUUID()}/labels`, 'PUT', { mentionId: card?.id, sentimen: 1 }, 404, /audit/],
    ]
    for (const [url, method, body, status, message] of cases) {
      const response = await user.send(method, url, body)
      assert.equal(response.status, status, JSON.stringify(body))
      assert.match(response.body.message, message)
    }
    const stranger = await api.user()
    assert.equal((await stranger.get(`/api/audits/${audit.id}`)).status, 404)
    assert.equal((await stranger.get(`/api/audits?keywordId=${id}`)).status, 404)
    assert.equal((await stranger.send('PUT', labels, { mentionId: card?.id, sentimen: 1 })).status, 404)
    assert.equal((await stranger.send('POST', `/api/audits/${audit.id}/extend`, { size: 40 })).status, 404)
    assert.equal((await user.get(`/api/audits/${audit.id}`)).body.labelled, 0)
  })
})
