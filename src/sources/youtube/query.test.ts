import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileQuery } from './query.ts'

const CASES: readonly [string[][], string[], string[]][] = [
  [[['banjir']], [], ['banjir']],
  [[['banjir', 'garut'], ['gempa bumi']], ['hoax'], ['"gempa bumi" -hoax', 'banjir garut -hoax']],
  [[['banjir'], ['gempa bumi'], ['longsor']], [], ['banjir|"gempa bumi"|longsor']],
  [
    [
      ['banjir', 'garut'],
      ['banjir', 'bandung'],
    ],
    [],
    ['banjir garut', 'banjir bandung'],
  ],
  [[['a|b']], ['x y'], ['"a b" -"x y"']],
]

for (const [alternatives, exclusions, searches] of CASES) {
  test(`${JSON.stringify(alternatives)} without ${JSON.stringify(exclusions)} is ${JSON.stringify(searches)}`, () => {
    const { queries, notices } = compileQuery({ alternatives }, exclusions)
    assert.deepEqual([queries.map(({ q }) => q), notices], [searches, []])
  })
}

test('AND and OR are never combined in one query', () => {
  const { queries } = compileQuery({ alternatives: [['a', 'b'], ['c'], ['d e', 'f'], ['g']] }, [])
  for (const { q } of queries) assert.ok(!(q.includes('|') && / (?!-)/.test(q.replaceAll(/"[^"]*"/g, ''))), q)
})

test('comments are searched for the longest term of an alternative, and all are read when there are several alternatives', () => {
  const terms = (alternatives: string[][]) =>
    compileQuery({ alternatives }, []).queries.map(({ commentTerm }) => commentTerm)
  assert.deepEqual(terms([['di', 'garut']]), ['garut'])
  assert.deepEqual(terms([['banjir']]), ['banjir'])
  assert.deepEqual(terms([['banjir'], ['longsor']]), [null])
})

test('too many exclusions are left to the matcher, and an unsearchable alternative is reported', () => {
  const exclusions = Array.from({ length: 200 }, (_, at) => `buang${at}`)
  const { queries, notices } = compileQuery({ alternatives: [['banjir'], ['!!']] }, exclusions)
  assert.equal(queries.length, 1)
  assert.deepEqual(
    notices.map(({ code }) => code),
    ['term_not_searchable', 'exclusion_not_pushed'],
  )
})
