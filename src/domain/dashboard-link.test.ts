import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Filter, NO_FILTER, readFilter, toQuery } from '../../web/src/filter/filter.ts'
import { type LinkFilter, mentionsAt, pageAt } from './dashboard-link.ts'

const [FROM, TO] = ['2026-11-16T22:05:00.000Z', '2026-11-17T01:00:00.123Z']
const RANGE: LinkFilter = { from: FROM, to: TO }
const SHOWN: Filter = { ...NO_FILTER, period: 'custom', from: FROM, to: TO }
const STORY = '0199f3a2-7c00-7abc-8def-0123456789ab'

const CASES: readonly [string, LinkFilter, Filter, Record<string, string>][] = [
  ['instants', RANGE, SHOWN, {}],
  ['a sentiment', { ...RANGE, sentiment: -1 }, { ...SHOWN, sentiment: -1 }, { sentimen: '-1' }],
  ['the neutral sentiment', { ...RANGE, sentiment: 0 }, { ...SHOWN, sentiment: 0 }, { sentimen: '0' }],
  [
    'platforms',
    { ...RANGE, platforms: ['twitter', 'news'] },
    { ...SHOWN, sources: ['twitter', 'news'] },
    { sosmedId: 'twitter,news' },
  ],
  ['a language', { ...RANGE, language: 'jv' }, { ...SHOWN, language: 'jv' }, { language: 'jv' }],
  ['a relevance', { ...RANGE, relevance: 'subject' }, { ...SHOWN, relevance: 'subject' }, { relevance: 'subject' }],
  [
    'an entity',
    { ...RANGE, entity: 'person:ridwan kamil' },
    { ...SHOWN, entity: 'person:ridwan kamil' },
    { entity: 'person:ridwan kamil' },
  ],
  ['an author', { ...RANGE, author: 'budi & co+1' }, { ...SHOWN, author: 'budi & co+1' }, { author: 'budi & co+1' }],
  ['a story', { ...RANGE, story: STORY }, { ...SHOWN, story: STORY }, { story: STORY }],
  [
    'words',
    { ...RANGE, q: '"pompa rusak" -hujan #é 100%' },
    { ...SHOWN, q: '"pompa rusak" -hujan #é 100%' },
    { q: '"pompa rusak" -hujan #é 100%' },
  ],
]

for (const [what, filter, shown, requested] of CASES) {
  test(`the dashboard reads ${what} of a link as they were written, and requests the same`, () => {
    const link = new URL(mentionsAt('https://pantau.example.org', 'p1', filter))
    assert.equal(link.pathname, '/projects/p1')
    const read = readFilter(link.searchParams)
    assert.deepEqual(read, shown)
    assert.deepEqual(toQuery(read, '2026-01-01', Date.parse(TO)), { from: FROM, to: TO, ...requested })
  })
}

test('a page is below the path of the public address, and is a path where that is not known', () => {
  for (const address of ['https://example.org/pantau', 'https://example.org/pantau/'])
    assert.equal(pageAt(address, 'inbox'), 'https://example.org/pantau/inbox')
  assert.equal(mentionsAt('', 'p1', {}), '/projects/p1')
})
