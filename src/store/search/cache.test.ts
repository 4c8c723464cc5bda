import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCache } from './cache.ts'

const MIB = 2 ** 20

test('a cache keeps what was used last, up to its size', () => {
  const cache = openCache<string>(4, 2)
  cache.set('a', 'A', 2)
  cache.set('b', 'B', 2)
  cache.get('a')
  cache.set('c', 'C', 2)
  cache.set('too large', '', 3)
  assert.deepEqual(['a', 'b', 'c', 'too large'].map(cache.get), ['A', undefined, 'C', undefined])
})

test('all caches of a thread have one limit, and what was unused for longest is dropped from any of them', () => {
  const [columns, postings] = [openCache<string>(256 * MIB), openCache<string>(256 * MIB)]
  columns.set('a', 'A', 20 * MIB)
  postings.set('b', 'B', 20 * MIB)
  columns.get('a')
  columns.set('c', 'C', 20 * MIB)
  assert.deepEqual([columns.get('a'), postings.get('b'), columns.get('c')], ['A', undefined, 'C'])
})
