import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readLabels } from './labels.ts'
import { openOperatorModel } from './model.ts'

// Stands in for the packages that an operator installs: pieces are the lengths of words, and the logit of the first class grows with
// the number of pieces.
const RUNTIME = `
exports.env = { wasm: {} }
exports.Tensor = class { constructor(type, data, dims) { Object.assign(this, { type, data, dims }) } }
exports.InferenceSession = { async create(bytes) {
  if (bytes.length === 0) throw new Error('the file is empty')
  return {
    inputNames: bytes.toString().split(' '), outputNames: ['logits'],
    async run(feeds) {
      if (exports.env.wasm.numThreads !== 1) throw new Error('threads')
      if (feeds.attention_mask.data.some((one) => one !== 1n)) throw new Error('mask')
      const last = feeds.input_ids.data.at(-1)
      return { logits: { data: Float32Array.of(feeds.input_ids.data.length / 16, 0, Number(last) === 3 ? 0 : 99) } }
    },
  }
} }`
const TOKENIZER = `
exports.Tokenizer = class { encode(text) { return { ids: [2, ...text.split(' ').map((word) => word.length), 3] } } }`

describe('the model of an operator', () => {
  const root = mkdtempSync(join(tmpdir(), 'pantau-model-'))
  after(() => rmSync(root, { recursive: true }))

  let folders = 0
  function folderWith(files: Readonly<Record<string, string>>): string {
    const folder = join(root, String(folders++))
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    return folder
  }
  const PACKAGES = {
    'node_modules/onnxruntime-web/index.js': RUNTIME,
    'node_modules/@huggingface/tokenizers/index.js': TOKENIZER,
  }
  const FILES = {
    'model.onnx': 'input_ids attention_mask',
    'tokenizer.json': '{}',
    'labels.json': '["positive", "neutral", "negative"]',
  }

  test('judges by the softmax of its logits, mapped to sentiments', async () => {
    const model = await openOperatorModel(folderWith({ ...PACKAGES, ...FILES }))
    const { sentiment, confidence, probabilities, model: name } = model.judge('a '.repeat(29).trim())
    assert.deepEqual([sentiment, name], [1, 'operator'])
    const total = Math.exp(31 / 16) + 2
    assert.ok(Math.abs(confidence - Math.exp(31 / 16) / total) < 1e-6)
    assert.ok(Math.abs(probabilities[0] - 1 / total) < 1e-6)
    await model.close()
  })

  test('reads at most 256 pieces of a text, the last of which is its end', async () => {
    const model = await openOperatorModel(folderWith({ ...PACKAGES, ...FILES }))
    const long = model.judge('a '.repeat(5_000))
    assert.equal(long.sentiment, 1, 'the end is kept')
    assert.deepEqual(long, model.judge('a '.repeat(500)))
    await model.close()
  })

  test('classes that mean the same are added, and names of config.json are understood', () => {
    const config = JSON.stringify({ id2label: { 0: 'NEGATIVE', 1: 'Neutral', 2: 'positive' } })
    assert.deepEqual(readLabels(folderWith({ 'config.json': config })), [-1, 0, 1])
    const stars = '["negative", "negative", "neutral", "positive", "positive"]'
    assert.deepEqual(readLabels(folderWith({ 'config.json': config, 'labels.json': stars })), [-1, -1, 0, 1, 1])
  })

  const refused: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['without files', { 'labels.json': '[]' }, /has no model\.onnx and no tokenizer\.json/],
    ['without packages', FILES, /onnxruntime-web cannot be loaded; run "npm install onnxruntime-web @huggingface/],
    ['with an unknown class', { ...FILES, 'labels.json': '["LABEL_0"]' }, /The class "LABEL_0" is none of/],
    ['without a negative class', { ...FILES, 'labels.json': '["positive"]' }, /No class is negative/],
    ['without names of classes', { ...FILES, 'labels.json': '3' }, /labels\.json must be a list/],
    ['with a broken tokenizer', { ...PACKAGES, ...FILES, 'tokenizer.json': '{' }, /tokenizer\.json cannot be read/],
    ['that the runtime refuses', { ...PACKAGES, ...FILES, 'model.onnx': '' }, /the file is empty/],
    ['with an unknown input', { ...PACKAGES, ...FILES, 'model.onnx': 'pixels' }, /unknown input "pixels"/],
    [
      'with fewer names than classes',
      { ...PACKAGES, ...FILES, 'labels.json': '["positive", "negative"]' },
      /returns 3 numbers for 2 classes/,
    ],
  ]
  for (const [what, files, reason] of refused) {
    test(`one ${what} is refused with the reason`, async () => {
      await assert.rejects(openOperatorModel(folderWith(files)), (error: Error) => {
        assert.match(error.message, /^The model of PANTAU_SENTIMENT_MODEL cannot be used: /)
        assert.match(error.message, reason)
        return true
      })
    })
  }
})
