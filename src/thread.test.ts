import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callThread } from './thread.ts'

// Replies with the number of its thread.
const FILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', (message) => {
      if (message === 'end') process.exit()
      if (message !== 'hang') parentPort.postMessage(message === 'fail' ? { error: new Error('wrong') } : { reply: threadId })
    })`)}`,
)

test('calls in a row have one thread, and calls at the same time one each', async () => {
  const call = callThread<string, number>(FILE)
  const first = await call('number')
  assert.equal(await call('number'), first)
  const [one, other] = await Promise.all([call('number'), call('number')])
  assert.notEqual(one, other)
  assert.ok([one, other].includes(await call('number')))
})

test('a call that fails, ends its thread or is aborted leaves none behind, and the next call gets a new one', async () => {
  const call = callThread<string, number>(FILE)
  const seen = new Set([await call('number')])
  await assert.rejects(call('fail'), /wrong/)
  seen.add(await call('number'))
  await assert.rejects(call('end'), /The thread ended/)
  seen.add(await call('number'))
  const stopped = new AbortController()
  const hanging = call('hang', { signal: stopped.signal })
  stopped.abort(new Error('stopped'))
  await assert.rejects(hanging, /stopped/)
  seen.add(await call('number'))
  assert.equal(seen.size, 4)
})
