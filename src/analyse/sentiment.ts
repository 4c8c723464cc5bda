import { type ByteRows, type ByteTable, newByteTable, openByteRows, sumRows } from './byte-rows.ts'
import { FEATURES_MAX, type Features } from './features.ts'
import { type ModelFile, sectionOf, sizeOf } from './model-file.ts'

export const CLASSES = 3

// Two models whose logits (negative, neutral, positive) are added. In the network each feature has a row of `width` int8 values,
// and the sum of the rows goes through one hidden layer. In the linear part each feature has two values, for negative and positive
// against neutral. The two make different errors, so together they are better than either alone.
export interface SentimentTables {
  readonly mask: number
  readonly width: number
  readonly rows: ByteTable
  // The value of one int8 step, by column.
  readonly scale: Float32Array
  readonly hiddenBias: Float32Array
  // `CLASSES` rows of `width` weights.
  readonly output: Float32Array
  readonly outputBias: Float32Array
  readonly linearMask: number
  // Both values of a feature packed into one, so that a single lookup fetches them.
  readonly linear: Int16Array
  // The value of one int8 step.
  readonly linearScale: number
}

export interface SentimentModel extends Omit<SentimentTables, 'rows'> {
  readonly rows: ByteRows
  // Scratch buffers.
  readonly chosen: Int32Array
  readonly sums: Int32Array
  readonly logits: Float64Array
}

export function readSentimentModel(file: ModelFile): SentimentModel {
  return openSentimentModel(readSentimentTables(file))
}

export function readSentimentTables(file: ModelFile): SentimentTables {
  const bits = sizeOf(file, 'bits', 22)
  const width = sizeOf(file, 'width', 128)
  const linearBits = sizeOf(file, 'linearBits', 22)
  return {
    mask: 2 ** bits - 1,
    width,
    rows: newByteTable(sectionOf(file, 'rows', Int8Array, 2 ** bits * width), width),
    scale: sectionOf(file, 'scale', Float32Array, width),
    hiddenBias: sectionOf(file, 'hiddenBias', Float32Array, width),
    output: sectionOf(file, 'output', Float32Array, CLASSES * width),
    outputBias: sectionOf(file, 'outputBias', Float32Array, CLASSES),
    linearMask: 2 ** linearBits - 1,
    linear: packPairs(sectionOf(file, 'linear', Int8Array, 2 ** linearBits * 2)),
    linearScale: sectionOf(file, 'linearScale', Float32Array, 1)[0] as number,
  }
}

export function openSentimentModel(tables: SentimentTables): SentimentModel {
  return {
    ...tables,
    rows: openByteRows(tables.rows, { chosenMax: FEATURES_MAX }),
    chosen: new Int32Array(FEATURES_MAX),
    sums: new Int32Array(tables.width),
    logits: new Float64Array(CLASSES),
  }
}

// The network row of a hashed feature. It uses different bits than the linear part, so that two features that collide in one hardly
// ever collide in both.
export function rowOf(hash: number, mask: number): number {
  return (hash >>> 7) & mask
}

// Writes the logit of each class to `model.logits`.
export function computeLogits(features: Features, model: SentimentModel): void {
  model.logits.set(model.outputBias)
  const share = 1 / Math.sqrt(features.count + 1)
  addNetwork(features, model, share)
  addLinear(features, model, share)
}

function addNetwork(features: Features, model: SentimentModel, share: number): void {
  const { sums, width, chosen, mask, output, logits } = model
  for (let index = 0; index < features.count; index++) chosen[index] = rowOf(features.list[index] as number, mask)
  sumRows(model.rows, chosen, features.count, sums)
  for (let column = 0; column < width; column++) {
    const sum = (sums[column] as number) * (model.scale[column] as number)
    const value = sum * share + (model.hiddenBias[column] as number)
    if (value <= 0) continue
    for (let cls = 0; cls < CLASSES; cls++) {
      logits[cls] = (logits[cls] as number) + value * (output[cls * width + column] as number)
    }
  }
}

function addLinear(features: Features, model: SentimentModel, share: number): void {
  const { linear, linearMask, logits } = model
  const { list, count } = features
  let negative = 0
  let positive = 0
  for (let index = 0; index < count; index++) {
    const pair = linear[(list[index] as number) & linearMask] as number
    negative = (negative + ((pair << 24) >> 24)) | 0
    positive = (positive + (pair >> 8)) | 0
  }
  const step = share * model.linearScale
  logits[0] = (logits[0] as number) + negative * step
  logits[2] = (logits[2] as number) + positive * step
}

function packPairs(values: Int8Array): Int16Array {
  const packed = new Int16Array(new SharedArrayBuffer(values.length))
  for (let at = 0; at < packed.length; at++) {
    packed[at] = ((values[at * 2 + 1] as number) << 8) | ((values[at * 2] as number) & 0xff)
  }
  return packed
}
