import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExclusions, parseKeyword } from './parse.ts'
import { compileStillMatches } from './still-matches.ts'

const RANGE = { since: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-02-01T00:00:00Z') }

interface Stored {
  readonly matched?: readonly string[]
  readonly at?: string
  readonly entry?: string
}

function still(
  keyword: string,
  exclude: string,
  text: string,
  { matched = [], at = '2026-01-15', entry }: Stored = {},
) {
  const rule = { keyword: parseKeyword(keyword), exclusions: parseExclusions(exclude), ...RANGE }
  const archived = entry === undefined ? null : { text: entry, hidden: '' }
  return compileStillMatches(rule)({ text, matched, publishedAt: new Date(at), entry: archived })
}

test('a mention still matches when its text does, and no longer when it is excluded', () => {
  assert.equal(still('banjir and jakarta', '', 'Banjir di Jakarta'), true)
  assert.equal(still('banjir and bogor', '', 'Banjir di Jakarta'), false)
  assert.equal(still('banjir', 'jakarta', 'Banjir di Jakarta'), false)
})

test('a term that was found in a text that is not stored still counts, in any spelling', () => {
  assert.equal(still('BANJIR and jakarta', '', 'Air naik di Jakarta', { matched: ['banjir'] }), true)
  assert.equal(still('longsor and jakarta', '', 'Air naik di Jakarta', { matched: ['banjir'] }), false)
  assert.equal(still('banjir', 'air', 'Air naik', { matched: ['banjir'] }), false)
})

test('a mention outside the dates no longer matches; the end is exclusive', () => {
  assert.equal(still('banjir', '', 'banjir', { at: '2026-01-01T00:00:00Z' }), true)
  assert.equal(still('banjir', '', 'banjir', { at: '2025-12-31T23:59:59Z' }), false)
  assert.equal(still('banjir', '', 'banjir', { at: '2026-02-01T00:00:00Z' }), false)
})

test('an excluded word of the page does not exclude what the entry alone matches, as when it was collected', () => {
  const page = 'Banjir di Jakarta. Warga batal menonton gol timnas.'
  assert.equal(still('banjir', 'gol', page), false, 'the entry is not known')
  assert.equal(still('banjir', 'gol', page, { entry: 'Banjir di Jakarta' }), true)
  assert.equal(still('warga', 'gol', page, { entry: 'Banjir di Jakarta' }), false, 'only the page matches')
  assert.equal(still('warga', 'banjir', 'Warga pulang', { entry: 'Banjir di Jakarta' }), false, 'the entry is excluded')
})
