import { writeModelFile } from '../src/analyse/model-file.ts'
import { CLASSES } from '../src/analyse/sentiment.ts'
import type { Linear } from './linear.ts'
import type { Network } from './network.ts'

// The weight of the linear part, chosen on held-out training texts.
const LINEAR_SHARE = 0.4

// Both parts as a file: int8 with one step size per column, everything else unchanged. The shares and the temperature are folded
// into the weights, so that the reader does not need them.
export function packSentiment(
  network: Network,
  linear: Linear | null,
  temperature: number,
  about: Record<string, unknown>,
): Uint8Array {
  const { width, bits } = network.shape
  const share = (linear === null ? 1 : 1 - LINEAR_SHARE) / temperature
  const scale = Float32Array.from({ length: width }, (_, column) => stepOf(network.rows, width, column))
  const rows = new Int8Array(network.rows.length)
  for (let at = 0; at < rows.length; at++) {
    const steps = Math.round((network.rows[at] as number) / (scale[at % width] as number))
    rows[at] = Math.max(-127, Math.min(127, steps))
  }
  const against = toBytes(againstNeutral(linear))
  const linearBias = linear?.bias ?? new Float32Array(CLASSES)
  const linearShare = LINEAR_SHARE / temperature
  return writeModelFile({
    kind: 'sentiment',
    about: { bits, width, linearBits: linear?.shape.bits ?? 1, ...about },
    sections: {
      rows,
      scale,
      hiddenBias: network.hiddenBias,
      output: network.output.map((weight) => weight * share),
      outputBias: network.outputBias.map((bias, at) => bias * share + (linearBias[at] as number) * linearShare),
      linear: against.values,
      linearScale: Float32Array.of(against.scale * linearShare),
    },
  })
}

// Only differences of logits matter, so two numbers per feature are enough for three classes.
function againstNeutral(linear: Linear | null): Float32Array {
  if (linear === null) return new Float32Array(4)
  const total = linear.weights.length / CLASSES
  const against = new Float32Array(total * 2)
  for (let row = 0; row < total; row++) {
    const neutral = linear.weights[row * CLASSES + 1] as number
    against[row * 2] = (linear.weights[row * CLASSES] as number) - neutral
    against[row * 2 + 1] = (linear.weights[row * CLASSES + 2] as number) - neutral
  }
  return against
}

// Symmetric int8. The few largest weights are clipped, so that all the others get finer steps.
export function toBytes(weights: Float32Array): { values: Int8Array; scale: number } {
  let squares = 0
  let used = 0
  let largest = 0
  for (const weight of weights) {
    if (weight === 0) continue
    squares += weight * weight
    used++
    largest = Math.max(largest, Math.abs(weight))
  }
  const scale = Math.min(largest, 8 * Math.sqrt(squares / Math.max(1, used))) / 127 || 1
  const values = Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))))
  return { values, scale }
}

// The largest values of a column are clipped, so that all the others get finer steps.
function stepOf(rows: Float32Array, width: number, column: number): number {
  let squares = 0
  let largest = 0
  for (let at = column; at < rows.length; at += width) {
    const value = rows[at] as number
    squares += value * value
    largest = Math.max(largest, Math.abs(value))
  }
  const spread = Math.sqrt((squares * width) / rows.length)
  return Math.min(largest, 10 * spread) / 127 || 1
}
