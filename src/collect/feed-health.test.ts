import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '../sources/source.ts'
import { healthAfter, healthOf, nextInterval, type ReadingFacts } from './feed-health.ts'

const now = new Date('2026-03-20T12:00:00Z')
const hoursAgo = (hours: number) => ({ publishedAt: new Date(now.getTime() - hours * 3_600_000) })

function facts(fields: Partial<ReadingFacts>): ReadingFacts {
  const posts = fields.posts ?? [hoursAgo(1), hoursAgo(30)]
  const lastPostAt = hoursAgo(2).publishedAt
  const usual = {
    fresh: posts,
    renamed: 0,
    unchanged: false,
    undated: 0,
    lastPostAt,
    before: 'ok',
    notice: null,
  } as const
  return { ...usual, posts, now, ...fields }
}

const CASES: [string, Partial<ReadingFacts>, string][] = [
  ['a feed with recent entries is ok', {}, 'ok'],
  ['one without entries is empty', { posts: [] }, 'empty'],
  ['one whose entries mostly have no date is undated', { undated: 2 }, 'undated'],
  ['one with as many dated entries as undated ones is ok', { undated: 1 }, 'ok'],
  ['one whose newest entry is eight days old has gone silent', { posts: [hoursAgo(8 * 24)] }, 'stale'],
  [
    'one that did not change for eight days has gone silent',
    { posts: [], unchanged: true, lastPostAt: hoursAgo(8 * 24).publishedAt },
    'stale',
  ],
  ['one whose known articles return under new ids is repeating', { renamed: 1, fresh: [] }, 'repeating'],
  ['one that repeats itself and has nothing new has gone silent', { renamed: 1, posts: [hoursAgo(8 * 24)] }, 'stale'],
  ['one that is still repeating says so', { posts: [], unchanged: true, before: 'repeating' }, 'repeating'],
  ['one that did not change keeps its state', { posts: [], unchanged: true, before: 'undated' }, 'undated'],
  [
    'one that can be read again after a failure is ok, changed or not',
    { posts: [], unchanged: true, before: 'broken' },
    'ok',
  ],
  [
    'old entries under new ids are old posts served as new',
    { posts: [hoursAgo(1), hoursAgo(100), hoursAgo(120), hoursAgo(140)] },
    'stale',
  ],
  [
    'a first reading with only old entries is ok',
    { posts: [hoursAgo(1), hoursAgo(100), hoursAgo(120), hoursAgo(140)], lastPostAt: null },
    'ok',
  ],
  [
    'old entries that were there before do not matter',
    { posts: [hoursAgo(1), hoursAgo(100), hoursAgo(120), hoursAgo(140)], fresh: [hoursAgo(1)] },
    'ok',
  ],
]

for (const [name, fields, state] of CASES) {
  test(name, () => assert.equal(healthOf(facts(fields)).state, state))
}

test('a blocked feed is distinguished from a broken one', () => {
  assert.equal(healthAfter(new SourceError('forbidden', '403')).state, 'blocked')
  assert.equal(healthAfter(new SourceError('auth', '401')).state, 'blocked')
  assert.equal(healthAfter(new SourceError('forbidden', '410', { gone: true })).state, 'gone')
  for (const code of ['network', 'upstream', 'unreadable', 'bad_request'] as const) {
    assert.equal(healthAfter(new SourceError(code, 'x')).state, 'broken')
  }
})

test('a busy feed is read more often, a quiet one less, within bounds', () => {
  const bounds = { min: 600, max: 3_600 }
  assert.equal(nextInterval(null, false, bounds), 600)
  assert.equal(nextInterval(600, false, bounds), 900)
  assert.equal(nextInterval(3_600, false, bounds), 3_600)
  assert.equal(nextInterval(3_600, true, bounds), 1_800)
  assert.equal(nextInterval(600, true, bounds), 600)
})
