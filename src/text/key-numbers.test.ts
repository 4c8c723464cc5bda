import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeyNumbers } from './key-numbers.ts'

test('keys are numbered in the order in which they are added, however many, and again after clearing', () => {
  const numbers = new KeyNumbers()
  for (const total of [10, 2_000, 300]) {
    const keys = Array.from({ length: total }, (_, n) => n * 2 ** 40 + (n % 7) * 1_024)
    for (const [n, key] of keys.entries()) {
      assert.equal(numbers.numberOf(key), -1)
      assert.equal(numbers.add(key), n)
    }
    for (const [n, key] of keys.entries()) assert.deepEqual([numbers.numberOf(key), numbers.keyAt(n)], [n, key])
    assert.equal(numbers.size, total)
    numbers.clear()
    assert.deepEqual([numbers.size, numbers.numberOf(keys[1] as number)], [0, -1])
  }
})
