import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, type Refusal } from '../domain/problem.ts'
import { Limiter } from './limiter.ts'

const WAIT_MS = 60_000

// Whether a promise has settled after pending microtasks ran.
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  await new Promise(setImmediate)
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}

const isOverload = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'

test('so many requests run at once; the next waits until one has ended', async () => {
  const limiter = new Limiter({ concurrentMax: 2, queueMax: 5, waitMsMax: WAIT_MS })
  const [first] = await Promise.all([limiter.acquire(), limiter.acquire()])
  const third = limiter.acquire()
  assert.equal(await isSettled(third), false)
  first()
  await third
})

test('requests leave the queue in the order in which they came', async () => {
  const limiter = new Limiter({ concurrentMax: 1, queueMax: 5, waitMsMax: WAIT_MS })
  let release = await limiter.acquire()
  const order: number[] = []
  const waiting = [1, 2, 3].map(async (n) => {
    const next = await limiter.acquire()
    order.push(n)
    return next
  })
  for (const one of waiting) {
    release()
    release = await one
  }
  assert.deepEqual(order, [1, 2, 3])
})

test('a full queue refuses at once, and takes again when there is room', async () => {
  const limiter = new Limiter({ concurrentMax: 1, queueMax: 1, waitMsMax: WAIT_MS })
  const release = await limiter.acquire()
  const waiting = limiter.acquire()
  assert.equal(limiter.isFull(), true)
  await assert.rejects(limiter.acquire(), (error) => isOverload(error) && (error as Refusal).retryAfterSeconds === 1)
  release()
  await waiting
  assert.equal(limiter.isFull(), false)
})

test('a request that waited too long is refused and leaves the queue', async () => {
  const limiter = new Limiter({ concurrentMax: 1, queueMax: 1, waitMsMax: 5 })
  const release = await limiter.acquire()
  await assert.rejects(limiter.acquire(), isOverload)
  assert.equal(limiter.isFull(), false)
  release()
  await limiter.acquire()
})

test('a slot that is given back twice counts once', async () => {
  const limiter = new Limiter({ concurrentMax: 1, queueMax: 5, waitMsMax: WAIT_MS })
  const release = await limiter.acquire()
  release()
  release()
  await limiter.acquire()
  assert.equal(await isSettled(limiter.acquire()), false)
})

test('a free slot goes to the lowest rank that waits, and a full queue of one rank refuses no other', async () => {
  const limiter = new Limiter({ concurrentMax: 1, queueMax: 2, waitMsMax: WAIT_MS }, 2)
  let release = await limiter.acquire(1)
  const order: string[] = []
  const wait = async (name: string, rank: number) => {
    const next = await limiter.acquire(rank)
    order.push(name)
    return next
  }
  const waiting = [wait('first of rank 1', 1), wait('second of rank 1', 1), wait('rank 0', 0)] as const
  await assert.rejects(limiter.acquire(1), isOverload)
  for (const one of [waiting[2], waiting[0], waiting[1]]) {
    release()
    release = await one
  }
  assert.deepEqual(order, ['rank 0', 'first of rank 1', 'second of rank 1'])
})
