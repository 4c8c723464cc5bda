import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Filter, NO_FILTER, readFilter } from '../filter/filter.ts'
import { addressOfView, toView } from './view-address.ts'

const CASES: Partial<Filter>[] = [
  {},
  { period: '7d', sentiment: -1, sources: ['twitter', 'news'], tag: 'untuk ditinjau' },
  { period: 'custom', from: '2026-06-01', to: '2026-06-07', q: '"pintu air" -iklan', language: 'id' },
  { period: 'all', author: 'ani', relevance: 'passing', entity: 'place:bandung' },
]

test('a saved view opens as what was seen when it was saved', () => {
  for (const [index, changed] of CASES.entries()) {
    const filter = { ...NO_FILTER, ...changed }
    const order = index % 2 === 0 ? 'newest' : 'ranked'
    const address = new URL(addressOfView('p', toView(filter, order)), 'http://localhost')
    assert.equal(address.pathname, '/projects/p')
    assert.equal(address.searchParams.get('order'), order === 'ranked' ? 'ranked' : null)
    assert.deepEqual(readFilter(address.searchParams), filter)
  }
})

test('a period is saved as a period, and moves on with time', () => {
  assert.deepEqual(toView({ ...NO_FILTER, period: '7d' }, 'newest').range, { period: '7d' })
})
