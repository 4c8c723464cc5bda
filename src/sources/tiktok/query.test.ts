import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileQuery, type VideoQuery } from './query.ts'

// `and(…) or(…) not(…)`, with hashtags as `#x`; the region is checked and omitted.
function show({ and, or, not }: VideoQuery): string {
  const names = (conditions: VideoQuery['and']) =>
    conditions
      .filter(({ field_name }) => field_name !== 'region_code')
      .map(({ field_name, field_values }) => (field_name === 'hashtag_name' ? `#${field_values[0]}` : field_values[0]))
      .join(' + ')
  assert.ok(and.some(({ field_name, field_values }) => field_name === 'region_code' && field_values[0] === 'ID'))
  return `and(${names(and)}) or(${names(or ?? [])}) not(${names(not ?? [])})`
}

const CASES: readonly [string[][], string[], string[]][] = [
  [[['banjir']], [], ['and(banjir) or() not()']],
  [[['banjir', 'garut']], ['hoax'], ['and(banjir + garut) or() not(hoax)']],
  [[['gempa bumi']], [], ['and() or(gempa bumi + #gempabumi) not()']],
  [[['banjir'], ['longsor']], [], ['and() or(banjir + longsor) not()']],
  [
    [['banjir', 'garut'], ['gempa bumi']],
    ['hoax'],
    ['and() or(gempa bumi + #gempabumi) not(hoax)', 'and(banjir + garut) or() not(hoax)'],
  ],
  [[['banjir', 'kota garut']], [], ['and(banjir) or(kota garut + #kotagarut) not()']],
  [
    [['gempa bumi', 'jawa barat']],
    [],
    ['and(jawa barat) or(gempa bumi + #gempabumi) not()', 'and(#jawabarat) or(gempa bumi + #gempabumi) not()'],
  ],
]

for (const [alternatives, exclusions, shown] of CASES) {
  test(`${JSON.stringify(alternatives)} without ${JSON.stringify(exclusions)}`, () => {
    const { queries, notices } = compileQuery({ alternatives }, exclusions)
    assert.deepEqual([queries.map(show), notices], [shown, []])
  })
}

test('the number of spelling variants is limited', () => {
  const { queries } = compileQuery({ alternatives: [['a b', 'c d', 'e f', 'g h', 'i j', 'k l']] }, [])
  assert.equal(queries.length, 4)
})

test('too many exclusions are left to the matcher, and an unsearchable alternative is reported', () => {
  const exclusions = Array.from({ length: 60 }, (_, at) => `buang${at}`)
  const { queries, notices } = compileQuery({ alternatives: [['banjir'], ['!!']] }, exclusions)
  assert.equal(queries[0]?.not?.length, 50)
  assert.deepEqual(
    notices.map(({ code }) => code),
    ['term_not_searchable', 'exclusion_not_pushed'],
  )
})
