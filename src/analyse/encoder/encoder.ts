import { BadModelFile, type ModelFile, sectionOf, sizeOf } from '../model-file.ts'
import { cleanText } from './clean.ts'
import { instantiate, type Memory } from './instance.ts'
import { type Kernel, kernelOf } from './kernel.ts'
import { layOutWeights, ROWS_STEP, TOKENS_STEP } from './multiplication.ts'
import { piecesTotal, readWordPieces, splitText, subjectPiece } from './word-pieces.ts'

// A small transformer (pre-norm) that reads a text in word pieces.
export interface Encoder {
  readonly shape: EncoderShape
  // Fills `pieces`, `states` and `pooled` for a text, and returns how many pieces it has, the first of which stands for the whole.
  read(text: string): number
  readonly pieces: Uint16Array
  // A vector of `width` floats for each piece.
  readonly states: Float32Array
  // The vector of the first piece and then the mean of all, which heads classify the text by.
  readonly pooled: Float64Array
  // Replaces the mean of all pieces in `pooled` by that of the marks of the subject, if the text has any.
  poolMarks(): void
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
  readonly attention: Matrix
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
  const everyPiece = () => true
  const mark = subjectPiece(pieces)
  let count = 0
  return {
    shape,
    pieces: read,
    states,
    pooled,
    read(text) {
      count = splitText(pieces, cleanText(text), read)
      embed(read, count, input)
      for (const layer of layers) runLayer(kernel, shape, layer, work, count)
      kernel.normalise(work.x, lastNorm.gain, lastNorm.bias, work.normal, padded(count))
      pool(states, read.subarray(0, count), everyPiece, pooled)
      return count
    },
    poolMarks: () => pool(states, read.subarray(0, count), (piece) => piece === mark, pooled),
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
  return {
    attentionNorm: readNorm(file, shape, memory, `${prefix}attentionNorm`),
    attention: matrix('attention', 3 * width, width),
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
  return {
    x: floats(width),
    normal: floats(width),
    wide: floats(Math.max(3 * width, inner)),
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

function runLayer(
  kernel: Kernel,
  { width, inner, heads }: EncoderShape,
  layer: Layer,
  work: Work,
  count: number,
): void {
  const tokens = padded(count)
  const { x, normal, wide, mixed, integers, steps, scores } = work
  const multiply = (matrix: Matrix, out: number) => {
    kernel.multiply(integers, steps, matrix.weights, matrix.steps, matrix.bias, out, tokens, matrix.rows)
  }
  kernel.normalise(x, layer.attentionNorm.gain, layer.attentionNorm.bias, normal, tokens)
  kernel.quantise(normal, integers, steps, tokens)
  multiply(layer.attention, wide)
  for (let head = 0; head < heads; head++) {
    const column = head * (width / heads) * 4
    kernel.attend(wide + column, mixed + column, scores, tokens, count)
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

// The vector of the first piece, and the mean of those that are `chosen`.
function pool(states: Float32Array, pieces: Uint16Array, chosen: (piece: number) => boolean, pooled: Float64Array) {
  const width = pooled.length / 2
  const tokens = [...pieces.keys()].filter((token) => chosen(pieces[token] as number))
  if (tokens.length === 0) return
  for (let column = 0; column < width; column++) {
    let sum = 0
    for (const token of tokens) sum += states[token * width + column] as number
    pooled[column] = states[column] as number
    pooled[width + column] = sum / tokens.length
  }
}
