import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coalesce } from './coalesce.ts'

test('who asks in the same turn shares one question, and each gets their own answer', async () => {
  const questions: (readonly string[])[] = []
  const find = coalesce(async (keys) => {
    questions.push(keys)
    return keys.map((key) => key.toUpperCase())
  })
  assert.deepEqual(await Promise.all([find('a'), find('b'), find('a')]), ['A', 'B', 'A'])
  assert.equal(await find('a'), 'A')
  assert.deepEqual(questions, [['a', 'b'], ['a']])
})

test('who asks while a question is under way is not given its answer', async () => {
  let truth = 'old'
  const find = coalesce(async (keys) => {
    const found = truth
    await new Promise(setImmediate)
    return keys.map(() => found)
  })
  const before = find('a')
  await new Promise(setImmediate)
  truth = 'new'
  assert.deepEqual(await Promise.all([before, find('a')]), ['old', 'new'])
})

test('a question that fails, fails for all who asked it and for nobody else', async () => {
  let broken = true
  const find = coalesce(async (keys) => {
    if (broken) throw new Error('lost')
    return keys
  })
  const answers = await Promise.allSettled([find('a'), find('b')])
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  broken = false
  assert.equal(await find('a'), 'a')
})
