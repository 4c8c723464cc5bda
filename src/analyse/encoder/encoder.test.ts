import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NumpyArray } from '../../../train/encoder/npz.ts'
import { packEncoder } from '../../../train/encoder/pack.ts'
import { seededRandom } from '../../../train/random.ts'
import { readModelFile, type Section } from '../model-file.ts'
import { cleanText } from './clean.ts'
import { readEncoder } from './encoder.ts'
import { readWordPieces, splitText } from './word-pieces.ts'

const LENGTH = 24
// " ba", "gu", "gus": each merge is of pieces that exist before it.
const MERGES = [
  [' ', 'b'],
  [' b', 'a'],
  ['g', 'u'],
  ['gu', 's'],
] as const

function tokenizer() {
  const ids = new Map(Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), 5 + byte]))
  const merges = MERGES.flatMap(([left, right], at) => {
    ids.set(left + right, 261 + at)
    return [ids.get(left) as number, ids.get(right) as number]
  })
  return { merges: Int16Array.from(merges), bytes: Int16Array.from({ length: 256 }, (_, byte) => 5 + byte) }
}

// Random weights of two layers of 32 with two heads.
function randomWeights(): Map<string, NumpyArray> {
  const random = seededRandom(7)
  const weights = new Map<string, NumpyArray>()
  const add = (name: string, ...shape: number[]) => {
    const values = Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => (random() * 2 - 1) * 0.7)
    weights.set(name, { shape, values })
  }
  add('emb.weight', 261 + MERGES.length, 32)
  add('pos.weight', LENGTH, 32)
  for (const layer of [0, 1]) {
    for (const [name, rows, columns] of [
      ['qkv', 96, 32],
      ['o', 32, 32],
      ['f1', 128, 32],
      ['f2', 32, 128],
    ] as const) {
      add(`blocks.${layer}.${name}.weight`, rows, columns)
      add(`blocks.${layer}.${name}.bias`, rows)
    }
    for (const name of ['n1', 'n2']) {
      add(`blocks.${layer}.${name}.weight`, 32)
      add(`blocks.${layer}.${name}.bias`, 32)
    }
  }
  add('norm.weight', 32)
  add('norm.bias', 32)
  add('head.weight', 3, 64)
  add('head.bias', 3)
  add('art.weight', 3, 64)
  add('art.bias', 3)
  return weights
}

const file = readModelFile(packEncoder(randomWeights(), tokenizer()), 'encoder')
const encoder = readEncoder(file)

type Vectors = number[][]

// The same network in doubles, as plainly as it can be written, with the weights of the file.
function statesOf(pieces: readonly number[]): Vectors {
  const floats = (name: string) => [...(file.sections[name] as Section)]
  const matrix = (name: string): Vectors => {
    const [values, steps] = [floats(`${name}.weights`), floats(`${name}.steps`)]
    const columns = values.length / steps.length
    return steps.map((step, row) => values.slice(row * columns, (row + 1) * columns).map((value) => value * step))
  }
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] as number), 0)
  const linear = (name: string, x: Vectors) => {
    const [rows, bias] = [matrix(name), floats(`${name}.bias`)]
    return x.map((vector) => rows.map((row, at) => dot(row, vector) + (bias[at] as number)))
  }
  const norm = (name: string, x: Vectors) => {
    const [gain, bias] = [floats(`${name}.gain`), floats(`${name}.bias`)]
    return x.map((vector) => {
      const mean = vector.reduce((a, b) => a + b) / vector.length
      const variance = vector.reduce((sum, value) => sum + (value - mean) ** 2, 0) / vector.length
      return vector.map(
        (v, at) => ((v - mean) / Math.sqrt(variance + 1e-5)) * (gain[at] as number) + (bias[at] as number),
      )
    })
  }
  const attend = (qkv: Vectors) =>
    qkv.map((own) =>
      [0, 1].flatMap((head) => {
        const part = (vector: number[], kind: number) => vector.slice(kind * 32 + head * 16, kind * 32 + head * 16 + 16)
        const shares = qkv.map((other) => Math.exp(dot(part(own, 0), part(other, 1)) / 4))
        const total = shares.reduce((a, b) => a + b)
        return part(own, 2).map(
          (_, at) =>
            dot(
              shares,
              qkv.map((other) => part(other, 2)[at] as number),
            ) / total,
        )
      }),
    )
  const gelu = (v: number) => 0.5 * v * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v ** 3)))
  const plus = (a: Vectors, b: Vectors) => a.map((vector, row) => vector.map((v, at) => v + (b[row]?.[at] as number)))
  const [embedding, positions] = [matrix('pieces'), floats('positions')]
  let x = pieces.map((piece, token) =>
    (embedding[piece] as number[]).map((v, at) => v + (positions[token * 32 + at] as number)),
  )
  for (const layer of ['layer0', 'layer1']) {
    x = plus(x, linear(`${layer}.merge`, attend(linear(`${layer}.attention`, norm(`${layer}.attentionNorm`, x)))))
    const inner = linear(`${layer}.expand`, norm(`${layer}.innerNorm`, x)).map((vector) => vector.map(gelu))
    x = plus(x, linear(`${layer}.contract`, inner))
  }
  return norm('norm', x)
}

