import { instantiate, newTable, type SharedTable } from './wasm/instance.ts'
import { defineFunction, i16x8, i32, repeat, sequence, TABLE, v128, type WasmFunction, WORK } from './wasm/wasm.ts'

// Rows of int8 values, in memory that all threads can share: of a row those of its values, and zeros up to a multiple of eight columns.
export interface ByteTable {
  readonly columns: number
  readonly table: SharedTable
}

// A fast sum over many rows: eight columns are added at once, by instructions for vectors. The hashed models spend most of their time
// here. Each thread has its own.
export interface ByteRows {
  readonly columns: number
  readonly values: Int8Array
  // The rows to sum, and the sums of each group of them.
  readonly chosen: Int32Array
  readonly sums: Int16Array
  readonly kernel: Kernel
}

interface Kernel {
  // Sums as many rows as `each`, from the address `chosen` on, and goes on with the next group. There is at least one row.
  sum(chosen: number, each: number, groups: number, sums: number): void
}

interface Size {
  // How many rows, and how many groups of them, are summed at a time.
  readonly chosenMax: number
  readonly groupsMax?: number
}

const LANES = 8
const VECTOR_BYTES = 16
// So many int8 values fit into a sum of 16 bits.
const GROUP_MAX = 256

export function newByteTable(values: Int8Array, width: number): ByteTable {
  const rows = values.length / width
  const columns = Math.ceil(width / LANES) * LANES
  const table = newTable(rows * columns)
  const bytes = new Int8Array(table.buffer)
  if (width === columns) bytes.set(values)
  else
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < width; column++)
        bytes[row * columns + column] = values[row * width + column] as number
  return { columns, table }
}

export function openByteRows({ columns, table }: ByteTable, { chosenMax, groupsMax = 1 }: Size): ByteRows {
  // The last is for the alignment of each.
  const bytes = chosenMax * 4 + groupsMax * columns * 2 + 2 * VECTOR_BYTES
  const { memory, run } = instantiate<Kernel>({ sum: summation(columns) }, bytes, table)
  return {
    columns,
    values: new Int8Array(table.buffer),
    chosen: new Int32Array(memory.buffer, memory.take(chosenMax * 4), chosenMax),
    sums: new Int16Array(memory.buffer, memory.take(groupsMax * columns * 2), groupsMax * columns),
    kernel: run,
  }
}

// Sums the first `count` of the rows with these numbers into `sums`, which may have fewer columns than the table.
export function sumRows(
  { chosen, sums: added, kernel }: ByteRows,
  rows: Int32Array,
  count: number,
  sums: Int32Array,
): void {
  sums.fill(0)
  for (let at = 0; at < count; at++) chosen[at] = rows[at] as number
  for (let from = 0; from < count; from += GROUP_MAX) {
    kernel.sum(chosen.byteOffset + from * 4, Math.min(GROUP_MAX, count - from), 1, added.byteOffset)
    for (let column = 0; column < sums.length; column++)
      sums[column] = (sums[column] as number) + (added[column] as number)
  }
}

// The sums of each group of as many rows as `each`, at most GROUP_MAX, one after the other. Valid only until the next call.
export function sumGroups({ chosen, sums, kernel }: ByteRows, rows: Int32Array, each: number): Int16Array {
  chosen.set(rows)
  if (rows.length > 0) kernel.sum(chosen.byteOffset, each, rows.length / each, sums.byteOffset)
  return sums
}

function summation(columns: number): WasmFunction {
  const params = ['chosen', 'each', 'groups', 'sums'] as const
  const locals = { params, integers: ['group', 'index', 'row'], vectors: [], sums: columns / LANES } as const
  return defineFunction(locals, ({ chosen, each, groups, sums, group, index, row }, constants, totals) => {
    const zero = constants.integer(0)
    const addRow = sequence(
      row.set(i32.multiply(i32.load(chosen.get, WORK), i32.const(columns))),
      ...totals.map((total, at) => total.set(i16x8.add(total.get, i16x8.loadBytes(row.get, at * LANES, TABLE)))),
      chosen.set(i32.add(chosen.get, i32.const(4))),
    )
    const addGroup = sequence(
      ...totals.map((total) => total.set(zero)),
      repeat(index, { from: i32.const(0), to: each.get, step: 1 }, addRow),
      ...totals.map((total, at) => v128.store(sums.get, total.get, at * VECTOR_BYTES, WORK)),
      sums.set(i32.add(sums.get, i32.const(columns * 2))),
    )
    return repeat(group, { from: i32.const(0), to: groups.get, step: 1 }, addGroup)
  })
}
