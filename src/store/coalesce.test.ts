import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coalesce } from './coalesce.ts'

test('calls in the same event loop turn share one query, and each gets its own value', async () => {
  const queries: (readonly string[])[] = []
  const find = coalesce(async (keys) => {
    queries.push(keys)
    return keys.map((key) => key.toUpperCase())
  })
  assert.deepEqual(await Promise.all([find('a'), find('b'), find('a')]), ['A', 'B', 'A'])
  assert.equal(await find('a'), 'A')
  await new Promise(setImmediate)
  assert.deepEqual(queries, [['a', 'b'], ['a']])
})

test('a call made while a query is running does not get its result', async () => {
  let stored = 'old'
  const find = coalesce(async (keys) => {
    const found = stored
    await new Promise(setImmediate)
    return keys.map(() => found)
  })
  const before = find('a')
  await new Promise(setImmediate)
  stored = 'new'
  assert.deepEqual(await Promise.all([before, find('a')]), ['old', 'new'])
})

test('a failed query rejects every call in its batch and no other', async () => {
  let broken = true
  const find = coalesce(async (keys) => {
    if (broken) throw new Error('lost')
    return keys
  })
  const results = await Promise.allSettled([find('a'), find('b')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  broken = false
  assert.equal(await find('a'), 'a')
})

test('calls made while a query is running share the next one, which starts when it ends', async () => {
  const queries: (readonly string[])[] = []
  let end = () => {}
  const find = coalesce(async (keys) => {
    queries.push(keys)
    if (queries.length === 1) await new Promise<void>((resolve) => (end = resolve))
    return keys
  })
  const first = find('a')
  await new Promise(setImmediate)
  const b = find('b')
  await new Promise(setImmediate)
  const c = find('c')
  end()
  assert.deepEqual(await Promise.all([first, b, c]), ['a', 'b', 'c'])
  assert.deepEqual(queries, [['a'], ['b', 'c']])
})

test('a query that never ends delays only its own callers', async () => {
  const find = coalesce(async ([key = '']) => (key === 'stuck' ? new Promise<string[]>(() => {}) : [key]))
  find('stuck')
  await new Promise(setImmediate)
  assert.equal(await find('a'), 'a')
  assert.equal(await find('b'), 'b')
})
