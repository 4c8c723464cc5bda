import { type Code, type Constants, f32x4, i32, i32x4, type Local, sequence } from '../wasm/wasm.ts'

export const LANES = 4
// Of a float.
export const BYTES = 4
export const VECTOR_BYTES = LANES * BYTES

// The byte offsets of the vectors that hold `floats` floats.
export function vectorOffsets(floats: number): number[] {
  return Array.from({ length: floats / LANES }, (_, index) => index * VECTOR_BYTES)
}

export function moveBy(pointer: Local, bytes: number): Code {
  return pointer.set(i32.add(pointer.get, i32.const(bytes)))
}

// The four lanes combined, always in the same order.
export function reduceLanes(value: Local, combine: (a: Code, b: Code) => Code): Code {
  const lane = (index: number) => f32x4.lane(value.get, index)
  return combine(combine(lane(0), lane(1)), combine(lane(2), lane(3)))
}

// A float of this size has no digits after the point, so adding it rounds to the nearest integer, which is then in the lowest bits:
// the instructions for it are slow on some machines.
const ROUNDING = 1.5 * 2 ** 23
const ROUNDING_BITS = 0x4b400000

// Integers of the floats, which must be below 2^22.
export function roundFloats(value: Code, constants: Constants): Code {
  return i32x4.subtract(f32x4.add(value, constants.float(ROUNDING)), constants.integer(ROUNDING_BITS))
}

// ln 2 in two parts: the first has so few digits that its product with a small integer is exact.
const LN2_HIGH = 0.693359375
const LN2_LOW = -2.1219444e-4
// The series of exp(x) around 0, from the highest power on. Up to ln 2 / 2 its error is at most three millionths.
const SERIES = [1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1]
const POWER_MAX = 87
const FLOAT_BIAS = 127
const FLOAT_FRACTION_BITS = 23

// power = exp(power), by additions and multiplications only. `whole` and `rest` are scratch.
export function exponential(
  { power, whole, rest }: Readonly<Record<'power' | 'whole' | 'rest', Local>>,
  constants: Constants,
): Code {
  const rounding = constants.float(ROUNDING)
  const less = (part: number) => f32x4.subtract(rest.get, f32x4.multiply(whole.get, constants.float(part)))
  const exponent = i32x4.add(power.get, constants.integer(FLOAT_BIAS - ROUNDING_BITS))
  const [first, second, ...others] = SERIES as [number, number, ...number[]]
  const series = others.reduce(
    (sum, factor) => f32x4.add(f32x4.multiply(sum, rest.get), constants.float(factor)),
    f32x4.add(f32x4.multiply(constants.float(first), rest.get), constants.float(second)),
  )
  return sequence(
    rest.set(f32x4.max(f32x4.min(power.get, constants.float(POWER_MAX)), constants.float(-POWER_MAX))),
    // The whole power of two, first as the bits of the rounded sum and then as a float.
    power.set(f32x4.add(f32x4.multiply(rest.get, constants.float(Math.LOG2E)), rounding)),
    whole.set(f32x4.subtract(power.get, rounding)),
    rest.set(less(LN2_HIGH)),
    rest.set(less(LN2_LOW)),
    power.set(f32x4.multiply(series, i32x4.shiftLeft(exponent, FLOAT_FRACTION_BITS))),
  )
}
