import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurns, TURN_MAX } from './turns.ts'

test('ordinals come in pieces, and other work is done between them', async () => {
  const ordinals = Uint32Array.from({ length: TURN_MAX * 2 + 5 }, (_, at) => at * 3)
  const done: (number | 'other work')[] = []
  const seen: number[] = []
  for await (const some of inTurns(ordinals)) {
    done.push(some.length)
    seen.push(...some)
    setImmediate(() => done.push('other work'))
  }
  assert.deepEqual(seen, [...ordinals])
  assert.deepEqual(done, [TURN_MAX, 'other work', TURN_MAX, 'other work', 5, 'other work'])
})
