import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newByteRows, sumRows } from './byte-rows.ts'

test('sums of many rows equal sums added one by one, extremes included', () => {
  const width = 6
  const total = 40
  const values = Int8Array.from({ length: total * width }, (_, at) => ((at * 7919) % 255) - 127)
  values.fill(127, 0, width)
  values.fill(-127, width, 2 * width)
  const table = newByteRows(values, width)
  for (const chosen of [
    [],
    [3],
    Array.from({ length: 1_000 }, (_, at) => at % total),
    new Array(777).fill(0),
    new Array(513).fill(1),
  ]) {
    const sums = new Int32Array(8)
    sumRows(table, Int32Array.from(chosen), chosen.length, sums)
    const expected = Array.from({ length: 8 }, (_, column) =>
      column < width ? chosen.reduce((sum, row) => sum + (values[row * width + column] as number), 0) : 0,
    )
    assert.deepEqual([...sums], expected)
  }
})
