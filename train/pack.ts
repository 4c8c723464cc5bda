import { writeModelFile } from '../src/analyse/model-file.ts'
import type { Network } from './network.ts'

// The network as a file: rows to int8 with one step size a column, everything else as it is. The temperature goes into
// the output layer, so that reading the model needs no word of it.
export function packNetwork(network: Network, temperature: number, about: Record<string, unknown>): Uint8Array {
  const { width, bits } = network.shape
  const scale = Float32Array.from({ length: width }, (_, column) => stepOf(network.rows, width, column))
  const rows = new Int8Array(network.rows.length)
  for (let at = 0; at < rows.length; at++) {
    const steps = Math.round((network.rows[at] as number) / (scale[at % width] as number))
    rows[at] = Math.max(-127, Math.min(127, steps))
  }
  return writeModelFile({
    kind: 'sentiment',
    about: { bits, width, ...about },
    sections: {
      rows,
      scale,
      hiddenBias: network.hiddenBias,
      output: network.output.map((weight) => weight / temperature),
      outputBias: network.outputBias.map((weight) => weight / temperature),
    },
  })
}

// The largest values of a column are cut off, so that all the others keep finer steps.
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
