import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExclusions, parseKeyword } from './parse.ts'
import { compileStillMatches } from './still-matches.ts'

const RANGE = { since: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-02-01T00:00:00Z') }

function still(keyword: string, exclude: string, text: string, { matched = [] as string[], at = '2026-01-15' } = {}) {
  const rule = { keyword: parseKeyword(keyword), exclusions: parseExclusions(exclude), ...RANGE }
  return compileStillMatches(rule)({ text, matched, publishedAt: new Date(at) })
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
