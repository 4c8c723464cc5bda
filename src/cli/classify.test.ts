import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { classifyCommand } from './classify.ts'

async function classifyLines(input: string | string[]): Promise<Record<string, unknown>[]> {
  const stdout = new PassThrough({ highWaterMark: 64 })
  const written = text(stdout)
  assert.equal(await classifyCommand([], { stdin: Readable.from(input), stdout }), 0)
  stdout.end()
  const lines = (await written).split('\n')
  assert.equal(lines.pop(), '')
  return lines.map((line) => JSON.parse(line))
}

test('each line, an empty one too, has one answer in the same place', async () => {
  const answers = await classifyLines(
    'Makanannya enak sekali, saya suka\n\n{"text": "Terrible, I hate it"}\n{not json}\n',
  )
  assert.equal(answers.length, 4)
  assert.deepEqual(Object.keys(answers[0] as object), ['sentiment', 'confidence', 'language'])
  assert.deepEqual(answers.map((answer) => answer.sentiment).slice(0, 3), [1, 0, -1])
  assert.deepEqual(answers[1], { sentiment: 0, confidence: 1, language: 'und' })
  assert.equal(answers[2]?.language, 'en')
})

test('many lines pass through a slow reader without loss', async () => {
  const answers = await classifyLines(Array.from({ length: 3_000 }, (_, at) => `baris nomor ${at}\n`))
  assert.equal(answers.length, 3_000)
})
