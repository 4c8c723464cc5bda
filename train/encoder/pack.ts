import { readFileSync } from 'node:fs'
import { type Section, writeModelFile } from '../../src/analyse/model-file.ts'
import type { NumpyArray } from './npz.ts'

const MATRICES = { attention: 'qkv', merge: 'o', expand: 'f1', contract: 'f2' } as const
const NORMS = { attentionNorm: 'n1', innerNorm: 'n2' } as const

// The trained encoder as a model file: int8 with one step size per row; norms, biases, positions and heads unchanged.
export function packEncoder(weights: ReadonlyMap<string, NumpyArray>, tokenizer: Tokenizer): Uint8Array {
  const get = (name: string): NumpyArray => {
    const array = weights.get(name)
    if (array === undefined) throw new Error(`The weights have no array called ${name}.`)
    return array
  }
  const [pieces, width] = get('emb.weight').shape as [number, number]
  const layers = [...weights.keys()].filter((name) => name.endsWith('.qkv.weight')).length
  const sections: Record<string, Section> = {
    ...tokenizer,
    ...rowsToBytes('pieces', get('emb.weight')),
    positions: get('pos.weight').values,
    'norm.gain': get('norm.weight').values,
    'norm.bias': get('norm.bias').values,
    'sentiment.weights': get('head.weight').values,
    'sentiment.bias': get('head.bias').values,
    'article.weights': get('art.weight').values,
    'article.bias': get('art.bias').values,
  }
  for (let layer = 0; layer < layers; layer++) {
    for (const [name, theirs] of Object.entries(MATRICES)) {
      Object.assign(sections, rowsToBytes(`layer${layer}.${name}`, get(`blocks.${layer}.${theirs}.weight`)))
      sections[`layer${layer}.${name}.bias`] = get(`blocks.${layer}.${theirs}.bias`).values
    }
    for (const [name, theirs] of Object.entries(NORMS)) {
      sections[`layer${layer}.${name}.gain`] = get(`blocks.${layer}.${theirs}.weight`).values
      sections[`layer${layer}.${name}.bias`] = get(`blocks.${layer}.${theirs}.bias`).values
    }
  }
  const merges = tokenizer.merges.length / 2
  if (pieces !== merges + 5 + 256) throw new Error(`${pieces} vectors do not fit ${merges} merges.`)
  return writeModelFile({
    kind: 'encoder',
    about: {
      layers,
      width,
      inner: get('blocks.0.f1.weight').shape[0],
      heads: Math.max(2, width / 64),
      length: get('pos.weight').shape[0],
      merges,
    },
    sections,
  })
}

export interface Tokenizer {
  readonly merges: Int16Array
  readonly bytes: Int16Array
}

// Reads the byte-level BPE of the `tokenizers` library, whose merged pieces are numbered in the order of the merges.
export function readTokenizer(path: string): Tokenizer {
  const { model } = JSON.parse(readFileSync(path, 'utf8')) as {
    model: { vocab: Record<string, number>; merges: [string, string][] }
  }
  const idOf = (piece: string): number => {
    const id = model.vocab[piece]
    if (id === undefined) throw new Error(`The tokenizer has no piece ${JSON.stringify(piece)}.`)
    return id
  }
  model.merges.forEach(([left, right], at) => {
    if (idOf(left + right) !== 261 + at) throw new Error(`The merge ${left} ${right} is not numbered in order.`)
  })
  return {
    merges: Int16Array.from(model.merges.flatMap(([left, right]) => [idOf(left), idOf(right)])),
    bytes: Int16Array.from(byteCharacters(), idOf),
  }
}

// How byte-level BPE writes each byte as a visible character: printable bytes as themselves, the others from U+0100 on.
function byteCharacters(): string[] {
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
    return String.fromCharCode(printable ? byte : next++)
  })
}

function rowsToBytes(name: string, { shape, values }: NumpyArray): Record<string, Section> {
  const [rows, columns] = shape as [number, number]
  const steps = new Float32Array(rows)
  const weights = new Int8Array(values.length)
  for (let row = 0; row < rows; row++) {
    const own = values.subarray(row * columns, (row + 1) * columns)
    const step = own.reduce((top, value) => Math.max(top, Math.abs(value)), 0) / 127 || 1
    steps[row] = step
    own.forEach((value, column) => {
      weights[row * columns + column] = Math.max(-127, Math.min(127, Math.round(value / (steps[row] as number))))
    })
  }
  return { [`${name}.weights`]: weights, [`${name}.steps`]: steps }
}
