import {
  defineFunction,
  f32x4,
  i32,
  i32x4,
  type Local,
  repeat,
  sequence,
  v128,
  type WasmFunction,
} from '../wasm/wasm.ts'
import { BYTES, moveBy, VECTOR_BYTES } from './vectors.ts'

export const TOKENS_STEP = 4
export const ROWS_STEP = 8
const PAIRS_STEP = 4

// Lays out a matrix for `multiplicationOf`: blocks of eight rows; in a block, for each pair of columns, the pair of rows 0 to 3 and
// then of rows 4 to 7. One lane sums one row, so that nothing has to be added across lanes.
export function layOutWeights(weights: Int8Array, columns: number, out: Int16Array): void {
  const rows = weights.length / columns
  let to = 0
  for (let block = 0; block < rows; block += ROWS_STEP) {
    for (let column = 0; column < columns; column += 2) {
      for (let row = block; row < block + ROWS_STEP; row++) {
        out[to++] = weights[row * columns + column] as number
        out[to++] = weights[row * columns + column + 1] as number
      }
    }
  }
}

// out = weights × x + bias. Four tokens share each load of weights, and the eight sums of a step stay in registers.
export function multiplicationOf(columns: number): WasmFunction {
  const rowBytes = columns * 2
  const pairBytes = 2 * VECTOR_BYTES
  const params = ['x', 'steps', 'weights', 'rowSteps', 'bias', 'out', 'tokens', 'rows'] as const
  const integers = ['row', 'token', 'column', 'xAt', 'stepsAt', 'weightsAt', 'outAt'] as const
  const vectors = ['low', 'high', 'value'] as const
  return defineFunction({ params, integers, vectors, sums: TOKENS_STEP * 2 }, (at, constants, sums) => {
    const { xAt, stepsAt, weightsAt, outAt, low, high, value } = at
    const pairsOfSums = Array.from({ length: TOKENS_STEP }, (_, token) => sums.slice(token * 2) as [Local, Local])
    const zero = constants.integer(0)
    const addPair = (pair: number) =>
      sequence(
        low.set(v128.load(weightsAt.get, pair * pairBytes)),
        high.set(v128.load(weightsAt.get, pair * pairBytes + VECTOR_BYTES)),
        ...pairsOfSums.flatMap(([a, b], token) => [
          value.set(v128.loadSplat(xAt.get, token * rowBytes + pair * BYTES)),
          a.set(i32x4.add(a.get, i32x4.dot(value.get, low.get))),
          b.set(i32x4.add(b.get, i32x4.dot(value.get, high.get))),
        ]),
      )
    const result = (sum: Local, token: number, offset: number) => {
      const step = f32x4.multiply(v128.loadSplat(stepsAt.get, token * BYTES), v128.load(at.rowSteps.get, offset))
      return f32x4.add(f32x4.multiply(f32x4.fromIntegers(sum.get), step), v128.load(at.bias.get, offset))
    }
    const addColumns = repeat(
      at.column,
      { from: i32.const(0), to: i32.const(columns / 2), step: PAIRS_STEP },
      sequence(
        ...Array.from({ length: PAIRS_STEP }, (_, pair) => addPair(pair)),
        moveBy(weightsAt, PAIRS_STEP * pairBytes),
        moveBy(xAt, PAIRS_STEP * BYTES),
      ),
    )
    const fourTokens = sequence(
      weightsAt.set(at.weights.get),
      ...sums.map((sum) => sum.set(zero)),
      addColumns,
      ...pairsOfSums.flatMap(([a, b], token) => [
        v128.store(outAt.get, result(a, token, 0)),
        v128.store(outAt.get, result(b, token, VECTOR_BYTES), VECTOR_BYTES),
        outAt.set(i32.add(outAt.get, i32.multiply(at.rows.get, i32.const(BYTES)))),
      ]),
      // The columns have already moved it past the first of the four tokens.
      moveBy(xAt, (TOKENS_STEP - 1) * rowBytes),
      moveBy(stepsAt, TOKENS_STEP * BYTES),
    )
    const block = sequence(
      xAt.set(at.x.get),
      stepsAt.set(at.steps.get),
      outAt.set(i32.add(at.out.get, i32.multiply(at.row.get, i32.const(BYTES)))),
      repeat(at.token, { from: i32.const(0), to: at.tokens.get, step: TOKENS_STEP }, fourTokens),
      moveBy(at.weights, ROWS_STEP * rowBytes),
      moveBy(at.rowSteps, ROWS_STEP * BYTES),
      moveBy(at.bias, ROWS_STEP * BYTES),
    )
    return repeat(at.row, { from: i32.const(0), to: at.rows.get, step: ROWS_STEP }, block)
  })
}
