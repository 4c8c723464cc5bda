import { BadModelFile, type ModelFile, sectionOf, sizeOf } from '../model-file.ts'
import { instantiate, type Memory } from '../wasm/instance.ts'
import { cleanText } from './clean.ts'
import { type Kernel, kernelOf } from './kernel.ts'
import { layOutWeights, ROWS_STEP, TOKENS_STEP } from './multiplication.ts'
import { piecesTotal, readWordPieces, splitText, subjectPiece } from './word-pieces.ts'

// A small transformer (pre-norm) that reads a text in word pieces.
export interface Encoder {
  readonly shape: EncoderShape
  // Fills `pieces`, `states` and `pooled` for a text, and returns how many pieces it has, the first of which stands for the whole.
  read(text: string): number
  // The same, with the mean of the marks of the subject instead of all pieces if the text has any: then only those and the first piece
  // have states.
  readMarked(text: string): number
  readonly pieces: Uint16Array
  // A vector of `width` floats for each piece.
  readonly states: Float32Array
  // The vector of the first piece and then the mean of all, which heads classify the text by.
  readonly pooled: Float64Array
}

export interface EncoderShape {
  readonly layers: number
  readonly width: number
  readonly inner: number
  readonly heads: number
  readonly pieces: number
  readonly length: number
}

// Addresses in the kernel's memory.
interface Matrix {
  readonly weights: number
  readonly steps: number
  readonly bias: number
  readonly rows: number
}

interface Layer {
  readonly attentionNorm: Norm
  readonly queries: Matrix
  readonly keysAndValues: Matrix
  readonly merge: Matrix
  readonly innerNorm: Norm
  readonly expand: Matrix
  readonly contract: Matrix
}

interface Norm {
  readonly gain: number
  readonly bias: number
}

// For the rounding of sizes in the memory.
const SPARE_BYTES = 65_536
const LAYERS_MAX = 12
const WIDTH_MAX = 512
const LENGTH_MAX = 512

export function readEncoder(file: ModelFile): Encoder {
  const shape = readShape(file)
  const { width, length } = shape
  const pieces = readWordPieces(file)
  const functions = kernelOf({ width, inner: shape.inner, head: width / shape.heads })
  const { memory, run: kernel } = instantiate<Kernel>(functions, memoryBytes(shape))
  const layers = Array.from({ length: shape.layers }, (_, index) => readLayer(file, shape, memory, `layer${index}.`))
  const lastNorm = readNorm(file, shape, memory, 'norm')
  const work = reserveWork(shape, memory)
  const embed = embeddingOf(file, shape)
  const read = new Uint16Array(length)
  const input = new Float32Array(memory.buffer, work.x, padded(length) * width)
  const states = new Float32Array(memory.buffer, work.normal, padded(length) * width)
  const pooled = new Float64Array(2 * width)
  const mark = subjectPiece(pieces)
  // Of the last layer only the pieces of `kept` are computed, because no other is pooled.
  const runLayers = (count: number, kept?: readonly number[]) => {
    embed(read, count, input)
    for (const layer of layers) {
      runLayer(kernel, shape, layer, work, { count, kept: layer === layers.at(-1) ? kept : undefined })
    }
    kernel.normalise(work.x, lastNorm.gain, lastNorm.bias, work.normal, padded(kept?.length ?? count))
  }
  const readWhole = (count: number) => {
    runLayers(count)
    pool(states, { from: 0, to: count }, pooled)
    return count
  }
  const readPieces = (text: string) => splitText(pieces, cleanText(text), read)
  return {
    shape,
    pieces: read,
    states,
    pooled,
    read: (text) => readWhole(readPieces(text)),
    readMarked(text) {
      const count = readPieces(text)
      const marks = [...read.subarray(0, count).keys()].filter((token) => read[token] === mark)
      if (marks.length === 0) return readWhole(count)
      runLayers(count, [0, ...marks])
      pool(states, { from: 1, to: 1 + marks.length }, pooled)
      return count
    },
  }
}

function readShape(file: ModelFile): EncoderShape {
  const shape = {
    layers: sizeOf(file, 'layers', LAYERS_MAX),
    width: sizeOf(file, 'width', WIDTH_MAX),
    inner: sizeOf(file, 'inner', 4 * WIDTH_MAX),
    heads: sizeOf(file, 'heads', WIDTH_MAX),
    pieces: piecesTotal(file),
    length: sizeOf(file, 'length', LENGTH_MAX),
  }
  // The kernel multiplies eight rows and sums 16 floats of a head at a time.
  if (shape.width % (16 * shape.heads) !== 0 || shape.inner % ROWS_STEP !== 0) {
    throw new BadModelFile(`its header has sizes that the kernel does not support: ${JSON.stringify(shape)}`)
  }
  return shape
}

const padded = (tokens: number) => Math.ceil(tokens / TOKENS_STEP) * TOKENS_STEP

function memoryBytes({ layers, width, inner, length }: EncoderShape): number {
  const weights = layers * (4 * width * width + 2 * width * inner) * 2
  const rows = layers * (13 * width + 2 * inner + 128) * 4 * 2
  return weights + rows + padded(length) * (7 * width + 2 * inner + 64) * 4 + SPARE_BYTES
}

