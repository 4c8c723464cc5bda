import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FILTER } from '../../filter/filter.ts'
import { changeMode, periodBefore, readChoice, sidePath, toComparisonQuery, writeChoice } from './choice.ts'

const NOW = Date.parse('2026-06-10T05:00:00Z')

test('a choice survives its URL, beside the filter', () => {
  for (const text of [
    'period=7d&ids=a%2Cb',
    'sentiment=negative&id=a&periods=2026-06-01..2026-06-07%2C2026-06-08..2026-06-14',
    `id=a&filters=${encodeURIComponent('[{"sosmedId":"news"},{"q":"banjir"}]')}`,
  ]) {
    const params = new URLSearchParams(text)
    assert.deepEqual([...writeChoice(readChoice(params), params)].sort(), [...params].sort())
  }
})

test('a damaged URL is read as far as possible', () => {
  assert.deepEqual(readChoice(new URLSearchParams('')), { by: 'project', ids: [] })
  assert.deepEqual(readChoice(new URLSearchParams('id=a')), { by: 'project', ids: ['a'] })
  assert.deepEqual(readChoice(new URLSearchParams('ids=a,b,a,,c,d,e,f,g')), {
    by: 'project',
    ids: ['a', 'b', 'c', 'd', 'e', 'f'],
  })
  assert.deepEqual(readChoice(new URLSearchParams('id=a&filters=[')), { by: 'filter', id: 'a', filters: [] })
  assert.deepEqual(readChoice(new URLSearchParams('id=a&periods=2026-06-31..x,2026-06-02..2026-06-01')), {
    by: 'period',
    id: 'a',
    periods: [],
  })
})

test('another mode starts with something to compare', () => {
  const choice = changeMode({ by: 'project', ids: ['a', 'b'] }, 'period', NOW)
  assert.deepEqual(choice, {
    by: 'period',
    id: 'a',
    periods: [
      { from: '2026-05-28', to: '2026-06-03' },
      { from: '2026-06-04', to: '2026-06-10' },
    ],
  })
  assert.deepEqual(periodBefore({ from: '2026-06-01', to: '2026-06-01' }), { from: '2026-05-31', to: '2026-05-31' })
  assert.deepEqual(changeMode(choice, 'project', NOW), { by: 'project', ids: ['a'] })
})

test('the request has two sides or is not sent, and periods bring their own range', () => {
  const query = (text: string) =>
    toComparisonQuery(readChoice(new URLSearchParams(text)), { ...NO_FILTER, q: 'banjir' }, '2026-01-01', NOW)
  assert.equal(query('ids=a'), null)
  assert.deepEqual(query('id=a&periods=2026-06-01..2026-06-02,2026-06-03..2026-06-04'), {
    id: 'a',
    periods: '2026-06-01..2026-06-02,2026-06-03..2026-06-04',
    q: 'banjir',
  })
  assert.deepEqual(Object.keys(query('ids=a,b') ?? {}), ['ids', 'from', 'q'])
})

test('a number leads to its mentions', () => {
  const side = { keyword_id: 'p', filter: { from: '2026-06-01T00:00:00.000Z', sosmedId: 'news', q: 'a b' } }
  assert.equal(
    sidePath(side, { sentimen: '-1' }),
    '/projects/p?from=2026-06-01T00%3A00%3A00.000Z&q=a+b&source=news&sentiment=negative&view=mentions',
  )
})
