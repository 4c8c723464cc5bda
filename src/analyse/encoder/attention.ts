import {
  type Code,
  type Constants,
  defineFunction,
  f32,
  f32x4,
  i32,
  type Local,
  repeat,
  sequence,
  v128,
  type WasmFunction,
} from '../wasm/wasm.ts'
import { BYTES, exponential, LANES, moveBy, reduceLanes, VECTOR_BYTES, vectorOffsets } from './vectors.ts'

const PARAMS = ['query', 'keysAndValues', 'out', 'scores', 'tokens', 'keys'] as const
const INTEGERS = ['token', 'key', 'keyAt', 'scoreAt'] as const
const VECTORS = ['value', 'top', 'total', 'power', 'whole', 'rest'] as const

type Name = (typeof PARAMS)[number] | (typeof INTEGERS)[number] | (typeof VECTORS)[number]

interface Scope extends Readonly<Record<Name, Local>> {
  readonly sums: readonly Local[]
  readonly constants: Constants
  readonly width: number
  readonly head: number
  // The vectors of key and value of a token are next to each other.
  readonly rowBytes: number
}

// Floats of a head that are summed at a time, in four registers.
const FLOATS_STEP = 4 * LANES
const LOWEST = -1e30

// For each token: its scores against four keys at a time, their softmax, and the sum of the values in these shares.
export function attentionOf(width: number, head: number): WasmFunction {
  const locals = { params: PARAMS, integers: INTEGERS, vectors: VECTORS, sums: LANES }
  return defineFunction(locals, (named, constants, sums) => {
    const scope = { ...named, constants, sums, width, head, rowBytes: 2 * width * BYTES }
    const oneToken = sequence(
      scoreKeys(scope),
      maskPadding(scope),
      softmax(scope),
      ...Array.from({ length: head / FLOATS_STEP }, (_, part) => mixValues(scope, part * FLOATS_STEP * BYTES)),
      moveBy(named.query, width * BYTES),
      moveBy(named.out, width * BYTES),
    )
    return repeat(named.token, { from: i32.const(0), to: named.tokens.get, step: 1 }, oneToken)
  })
}

function scoreKeys(scope: Scope): Code {
  const { value, keyAt, scoreAt, query, key, keys, sums, constants, head, rowBytes } = scope
  const zero = constants.float(0)
  const addProducts = (offset: number) =>
    sequence(
      value.set(v128.load(query.get, offset)),
      ...sums.map((sum, index) =>
        sum.set(f32x4.add(sum.get, f32x4.multiply(value.get, v128.load(keyAt.get, index * rowBytes + offset)))),
      ),
    )
  const fourKeys = sequence(
    ...sums.map((sum) => sum.set(zero)),
    ...vectorOffsets(head).map(addProducts),
    v128.store(scoreAt.get, f32x4.multiply(sumEach(sums), constants.float(1 / Math.sqrt(head)))),
    moveBy(keyAt, LANES * rowBytes),
    moveBy(scoreAt, VECTOR_BYTES),
  )
  return sequence(
    keyAt.set(scope.keysAndValues.get),
    scoreAt.set(scope.scores.get),
    repeat(key, { from: i32.const(0), to: keys.get, step: LANES }, fourKeys),
  )
}

// The sums of the lanes of four vectors, as one vector.
function sumEach(sums: readonly Local[]): Code {
  const addPairs = (a: Code, b: Code) => f32x4.add(f32x4.shuffle(a, b, [0, 2, 4, 6]), f32x4.shuffle(a, b, [1, 3, 5, 7]))
  const [a, b, c, d] = sums.map((sum) => sum.get) as [Code, Code, Code, Code]
  return addPairs(addPairs(a, b), addPairs(c, d))
}

// Keys are scored four at a time, so up to three scores after the last are of padding.
function maskPadding({ keys, scores, scoreAt, constants }: Scope): Code {
  return sequence(
    scoreAt.set(i32.add(scores.get, i32.multiply(keys.get, i32.const(BYTES)))),
    v128.store(scoreAt.get, constants.float(LOWEST)),
  )
}

function softmax(scope: Scope): Code {
  const { scores, scoreAt, key, keys, top, total, power, constants } = scope
  const eachFour = (body: Code) =>
    sequence(
      scoreAt.set(scores.get),
      repeat(key, { from: i32.const(0), to: keys.get, step: LANES }, sequence(body, moveBy(scoreAt, VECTOR_BYTES))),
    )
  return sequence(
    top.set(constants.float(LOWEST)),
    eachFour(top.set(f32x4.max(top.get, v128.load(scoreAt.get)))),
    top.set(f32x4.splat(reduceLanes(top, f32.max))),
    total.set(constants.float(0)),
    eachFour(
      sequence(
        power.set(f32x4.subtract(v128.load(scoreAt.get), top.get)),
        exponential(scope, constants),
        v128.store(scoreAt.get, power.get),
        total.set(f32x4.add(total.get, power.get)),
      ),
    ),
    total.set(f32x4.splat(f32.divide(f32.const(1), reduceLanes(total, f32.add)))),
  )
}

function mixValues(scope: Scope, offset: number): Code {
  const { keysAndValues, out, keyAt, scoreAt, key, keys, value, total, sums, constants, width, rowBytes } = scope
  const zero = constants.float(0)
  const oneKey = sequence(
    value.set(v128.loadSplat(scoreAt.get)),
    ...sums.map((sum, index) =>
      sum.set(f32x4.add(sum.get, f32x4.multiply(value.get, v128.load(keyAt.get, offset + index * VECTOR_BYTES)))),
    ),
    moveBy(keyAt, rowBytes),
    moveBy(scoreAt, BYTES),
  )
  return sequence(
    keyAt.set(i32.add(keysAndValues.get, i32.const(width * BYTES))),
    scoreAt.set(scope.scores.get),
    ...sums.map((sum) => sum.set(zero)),
    repeat(key, { from: i32.const(0), to: keys.get, step: 1 }, oneKey),
    ...sums.map((sum, index) => v128.store(out.get, f32x4.multiply(sum.get, total.get), offset + index * VECTOR_BYTES)),
  )
}