function readLayer(file: ModelFile, shape: EncoderShape, memory: Memory, prefix: string): Layer {
  const { width, inner } = shape
  const matrix = (name: string, rows: number, columns: number): Matrix => {
    const weights = memory.take(rows * columns * 2)
    const values = sectionOf(file, `${prefix}${name}.weights`, Int8Array, rows * columns)
    layOutWeights(values, columns, new Int16Array(memory.buffer, weights, rows * columns))
    const steps = copyFloats(file, memory, `${prefix}${name}.steps`, rows)
    return { weights, steps, bias: copyFloats(file, memory, `${prefix}${name}.bias`, rows), rows }
  }
  const attention = matrix('attention', 3 * width, width)
  return {
    attentionNorm: readNorm(file, shape, memory, `${prefix}attentionNorm`),
    queries: { ...attention, rows: width },
    keysAndValues: {
      weights: attention.weights + width * width * 2,
      steps: attention.steps + width * 4,
      bias: attention.bias + width * 4,
      rows: 2 * width,
    },
    merge: matrix('merge', width, width),
    innerNorm: readNorm(file, shape, memory, `${prefix}innerNorm`),
    expand: matrix('expand', inner, width),
    contract: matrix('contract', width, inner),
  }
}

function readNorm(file: ModelFile, { width }: EncoderShape, memory: Memory, name: string): Norm {
  return {
    gain: copyFloats(file, memory, `${name}.gain`, width),
    bias: copyFloats(file, memory, `${name}.bias`, width),
  }
}

function copyFloats(file: ModelFile, memory: Memory, name: string, length: number): number {
  const address = memory.take(length * 4)
  new Float32Array(memory.buffer, address, length).set(sectionOf(file, name, Float32Array, length))
  return address
}

// Addresses of the intermediate results.
type Work = ReturnType<typeof reserveWork>

function reserveWork({ width, inner, length }: EncoderShape, memory: Memory) {
  const floats = (columns: number) => memory.take(padded(length) * columns * 4)
  const x = floats(width)
  const normal = floats(width)
  const rows = [x, normal].map((address) => new Float32Array(memory.buffer, address, length * width))
  return {
    x,
    normal,
    // Moves the rows of these tokens, which are in ascending order, to the beginning of `x` and `normal`.
    keepRows(tokens: readonly number[]): void {
      for (const values of rows) {
        tokens.forEach((token, to) => {
          values.copyWithin(to * width, token * width, (token + 1) * width)
        })
      }
    },
    wide: floats(Math.max(2 * width, inner)),
    mixed: floats(width),
    integers: floats(Math.max(width, inner) / 2),
    steps: floats(1),
    scores: memory.take((length + TOKENS_STEP) * 4),
  }
}

// The vector of a piece plus that of its position. Padding is zero.
function embeddingOf(file: ModelFile, shape: EncoderShape) {
  const { width, length } = shape
  const vectors = sectionOf(file, 'pieces.weights', Int8Array, shape.pieces * width)
  const steps = sectionOf(file, 'pieces.steps', Float32Array, shape.pieces)
  const positions = sectionOf(file, 'positions', Float32Array, length * width)
  return (pieces: Uint16Array, count: number, out: Float32Array): void => {
    for (let token = 0; token < count; token++) {
      const from = (pieces[token] as number) * width
      const step = steps[pieces[token] as number] as number
      for (let column = 0; column < width; column++) {
        const at = token * width + column
        out[at] = (vectors[from + column] as number) * step + (positions[at] as number)
      }
    }
    out.fill(0, count * width, padded(count) * width)
  }
}

// All `count` pieces are attended to, and those of `kept`, or all, are computed: afterwards they are the first rows of `x`.
interface LayerPieces {
  readonly count: number
  readonly kept: readonly number[] | undefined
}

function runLayer(
  kernel: Kernel,
  { width, inner, heads }: EncoderShape,
  layer: Layer,
  work: Work,
  { count, kept }: LayerPieces,
): void {
  const { x, normal, wide, mixed, integers, steps, scores } = work
  const tokens = padded(kept?.length ?? count)
  const multiply = (matrix: Matrix, out: number, all = tokens) => {
    kernel.multiply(integers, steps, matrix.weights, matrix.steps, matrix.bias, out, all, matrix.rows)
  }
  kernel.normalise(x, layer.attentionNorm.gain, layer.attentionNorm.bias, normal, padded(count))
  kernel.quantise(normal, integers, steps, padded(count))
  multiply(layer.keysAndValues, wide, padded(count))
  if (kept !== undefined) {
    work.keepRows(kept)
    kernel.quantise(normal, integers, steps, tokens)
  }
  multiply(layer.queries, normal)
  for (let head = 0; head < heads; head++) {
    const column = head * (width / heads) * 4
    kernel.attend(normal + column, wide + column, mixed + column, scores, tokens, count)
  }
  kernel.quantise(mixed, integers, steps, tokens)
  multiply(layer.merge, mixed)
  kernel.add(x, mixed, tokens * width)
  kernel.normalise(x, layer.innerNorm.gain, layer.innerNorm.bias, normal, tokens)
  kernel.quantise(normal, integers, steps, tokens)
  multiply(layer.expand, wide)
  kernel.activate(wide, tokens * inner)
  kernel.quantiseInner(wide, integers, steps, tokens)
  const { weights, bias, rows } = layer.contract
  kernel.multiplyInner(integers, steps, weights, layer.contract.steps, bias, mixed, tokens, rows)
  kernel.add(x, mixed, tokens * width)
}

// The vector of the first piece, and the mean of those from `from` on and before `to`.
function pool(states: Float32Array, { from, to }: { from: number; to: number }, pooled: Float64Array): void {
  const width = pooled.length / 2
  for (let column = 0; column < width; column++) {
    let sum = 0
    for (let token = from; token < to; token++) sum += states[token * width + column] as number
    pooled[column] = states[column] as number
    pooled[width + column] = sum / (to - from)
  }
}
