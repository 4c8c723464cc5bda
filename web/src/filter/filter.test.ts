import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addTerm,
  bucketFilter,
  chartQuery,
  countChoices,
  dayOfBound,
  NO_FILTER,
  readFilter,
  toQuery,
  writeFilter,
  zoomFilter,
} from './filter.ts'

test('a term narrows the search: words that belong together as a phrase, and none twice', () => {
  assert.equal(addTerm('', 'tanggul'), 'tanggul')
  assert.equal(addTerm('relawan', 'muara baru'), 'relawan "muara baru"')
  assert.equal(addTerm('relawan "muara baru"', 'muara baru'), 'relawan "muara baru"')
  assert.equal(addTerm('"masih diketik', '#siaga'), '"masih diketik" #siaga')
  assert.equal(addTerm('x'.repeat(200), 'tanggul'), 'tanggul')
})

const NOW = Date.parse('2026-11-16T12:34:00Z')

test('a filter survives the round trip through the URL and leaves other parameters unchanged', () => {
  const filter = {
    ...NO_FILTER,
    period: 'custom' as const,
    from: '2026-11-01',
    to: '2026-11-03',
    sentiment: -1 as const,
    sources: ['twitter', 'news'] as const,
    language: 'jv',
    relevance: 'subject' as const,
    entity: 'province:32',
    author: 'warga_jkt',
    story: '0197c0de-0000-7000-8000-000000000001',
    q: 'makan siang',
  }
  const params = writeFilter(filter, new URLSearchParams('order=ranked'))
  assert.equal(params.get('order'), 'ranked')
  assert.deepEqual(readFilter(params), filter)
  assert.equal(writeFilter(NO_FILTER, new URLSearchParams('q=x&from=2026-01-01')).toString(), '')
})

test('invalid parameters fall back to the default, never to an error', () => {
  const params = new URLSearchParams(
    'period=7x&from=2026-02-31&sentiment=5&source=myspace,news&language=<script>&relevance=some',
  )
  assert.deepEqual(readFilter(params), { ...NO_FILTER, sources: ['news'] })
  assert.equal(readFilter(new URLSearchParams('sentiment=toString')).sentiment, null)
})

test('a link from a message selects exactly its instants, and its days are shown', () => {
  const params = new URLSearchParams('from=2026-11-17T00:00:00.000Z&to=2026-11-18T00:00:00.123Z')
  const filter = readFilter(params)
  assert.deepEqual(toQuery(filter, '2026-01-01', NOW), {
    from: '2026-11-17T00:00:00.000Z',
    to: '2026-11-18T00:00:00.123Z',
  })
  assert.deepEqual([dayOfBound(filter.from, false), dayOfBound(filter.to, true)], ['2026-11-17', '2026-11-18'])
  assert.equal(dayOfBound('2026-11-17T17:00:00.000Z', true), '2026-11-17')
  assert.equal(readFilter(new URLSearchParams('from=2026-11-17T99:00:00Z')).period, NO_FILTER.period)
})

test('periods are whole days in Jakarta, both ends included', () => {
  const week = toQuery({ ...NO_FILTER, period: '7d' }, '2026-01-01', NOW)
  assert.deepEqual(week, { from: '2026-11-09T17:00:00.000Z' })
  const days = toQuery({ ...NO_FILTER, period: 'custom', from: '2026-11-01', to: '2026-11-01' }, '2026-01-01', NOW)
  assert.deepEqual(days, { from: '2026-10-31T17:00:00.000Z', to: '2026-11-01T17:00:00.000Z' })
  assert.deepEqual(toQuery({ ...NO_FILTER, period: 'all' }, '2026-01-01', NOW), { from: '2025-12-31T17:00:00.000Z' })
})

test('"all" starts today for a project in the future, and at the limit of the server for a very old one', () => {
  assert.deepEqual(toQuery({ ...NO_FILTER, period: 'all' }, '2027-01-01', NOW), { from: '2026-11-15T17:00:00.000Z' })
  assert.match(toQuery({ ...NO_FILTER, period: 'all' }, '1990-01-01', NOW).from ?? '', /^2016-/)
})

test('the query uses the field names of the API contract', () => {
  const query = toQuery(
    {
      ...NO_FILTER,
      sentiment: 0,
      sources: ['news', 'tiktok'],
      language: 'id',
      relevance: 'passing',
      author: 'ani',
      q: ' a ',
    },
    '2026-01-01',
    NOW,
  )
  assert.deepEqual(
    { ...query, from: '' },
    { from: '', sentimen: '0', sosmedId: 'news,tiktok', language: 'id', relevance: 'passing', author: 'ani', q: 'a' },
  )
  assert.equal(toQuery({ ...NO_FILTER, q: 'a "b c' }, '2026-01-01', NOW).q, 'a "b c"', 'a phrase that is being typed')
  assert.equal(countChoices({ ...NO_FILTER, sentiment: 0, q: 'a' }), 2)
})

test('no range begins before the project', () => {
  for (const period of ['7d', '30d', '90d', 'all'] as const)
    assert.deepEqual(toQuery({ ...NO_FILTER, period }, '2026-11-12', NOW), { from: '2026-11-11T17:00:00.000Z' })
  const today = toQuery({ ...NO_FILTER, period: '24h' }, '2026-11-16', NOW)
  assert.deepEqual(today, { from: '2026-11-15T17:00:00.000Z' })
})

test('a bar is its day or its hour, and an hour is drawn within its day', () => {
  const [day, hour] = [Date.parse('2026-11-15T17:00:00Z'), Date.parse('2026-11-16T02:00:00Z')]
  assert.deepEqual(bucketFilter(day, 86_400_000), { period: 'custom', from: '2026-11-16', to: '2026-11-16' })
  const filter = { ...NO_FILTER, ...bucketFilter(hour, 3_600_000), q: 'air' }
  const query = toQuery(filter, '2026-01-01', NOW)
  assert.deepEqual([query.from, query.to], ['2026-11-16T02:00:00.000Z', '2026-11-16T03:00:00.000Z'])
  const whole = toQuery({ ...filter, ...bucketFilter(day, 86_400_000) }, '2026-01-01', NOW)
  assert.deepEqual(chartQuery(query), whole)
  assert.deepEqual(chartQuery(whole), whole)
  assert.deepEqual(zoomFilter(hour + 1, hour + 3_600_001, 3_600_000), {
    period: 'custom',
    from: '2026-11-16T02:00:00.000Z',
    to: '2026-11-16T04:00:00.000Z',
  })
})
