import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newByteTable, openByteRows, sumGroups, sumRows } from './byte-rows.ts'

const WIDTH = 11
const TOTAL = 40
const values = Int8Array.from({ length: TOTAL * WIDTH }, (_, at) => ((at * 7919) % 255) - 127)
values.fill(127, 0, WIDTH)
values.fill(-128, WIDTH, 2 * WIDTH)
const table = openByteRows(newByteTable(values, WIDTH), { chosenMax: 1_000, groupsMax: 50 })

function addOneByOne(chosen: readonly number[]): number[] {
  return Array.from({ length: WIDTH }, (_, column) =>
    chosen.reduce((sum, row) => sum + (values[row * WIDTH + column] as number), 0),
  )
}

test('sums of many rows equal sums added one by one, extremes included', () => {
  const everyRow = Array.from({ length: 1_000 }, (_, at) => at % TOTAL)
  for (const chosen of [[], [3], everyRow, new Array(777).fill(0), new Array(513).fill(1)]) {
    const sums = new Int32Array(WIDTH)
    sumRows(table, Int32Array.from(chosen), chosen.length, sums)
    assert.deepEqual([...sums], addOneByOne(chosen))
  }
})

test('each group of rows has its own sums', () => {
  const groups = Array.from({ length: 50 }, (_, group) =>
    Array.from({ length: 20 }, (_, at) => (group * 7 + at) % TOTAL),
  )
  const sums = sumGroups(table, Int32Array.from(groups.flat()), 20)
  groups.forEach((chosen, group) => {
    const from = group * table.columns
    assert.deepEqual([...sums.subarray(from, from + WIDTH)], addOneByOne(chosen))
  })
})
