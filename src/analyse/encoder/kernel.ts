import { defineFunction, f32, f32x4, i32, i32x4, repeat, sequence, v128, type WasmFunction } from '../wasm/wasm.ts'
import { attentionOf } from './attention.ts'
import { multiplicationOf } from './multiplication.ts'
import { BYTES, exponential, LANES, moveBy, reduceLanes, roundFloats, VECTOR_BYTES, vectorOffsets } from './vectors.ts'

// The arithmetic of the encoder in WebAssembly: products of integers, which are exact, and single floats in a fixed order, with no
// function whose last bits depend on the machine. So every machine computes the same bits. Addresses are in bytes, vectors are rows
// of floats, and `tokens` is a multiple of TOKENS_STEP.
export interface Kernel {
  // out = gain × (x − mean) / deviation + bias, for each token.
  normalise(x: number, gain: number, bias: number, out: number, tokens: number): void
  // Writes each token's vector as 16-bit integers to `out`, and the value of one step to `steps`.
  quantise(x: number, out: number, steps: number, tokens: number): void
  quantiseInner(x: number, out: number, steps: number, tokens: number): void
  // out = weights × x + bias, for each token. `rows` is a multiple of ROWS_STEP.
  multiply: Multiply
  multiplyInner: Multiply
  // The attention of one head for each token of `queries`, to the first `keys` tokens of `keysAndValues`. `queries`, `keysAndValues` and
  // `out` are the addresses of the head's first column; the values of all heads follow the keys of all.
  attend(queries: number, keysAndValues: number, out: number, scores: number, tokens: number, keys: number): void
  // x = gelu(x), in its form with tanh.
  activate(x: number, floats: number): void
  // x = x + y.
  add(x: number, y: number, floats: number): void
}

type Multiply = (
  x: number,
  steps: number,
  weights: number,
  rowSteps: number,
  bias: number,
  out: number,
  tokens: number,
  rows: number,
) => void

export interface KernelShape {
  // The sizes of a token's vector, of the vector inside the feed-forward part, and of a head's part.
  readonly width: number
  readonly inner: number
  readonly head: number
}

const INT16_MAX = 32_767
const EPSILON = 1e-5
const TINY = 1e-20

export function kernelOf({ width, inner, head }: KernelShape): Record<keyof Kernel, WasmFunction> {
  return {
    normalise: normalisationOf(width),
    quantise: quantisationOf(width),
    quantiseInner: quantisationOf(inner),
    multiply: multiplicationOf(width),
    multiplyInner: multiplicationOf(inner),
    attend: attentionOf(width, head),
    activate: activation(),
    add: addition(),
  }
}

function normalisationOf(width: number): WasmFunction {
  const params = ['x', 'gain', 'bias', 'out', 'tokens'] as const
  const vectors = ['sum', 'mean', 'scale'] as const
  return defineFunction({ params, integers: ['token'], vectors }, (at, constants) => {
    const { x, gain, bias, out, token, sum, mean, scale } = at
    const centred = (offset: number) => f32x4.subtract(v128.load(x.get, offset), mean.get)
    const zero = constants.float(0)
    const average = f32.divide(reduceLanes(sum, f32.add), f32.const(width))
    const body = sequence(
      sum.set(zero),
      ...vectorOffsets(width).map((offset) => sum.set(f32x4.add(sum.get, v128.load(x.get, offset)))),
      mean.set(f32x4.splat(average)),
      sum.set(zero),
      ...vectorOffsets(width).flatMap((offset) => [
        scale.set(centred(offset)),
        sum.set(f32x4.add(sum.get, f32x4.multiply(scale.get, scale.get))),
      ]),
      scale.set(f32x4.splat(f32.divide(f32.const(1), f32.squareRoot(f32.add(average, f32.const(EPSILON)))))),
      ...vectorOffsets(width).map((offset) => {
        const scaled = f32x4.multiply(f32x4.multiply(centred(offset), scale.get), v128.load(gain.get, offset))
        return v128.store(out.get, f32x4.add(scaled, v128.load(bias.get, offset)), offset)
      }),
      moveBy(x, width * BYTES),
      moveBy(out, width * BYTES),
    )
    return repeat(token, { from: i32.const(0), to: at.tokens.get, step: 1 }, body)
  })
}

// With 16 bits the error of the activations is far below that of the weights, and a sum of 512 products with 8-bit weights still
// fits into 32 bits.
function quantisationOf(width: number): WasmFunction {
  const params = ['x', 'out', 'steps', 'tokens'] as const
  return defineFunction({ params, integers: ['token'], vectors: ['top', 'factor'] }, (at, constants) => {
    const { x, out, steps, token, top, factor } = at
    const rounded = (offset: number) => roundFloats(f32x4.multiply(v128.load(x.get, offset), factor.get), constants)
    const body = sequence(
      top.set(constants.float(TINY)),
      ...vectorOffsets(width).map((offset) => top.set(f32x4.max(top.get, f32x4.abs(v128.load(x.get, offset))))),
      top.set(f32x4.splat(reduceLanes(top, f32.max))),
      factor.set(f32x4.divide(constants.float(INT16_MAX), top.get)),
      f32.store(steps.get, f32.divide(f32x4.lane(top.get, 0), f32.const(INT16_MAX))),
      ...vectorOffsets(width)
        .filter((offset) => offset % (2 * VECTOR_BYTES) === 0)
        .map((offset) =>
          v128.store(out.get, i32x4.narrow(rounded(offset), rounded(offset + VECTOR_BYTES)), offset / 2),
        ),
      moveBy(x, width * BYTES),
      moveBy(out, width * 2),
      moveBy(steps, BYTES),
    )
    return repeat(token, { from: i32.const(0), to: at.tokens.get, step: 1 }, body)
  })
}

// gelu(x) = x / (1 + exp(−2u)), u = √(2/π) (x + 0.044715 x³): the same as with tanh.
function activation(): WasmFunction {
  const vectors = ['value', 'power', 'whole', 'rest'] as const
  return defineFunction({ params: ['x', 'floats'], integers: ['index'], vectors }, (at, constants) => {
    const { x, value, power } = at
    const factor = -2 * Math.sqrt(2 / Math.PI)
    const square = f32x4.multiply(value.get, value.get)
    const polynomial = f32x4.add(constants.float(factor), f32x4.multiply(constants.float(factor * 0.044715), square))
    const body = sequence(
      value.set(v128.load(x.get)),
      power.set(f32x4.multiply(value.get, polynomial)),
      exponential(at, constants),
      v128.store(x.get, f32x4.divide(value.get, f32x4.add(constants.float(1), power.get))),
      moveBy(x, VECTOR_BYTES),
    )
    return repeat(at.index, { from: i32.const(0), to: at.floats.get, step: LANES }, body)
  })
}

function addition(): WasmFunction {
  return defineFunction(
    { params: ['x', 'y', 'floats'], integers: ['index'], vectors: [] },
    ({ x, y, floats, index }) => {
      const body = sequence(
        v128.store(x.get, f32x4.add(v128.load(x.get), v128.load(y.get))),
        moveBy(x, VECTOR_BYTES),
        moveBy(y, VECTOR_BYTES),
      )
      return repeat(index, { from: i32.const(0), to: floats.get, step: LANES }, body)
    },
  )
}
