import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldCopies } from './fold-copies.ts'

const page = (...stories: string[]) => ({ data: stories.map((story) => ({ story })) })

test('a story is listed once, and pages with nothing but copies are counted', () => {
  const folded = foldCopies([page('a', 'b', 'a'), page('c', 'a'), page('a', 'b'), page('a')], undefined)
  assert.deepEqual(
    folded.mentions.map(({ story }) => story),
    ['a', 'b', 'c'],
  )
  assert.equal(folded.idlePages, 2)
  assert.equal(foldCopies([page('a'), page('b')], undefined).idlePages, 0)
})

test('all copies of the story that is filtered by are listed', () => {
  assert.equal(foldCopies([page('a', 'a'), page('a')], 'a').mentions.length, 3)
})
