import { CLASS_SLOTS, CLASSES, packClass, slotOf } from '../src/analyse/entities/classes.ts'
import { seededRandom } from './random.ts'

// Groups words by what stands around them, so that a name which no labelled sentence has shares features with those that do. The counts
// of neighbours (two on each side, each side and distance on its own) become positive pointwise mutual information, which a truncated
// singular value decomposition reduces and k-means groups.
const COUNT_MIN = 4
const WORDS_MAX = 40_000
const NEIGHBOURS = 3_000
const POSITIONS = [-2, -1, 1, 2] as const
const RANK = 64
const POWERS = 3
const ROUNDS = 12
// Rare neighbours have unreliable counts: their frequency is taken to this power.
const SMOOTHING = 0.75

export interface WordClasses {
  readonly words: readonly string[]
  readonly classes: Int16Array
}

export function groupWords(sentences: readonly (readonly string[])[], seed: number): WordClasses {
  const words = frequentWords(sentences)
  const rows = countNeighbours(sentences, words)
  weigh(rows)
  return { words, classes: cluster(reduce(rows, seed), words.length, seed) }
}

// As the table of the model: each word at the slot of its hash; of two words with one slot, the more frequent one.
export function packClasses({ words, classes }: WordClasses): Int16Array {
  const table = new Int16Array(CLASS_SLOTS)
  words.forEach((word, index) => {
    const slot = slotOf(word)
    if (table[slot] === 0) table[slot] = packClass(word, classes[index] as number)
  })
  return table
}

function frequentWords(sentences: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>()
  for (const words of sentences) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = [...counts].filter(([, count]) => count >= COUNT_MIN)
  frequent.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return frequent.slice(0, WORDS_MAX).map(([word]) => word)
}

interface Row {
  readonly columns: Int32Array
  readonly values: Float32Array
}

const COLUMNS = NEIGHBOURS * POSITIONS.length

function countNeighbours(sentences: readonly (readonly string[])[], words: readonly string[]): Row[] {
  const indexes = new Map(words.map((word, index) => [word, index]))
  const counts = words.map(() => new Map<number, number>())
  for (const sentence of sentences) {
    const ids = sentence.map((word) => indexes.get(word) ?? -1)
    ids.forEach((id, at) => {
      const row = counts[id]
      if (row === undefined) return
      for (const [position, offset] of POSITIONS.entries()) {
        const neighbour = ids[at + offset] ?? -1
        if (neighbour < 0 || neighbour >= NEIGHBOURS) continue
        const column = position * NEIGHBOURS + neighbour
        row.set(column, (row.get(column) ?? 0) + 1)
      }
    })
  }
  return counts.map((row) => ({ columns: Int32Array.from(row.keys()), values: Float32Array.from(row.values()) }))
}

function weigh(rows: readonly Row[]): void {
  const ofColumn = new Float64Array(COLUMNS)
  for (const { columns, values } of rows)
    columns.forEach((column, index) => {
      ofColumn[column] = (ofColumn[column] as number) + (values[index] as number)
    })
  const smoothed = ofColumn.map((count) => count ** SMOOTHING)
  const total = smoothed.reduce((sum, count) => sum + count, 0)
  for (const { columns, values } of rows) {
    const sum = values.reduce((all, count) => all + count, 0)
    columns.forEach((column, index) => {
      const expected = (sum * (smoothed[column] as number)) / total
      values[index] = Math.max(0, Math.log((values[index] as number) / expected))
    })
  }
}

// Of each row, RANK numbers: the randomised subspace iteration of the largest singular vectors.
function reduce(rows: readonly Row[], seed: number): Float32Array {
  const random = seededRandom(seed)
  let right = Float64Array.from({ length: COLUMNS * RANK }, () => random() - 0.5)
  for (let power = 0; power < POWERS; power++) {
    const left = multiply(rows, right)
    right = new Float64Array(COLUMNS * RANK)
    rows.forEach(({ columns, values }, row) => {
      for (let index = 0; index < columns.length; index++) {
        const to = (columns[index] as number) * RANK
        const value = values[index] as number
        for (let k = 0; k < RANK; k++) (right[to + k] as number) += value * (left[row * RANK + k] as number)
      }
    })
    orthonormalise(right)
  }
  return toUnitRows(multiply(rows, right))
}

