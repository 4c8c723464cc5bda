import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { openCache, TOGETHER_BYTES_MAX } from './cache.ts'

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
  const [columns, postings] = [openCache<string>(TOGETHER_BYTES_MAX * 4), openCache<string>(TOGETHER_BYTES_MAX * 4)]
  const bytes = TOGETHER_BYTES_MAX * 0.4
  columns.set('a', 'A', bytes)
  postings.set('b', 'B', bytes)
  columns.get('a')
  columns.set('c', 'C', bytes)
  assert.deepEqual([columns.get('a'), postings.get('b'), columns.get('c')], ['A', undefined, 'C'])
})

test('the limit goes by the heap: 56 MiB with the smallest, 256 with a large one', () => {
  assert.deepEqual(
    [96, 1024, 8192].map((megabytes) => limitWith(`--max-old-space-size=${megabytes}`)),
    // With the space for young objects.
    [56, 130, 256],
  )
})

function limitWith(flag: string): number {
  const source = `import { TOGETHER_BYTES_MAX } from ${JSON.stringify(import.meta.resolve('./cache.ts'))}; console.log(TOGETHER_BYTES_MAX)`
  const flags = [flag, '--max-semi-space-size=4', '--input-type=module', '--eval', source]
  return Math.round(Number(execFileSync(process.execPath, flags, { encoding: 'utf8' })) / 2 ** 20)
}
