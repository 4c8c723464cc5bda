import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PLATFORMS } from '../domain/platform.ts'
import { NO_ENGAGEMENT } from '../domain/post.ts'
import {
  ENGAGEMENT_MAX,
  RELEVANCE_MAX,
  type RelevanceInput,
  rankTime,
  relevanceOf,
  type ScoreInput,
  SPREAD_MAX,
  scoreOf,
  UNIT_MS,
} from './score.ts'

function anInput(more: Partial<ScoreInput> = {}): ScoreInput {
  const publishedAt = new Date('2025-08-17T10:00:00Z')
  return { publishedAt, platform: 'twitter', engagement: NO_ENGAGEMENT, relevance: 0.5, authors: 1, copies: 1, ...more }
}

const inputs: fc.Arbitrary<ScoreInput> = fc.record({
  publishedAt: fc.date({ min: new Date(0), max: new Date('2100-12-31'), noInvalidDate: true }),
  platform: fc.constantFrom(...PLATFORMS),
  engagement: fc.record({ likes: fc.nat(), comments: fc.nat(), shares: fc.nat(), views: fc.nat() }),
  relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  authors: fc.integer({ min: 1, max: 5_000 }),
  copies: fc.integer({ min: 1, max: 50_000 }),
})

test('increasing any input never lowers the rank', () => {
  fc.assert(
    fc.property(inputs, fc.integer({ min: 1, max: 1_000_000 }), (input, more) => {
      const before = scoreOf(input).score
      const { engagement } = input
      const changes: Partial<ScoreInput>[] = [
        { publishedAt: new Date(input.publishedAt.getTime() + more) },
        { engagement: { ...engagement, likes: engagement.likes + more } },
        { engagement: { ...engagement, comments: engagement.comments + more } },
        { engagement: { ...engagement, shares: engagement.shares + more } },
        { engagement: { ...engagement, views: engagement.views + more } },
        { authors: input.authors + more },
        { copies: input.copies + more },
        { relevance: Math.min(1, input.relevance + more / 1_000_000) },
      ]
      for (const change of changes) assert.ok(scoreOf({ ...input, ...change }).score >= before)
    }),
  )
})

test('each part counts: newer, more liked, more widespread and more relevant posts rank higher', () => {
  const before = scoreOf(anInput()).score
  assert.ok(scoreOf(anInput({ publishedAt: new Date('2025-08-17T10:00:01Z') })).score > before)
  assert.ok(scoreOf(anInput({ engagement: { ...NO_ENGAGEMENT, likes: 1 } })).score > before)
  assert.ok(scoreOf(anInput({ authors: 2, copies: 2 })).score > before)
  assert.ok(scoreOf(anInput({ copies: 2 })).score > before)
  assert.ok(scoreOf(anInput({ relevance: 0.51 })).score > before)
})

test('the score is the sum of its parts, and the bonuses are bounded', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { score, parts } = scoreOf(input)
      assert.ok(Math.abs(parts.recency + parts.engagement + parts.spread + parts.relevance - score) < 1e-9)
      assert.ok(parts.engagement >= 0 && parts.engagement <= ENGAGEMENT_MAX)
      assert.ok(parts.spread >= 0 && parts.spread <= SPREAD_MAX)
      assert.ok(parts.relevance >= 0 && parts.relevance <= RELEVANCE_MAX)
    }),
  )
})

test('rank times have the order of the scores and fit into 48 bits', () => {
  fc.assert(
    fc.property(inputs, inputs, (a, b) => {
      const [first, second] = [scoreOf(a).score, scoreOf(b).score]
      assert.equal(Math.sign(rankTime(first) - rankTime(second)), Math.sign(first - second))
      assert.ok(Number.isInteger(rankTime(first)) && rankTime(first) >= 0 && rankTime(first) < 2 ** 48)
    }),
  )
})

test('without any bonus the rank time is the published time', () => {
  const input = anInput({ relevance: 0 })
  assert.ok(Math.abs(rankTime(scoreOf(input).score) - input.publishedAt.getTime()) < 50)
  assert.equal(rankTime(scoreOf(anInput({ relevance: 1 })).score) - rankTime(scoreOf(input).score), 2 * UNIT_MS)
})

test('invalid numbers give a finite score', () => {
  for (const bad of [Number.NaN, -1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.MAX_VALUE]) {
    const engagement = { likes: bad, comments: bad, shares: bad, views: bad }
    const { score } = scoreOf(
      anInput({ publishedAt: new Date(bad), engagement, relevance: bad, authors: bad, copies: bad }),
    )
    assert.ok(Number.isFinite(score))
    assert.ok(Number.isSafeInteger(rankTime(score)))
    assert.ok(Number.isSafeInteger(rankTime(bad)))
  }
})

test('the same reactions count less on a platform where posts usually get many', () => {
  const engagement = { ...NO_ENGAGEMENT, likes: 1_000 }
  const onX = scoreOf(anInput({ engagement })).parts.engagement
  assert.ok(onX > scoreOf(anInput({ engagement, platform: 'tiktok' })).parts.engagement)
})

test('a thousand copies by one author rank below four independent authors', () => {
  assert.ok(scoreOf(anInput({ copies: 1_000 })).score < scoreOf(anInput({ authors: 4, copies: 4 })).score)
})

test('relevance is between 0 and 1, rises with the terms found and falls with length', () => {
  const one: RelevanceInput = { matchedTerms: 1, termsTotal: 2, occurrences: 1, textLength: 200, inTitle: false }
  const relevance = relevanceOf(one)
  assert.ok(relevanceOf({ ...one, matchedTerms: 2 }) > relevance)
  assert.ok(relevanceOf({ ...one, occurrences: 2 }) > relevance)
  assert.ok(relevanceOf({ ...one, inTitle: true }) > relevance)
  assert.ok(relevanceOf({ ...one, textLength: 5_000 }) < relevance)
  const all = { matchedTerms: 9, termsTotal: 9, occurrences: 99, textLength: 10, inTitle: true }
  assert.ok(Math.abs(relevanceOf(all) - 1) < 1e-9)
  const bad = Number.NaN
  assert.equal(
    relevanceOf({ matchedTerms: bad, termsTotal: bad, occurrences: bad, textLength: bad, inTitle: false }),
    0,
  )
})