function multiply(rows: readonly Row[], right: Float64Array): Float64Array {
  const left = new Float64Array(rows.length * RANK)
  rows.forEach(({ columns, values }, row) => {
    for (let index = 0; index < columns.length; index++) {
      const from = (columns[index] as number) * RANK
      const value = values[index] as number
      for (let k = 0; k < RANK; k++) (left[row * RANK + k] as number) += value * (right[from + k] as number)
    }
  })
  return left
}

// Gram-Schmidt over the columns of a matrix.
function orthonormalise(matrix: Float64Array): void {
  const height = matrix.length / RANK
  for (let column = 0; column < RANK; column++) {
    for (let earlier = 0; earlier < column; earlier++) {
      let dot = 0
      for (let row = 0; row < height; row++)
        dot += (matrix[row * RANK + column] as number) * (matrix[row * RANK + earlier] as number)
      for (let row = 0; row < height; row++)
        (matrix[row * RANK + column] as number) -= dot * (matrix[row * RANK + earlier] as number)
    }
    let square = 0
    for (let row = 0; row < height; row++) square += (matrix[row * RANK + column] as number) ** 2
    for (let row = 0; row < height; row++) (matrix[row * RANK + column] as number) /= Math.sqrt(square) || 1
  }
}

// The square root of the length of each component, so that the first few do not decide alone; then each row of length 1.
function toUnitRows(left: Float64Array): Float32Array {
  const height = left.length / RANK
  const lengths = new Float64Array(RANK)
  left.forEach((value, index) => {
    lengths[index % RANK] = (lengths[index % RANK] as number) + value * value
  })
  const unit = Float32Array.from(left, (value, index) => value / ((lengths[index % RANK] as number) ** 0.25 || 1))
  for (let row = 0; row < height; row++) {
    const part = unit.subarray(row * RANK, (row + 1) * RANK)
    const length = Math.hypot(...part) || 1
    for (let k = 0; k < RANK; k++) (part[k] as number) /= length
  }
  return unit
}

// Spherical k-means; class 0 is left for words without one.
function cluster(unit: Float32Array, size: number, seed: number): Int16Array {
  const random = seededRandom(seed + 1)
  const groups = CLASSES - 1
  const centres = new Float32Array(groups * RANK)
  for (let group = 0; group < groups; group++) {
    const row = Math.floor(random() ** 2 * size)
    centres.set(unit.subarray(row * RANK, (row + 1) * RANK), group * RANK)
  }
  const classes = new Int16Array(size)
  for (let round = 0; round < ROUNDS; round++) {
    for (let row = 0; row < size; row++) classes[row] = 1 + nearest(unit, row, centres, groups)
    centres.fill(0)
    for (let row = 0; row < size; row++) {
      const to = ((classes[row] as number) - 1) * RANK
      for (let k = 0; k < RANK; k++) (centres[to + k] as number) += unit[row * RANK + k] as number
    }
    for (let group = 0; group < groups; group++) {
      const centre = centres.subarray(group * RANK, (group + 1) * RANK)
      const length = Math.hypot(...centre) || 1
      for (let k = 0; k < RANK; k++) (centre[k] as number) /= length
    }
  }
  return classes
}

function nearest(unit: Float32Array, row: number, centres: Float32Array, groups: number): number {
  let best = 0
  let top = -Infinity
  for (let group = 0; group < groups; group++) {
    let dot = 0
    for (let k = 0; k < RANK; k++) dot += (unit[row * RANK + k] as number) * (centres[group * RANK + k] as number)
    if (dot <= top) continue
    top = dot
    best = group
  }
  return best
}
