import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callThread, openThread, shareOnce } from './thread.ts'

const moduleOf = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

// Replies with the number of its thread.
const FILE = moduleOf(`
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', (message) => {
    if (message === 'end') process.exit()
    if (message !== 'hang') parentPort.postMessage(message === 'fail' ? { error: new Error('wrong') } : { reply: threadId })
  })`)

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

// Waits for a moment, so that what other threads made has arrived, and adds to the shared number unless it is only started.
const COUNTER = moduleOf(`
  import { setTimeout as sleep } from 'node:timers/promises'
  import { serveThread, shareOnce } from ${JSON.stringify(new URL('./thread.ts', import.meta.url))}
  const newNumbers = () => ({ numbers: new Int32Array(new SharedArrayBuffer(4)) })
  serveThread(async (message) => {
    if (message === 'start') return
    await sleep(100)
    Atomics.add(shareOnce('numbers', newNumbers).numbers, 0, 1)
  })`)

test('what one thread makes to be shared, threads that began before and after it have, too', async () => {
  const early = openThread<string, void>(COUNTER)
  await early.call('start')
  const { numbers } = shareOnce('numbers', () => ({ numbers: new Int32Array(new SharedArrayBuffer(4)) }))
  const late = openThread<string, void>(COUNTER)
  await early.call('add')
  await late.call('add')
  assert.equal(numbers[0], 2)
  await Promise.all([early.close(), late.close()])
})
