// A table of rows of int8 values, with a fast sum over many rows: four columns are added at once, as bytes in two words of two
// 16-bit lanes each. Classification spends most of its time here.
export interface ByteRows {
  readonly words: Int32Array
  // Words per row.
  readonly groups: number
}

export const OFFSET = 128
const HIGH_BITS = 0x80808080 | 0
// 256 additions of at most 255 fit into a lane of 16 bits.
const BATCH = 256
export const LANES = 0x00ff00ff

// Rows of `width` columns, padded to a multiple of four. Values are from -127 to 127; flipping the highest bit of each byte adds
// 128. The lanes are in byte order because every machine that Node 24 runs on is little-endian.
export function newByteRows(values: Int8Array, width: number): ByteRows {
  const groups = Math.ceil(width / 4)
  const rows = values.length / width
  const bytes = new Int8Array(rows * groups * 4)
  if (width === groups * 4) bytes.set(values)
  else {
    for (let row = 0; row < rows; row++) {
      const to = row * groups * 4
      for (let column = 0; column < width; column++) bytes[to + column] = values[row * width + column] as number
    }
  }
  const words = new Int32Array(bytes.buffer)
  for (let at = 0; at < words.length; at++) words[at] = (words[at] as number) ^ HIGH_BITS
  return { words, groups }
}

// Sums `count` rows into `sums`, which has four columns for each group. `rows` holds the row numbers and is overwritten. All values
// are signed 32-bit integers: with unsigned ones the engine would fall back to floats.
export function sumRows(table: ByteRows, rows: Int32Array, count: number, sums: Int32Array): void {
  const { words, groups } = table
  sums.fill(-OFFSET * count)
  for (let index = 0; index < count; index++) rows[index] = Math.imul(rows[index] as number, groups)
  for (let from = 0; from < count; from += BATCH) {
    const to = Math.min(count, from + BATCH)
    for (let group = 0; group < groups; group++) {
      let even = 0
      let odd = 0
      for (let index = from; index < to; index++) {
        const word = words[((rows[index] as number) + group) | 0] as number
        even = (even + (word & LANES)) | 0
        odd = (odd + ((word >>> 8) & LANES)) | 0
      }
      const column = group * 4
      sums[column] = (sums[column] as number) + (even & 0xffff)
      sums[column + 1] = (sums[column + 1] as number) + (odd & 0xffff)
      sums[column + 2] = (sums[column + 2] as number) + (even >>> 16)
      sums[column + 3] = (sums[column + 3] as number) + (odd >>> 16)
    }
  }
}