test('the kernel computes the network, for texts of any length', () => {
  for (const length of [0, 1, 2, 3, 4, 9, LENGTH, LENGTH + 2]) {
    const count = encoder.read('xyzzy'.repeat(6).slice(0, length))
    const expected = statesOf([...encoder.pieces.subarray(0, count)])
    expected.flat().forEach((value, at) => {
      const found = encoder.states[at] as number
      assert.ok(Math.abs(found - value) < 2e-3, `length ${length}, at ${at}: ${found} instead of ${value}`)
    })
    const mean = (column: number) => expected.reduce((sum, vector) => sum + (vector[column] as number), 0) / count
    for (const column of [0, 31]) {
      assert.ok(Math.abs((encoder.pooled[column] as number) - (expected[0]?.[column] as number)) < 2e-3)
      assert.ok(Math.abs((encoder.pooled[32 + column] as number) - mean(column)) < 2e-3)
    }
  }
})

test('an article is pooled at the marks of its subject, with the vectors that they have among all pieces', () => {
  const mark = 5 + 0xff
  for (const text of [
    '<passing> ba <subject> gus ba <subject> gu',
    '<subject> ba',
    `${'gus '.repeat(8)}<subject> gu`,
  ]) {
    const count = encoder.read(text)
    const marked = [...encoder.pieces.subarray(0, count).keys()].filter((at) => encoder.pieces[at] === mark)
    assert.ok(marked.length > 0)
    const [pooled, states] = [[...encoder.pooled], [...encoder.states]]
    assert.equal(encoder.readMarked(text), count)
    for (let column = 0; column < 32; column++) {
      const sum = marked.reduce((total, at) => total + (states[at * 32 + column] as number), 0)
      assert.equal(encoder.pooled[column], pooled[column])
      assert.equal(encoder.pooled[32 + column], sum / marked.length)
    }
  }
})

test('an article without a mark is pooled as a whole', () => {
  encoder.read('bagus sekali')
  const whole = [...encoder.pooled]
  encoder.read('buruk')
  encoder.readMarked('bagus sekali')
  assert.deepEqual([...encoder.pooled], whole)
})

test('a text has the same vectors whatever was read before it', () => {
  encoder.read('bagus sekali')
  const first = [...encoder.pooled]
  encoder.read('buruk '.repeat(50))
  encoder.read('bagus sekali')
  assert.deepEqual([...encoder.pooled], first)
})

function piecesOf(text: string, length = 100): number[] {
  const out = new Uint16Array(length)
  return [...out.subarray(0, splitText(readWordPieces(file), text, out))]
}

test('words are split into the longest known pieces, earlier merges first, after the piece of the text', () => {
  const byte = (letter: string) => 5 + letter.charCodeAt(0)
  assert.deepEqual(piecesOf('bagus'), [1, 262, 264])
  assert.deepEqual(piecesOf('gubagu'), [1, byte(' '), 263, byte('b'), byte('a'), 263])
  assert.deepEqual(piecesOf('gu <url> ba<user>'), [1, byte(' '), 263, byte(' '), 3, 262, 4])
  assert.deepEqual(piecesOf(''), [1])
  assert.deepEqual(piecesOf('bagus bagus', 3), [1, 262, 264])
  assert.equal(piecesOf('é').length, 1 + 1 + 2)
})

test('a very long word is split in bounded time, and one cached word is never taken for another', () => {
  assert.equal(piecesOf('x'.repeat(1_000), 2_000).length, 1 + 1 + 1_000)
  const pieces = readWordPieces(file)
  const out = new Uint16Array(10)
  for (let at = 0; at < 21_000; at++) splitText(pieces, `k${at}`, out)
  assert.equal(splitText(pieces, 'bagus', out), 3)
  assert.ok(pieces.cache.size <= 20_000)
})

test('a text is cleaned as in training', () => {
  assert.equal(cleanText('  BAGUUUUS  @budi lihat https://x.id/a\n!!!'), 'baguus <user> lihat <url> !!!')
  assert.equal(cleanText('ﬁlm １２'), 'film 12')
})

test('an encoder with sizes that the kernel does not support is rejected', () => {
  const odd = { ...file, about: { ...file.about, heads: 3 } }
  assert.throws(() => readEncoder(odd), /sizes that the kernel does not support/)
  assert.throws(() => readEncoder({ ...file, about: { ...file.about, layers: 3 } }), /layer2/)
})
