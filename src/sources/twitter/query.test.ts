import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileQuery, QUERY_MAX } from './query.ts'

function compile(alternatives: string[][], exclusions: string[] = []) {
  const { queries, notices } = compileQuery({ alternatives }, exclusions)
  return { queries, notices: notices.map(({ code }) => code) }
}

const CASES: readonly [string[][], string[], string][] = [
  [[['banjir']], [], 'banjir -is:retweet'],
  [[['banjir', 'garut']], [], 'banjir garut -is:retweet'],
  [[['banjir'], ['longsor']], [], '(banjir OR longsor) -is:retweet'],
  [[['banjir', 'garut'], ['gempa bumi']], ['hoax'], '((banjir garut) OR "gempa bumi" OR #gempabumi) -hoax -is:retweet'],
  [[['gempa bumi', 'cianjur']], [], '("gempa bumi" OR #gempabumi) cianjur -is:retweet'],
  [[['gempa bumi']], ['berita bohong'], '("gempa bumi" OR #gempabumi) -"berita bohong" -is:retweet'],
  [[['or'], ['AND']], [], '("or" OR "AND") -is:retweet'],
  [[['#banjir'], ['@bmkg']], [], '(#banjir OR @bmkg) -is:retweet'],
  [[['covid-19'], ['-banjir']], [], '("covid-19" OR #covid19 OR "-banjir") -is:retweet'],
  [[['lang:in']], [], '("lang:in" OR #langin) -is:retweet'],
  [[["jum'at"]], [], `("jum'at" OR jumat OR #jumat) -is:retweet`],
  [[['#banjir bandung']], [], '"#banjir bandung" -is:retweet'],
  [[['timnas 🔥']], ['🔥'], 'timnas -"🔥" -is:retweet'],
  [[['(banjir) "bandang"']], [], '("banjir bandang" OR #banjirbandang) -is:retweet'],
]

for (const [alternatives, exclusions, query] of CASES) {
  test(`${JSON.stringify(alternatives)} without ${JSON.stringify(exclusions)} is ${query}`, () => {
    assert.deepEqual(compile(alternatives, exclusions), { queries: [query], notices: [] })
  })
}

test('alternatives that do not fit are split over several queries, each with all exclusions', () => {
  const alternatives = Array.from({ length: 60 }, (_, at) => [`kata${at}panjang`, `lain${at}`])
  const { queries, notices } = compile(alternatives, ['hoax', 'iklan'])
  assert.ok(queries.length > 1)
  assert.ok(queries.every((query) => query.length <= QUERY_MAX && query.endsWith(' -hoax -iklan -is:retweet')))
  assert.equal(queries.join(' ').match(/kata\d+panjang/g)?.length, 60)
  assert.deepEqual(notices, [])
})

test('exclusions that do not fit next to a single alternative are left to the matcher, with a notice', () => {
  const exclusions = Array.from({ length: 90 }, (_, at) => `buang${at}`)
  const { queries, notices } = compile([['banjir', 'garut'], ['gempa bumi']], exclusions)
  assert.ok(queries.every((query) => query.length <= QUERY_MAX && query.length > QUERY_MAX - 20))
  assert.deepEqual(notices, ['exclusion_not_pushed'])
})

test('a term that cannot be searched for is omitted; an alternative of only such terms is reported', () => {
  assert.deepEqual(compile([['banjir', '!!!']]).queries, ['banjir -is:retweet'])
  assert.deepEqual(compile([['!?'], ['banjir']]), { queries: ['banjir -is:retweet'], notices: ['term_not_searchable'] })
  assert.deepEqual(compile([['"()"']]), { queries: [], notices: ['term_not_searchable'] })
})

test('every valid expression fits into queries', () => {
  const { queries } = compile([[`${'a b '.repeat(60)}a`], ['x'.repeat(255)]])
  assert.ok(queries.length > 0 && queries.every((query) => query.length <= QUERY_MAX))
})
