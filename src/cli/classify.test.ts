import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { classifyCommand } from './classify.ts'

async function classifyLines(input: string | string[]): Promise<Record<string, unknown>[]> {
  const stdout = new PassThrough({ highWaterMark: 64 })
  const written = text(stdout)
  assert.equal(await classifyCommand({ stdin: Readable.from(input), stdout }).run([]), 0)
  stdout.end()
  const lines = (await written).split('\n')
  assert.equal(lines.pop(), '')
  return lines.map((line) => JSON.parse(line))
}

test('each line, even an empty one, gives one result at the same line number', async () => {
  const results = await classifyLines(
    'Makanannya enak sekali, saya suka\n\n{"text": "Terrible, I hate it"}\n{not json}\n',
  )
  assert.equal(results.length, 4)
  assert.deepEqual(Object.keys(results[0] as object), ['sentiment', 'confidence', 'probabilities', 'language', 'model'])
  assert.deepEqual(results.map((result) => result.sentiment).slice(0, 3), [1, 0, -1])
  const probabilities = { negative: 0, neutral: 1, positive: 0 }
  assert.deepEqual(results[1], { sentiment: 0, confidence: 1, probabilities, language: 'und', model: 'hashed' })
  assert.equal(results[2]?.language, 'en')
})

test('many lines pass through a slow reader without loss', async () => {
  const results = await classifyLines(Array.from({ length: 3_000 }, (_, index) => `baris nomor ${index}\n`))
  assert.equal(results.length, 3_000)
})

test('labelled texts are compared by each model, and a wrong line is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pantau-compare-'))
  const file = join(folder, 'labelled.jsonl')
  const compare = async (lines: readonly object[]) => {
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const stdout = new PassThrough()
    await classifyCommand({ stdin: Readable.from([]), stdout }).run(['--compare', file])
    return String(stdout.read())
  }
  try {
    const good = { text: 'Makanannya enak sekali, saya suka', label: 1 }
    const table = await compare([
      good,
      { text: 'Pelayanannya buruk, saya kecewa', label: -1 },
      { text: '12', label: 1 },
    ])
    const rows = table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/))
    assert.deepEqual(rows.map(([model, texts, right]) => [model, texts, right]).slice(1), [
      ['hashed', '3', '66.7'],
      ['encoder', '3', '66.7'],
    ])
    await assert.rejects(compare([good, { text: 'a', label: 2 }]), /line 2: "label" must be -1, 0 or 1/)
    await assert.rejects(compare([{ label: 1 }]), /line 1: "text" must be a text/)
    await assert.rejects(compare([]), /has no texts/)
    const missing = classifyCommand({ stdin: Readable.from([]), stdout: new PassThrough() })
    await assert.rejects(
      missing.run(['--compare', join(folder, 'none')]),
      /cannot be used: it, or its folder, does not/,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a model that cannot be loaded stops the start with the reason', () => {
  const main = join(import.meta.dirname, '../main.ts')
  const env = { ...process.env, PANTAU_SENTIMENT_MODEL: '/does-not-exist' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'start'], { env, encoding: 'utf8' })
  const reason = '/does-not-exist has no model.onnx and no tokenizer.json.'
  assert.deepEqual([status, stdout, stderr], [1, '', `The model of PANTAU_SENTIMENT_MODEL cannot be used: ${reason}\n`])
})

test('an operator can have the hashed model judge alone', () => {
  const main = join(import.meta.dirname, '../main.ts')
  const judgedBy = (PANTAU_SENTIMENT_QUICK: string) => {
    const env = { ...process.env, PANTAU_SENTIMENT_QUICK }
    const { stdout } = spawnSync(process.execPath, [main, 'classify'], {
      env,
      encoding: 'utf8',
      input: 'Enak sekali\n',
    })
    return JSON.parse(stdout).model
  }
  assert.deepEqual(['1', '0'].map(judgedBy), ['hashed', 'encoder'])
})
