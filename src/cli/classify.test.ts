import assert from 'node:assert/strict'
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
