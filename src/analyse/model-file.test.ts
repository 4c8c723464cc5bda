import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadModelFile, readModelFile, sectionOf, sizeOf, writeModelFile } from './model-file.ts'

const model = {
  kind: 'sentiment',
  about: { width: 3 },
  sections: { rows: Int8Array.of(-127, 0, 127, 5, 6), scale: Float32Array.of(0.5, -2) },
}

test('a written model is read back, and the same model produces the same bytes', () => {
  const bytes = writeModelFile(model)
  const read = readModelFile(bytes, 'sentiment')
  assert.deepEqual([...(read.sections.rows as Int8Array)], [-127, 0, 127, 5, 6])
  assert.deepEqual([...(read.sections.scale as Float32Array)], [0.5, -2])
  assert.equal(sizeOf(read, 'width', 10), 3)
  assert.deepEqual(writeModelFile(read), bytes)
})

test('a damaged, truncated or foreign file is rejected with a reason', () => {
  const bytes = writeModelFile(model)
  for (const at of [9, 20, bytes.length - 40, bytes.length - 1]) {
    const damaged = Uint8Array.from(bytes)
    damaged[at] = (damaged[at] as number) ^ 1
    assert.throws(() => readModelFile(damaged, 'sentiment'), /checksum is wrong/)
  }
  assert.throws(() => readModelFile(bytes.subarray(0, bytes.length - 8), 'sentiment'), /checksum is wrong/)
  assert.throws(() => readModelFile(new Uint8Array(0), 'sentiment'), /not a Pantau model/)
  assert.throws(() => readModelFile(new TextEncoder().encode('x'.repeat(100)), 'sentiment'), /not a Pantau model/)
  assert.throws(() => readModelFile(bytes, 'language'), /for sentiment, not for language/)
})

test('a section or a number of the wrong size is rejected', () => {
  const read = readModelFile(writeModelFile(model), 'sentiment')
  assert.throws(() => sectionOf(read, 'rows', Int8Array, 6), BadModelFile)
  assert.throws(() => sectionOf(read, 'scale', Int8Array, 2), BadModelFile)
  assert.throws(() => sizeOf(read, 'width', 2), BadModelFile)
  assert.throws(() => sizeOf(read, 'bits', 2), BadModelFile)
})
