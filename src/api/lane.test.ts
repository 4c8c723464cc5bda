import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../domain/problem.ts'
import { Lane } from './lane.ts'

const refused = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'

// Asks for places one after the other and notes who got one, in which order, and how to give it back.
function crowd(lane: Lane, count: number) {
  const served: number[] = []
  const leaves: (() => void)[] = []
  const asked = Array.from({ length: count }, async (_, n) => {
    const leave = await lane.enter()
    served.push(n)
    leaves.push(leave)
  })
  for (const one of asked) one.catch(() => {})
  return { served, leaves, asked }
}

test('so many work at once, a crowd waits in order, and every place is given on', async () => {
  const lane = new Lane({ atOnce: 2, atOnceInOverload: 1, waitingMax: 10 })
  const { served, leaves, asked } = crowd(lane, 5)
  await Promise.all(asked.slice(0, 2))
  assert.deepEqual(served, [0, 1])
  for (let turn = 0; turn < 3; turn++) {
    leaves[turn]?.()
    await asked[turn + 2]
  }
  assert.deepEqual(served, [0, 1, 2, 3, 4])
  for (const leave of leaves.slice(3)) leave()
  await Promise.all([lane.enter(), lane.enter()])
})

test('a place is given back once, however often it is said', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 10 })
  const leave = await lane.enter()
  const { served, asked } = crowd(lane, 2)
  leave()
  leave()
  await asked[0]
  await new Promise(setImmediate)
  assert.deepEqual(served, [0])
})

test('when the waiting room is full, the next is sent away', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 2 })
  const { asked } = crowd(lane, 3)
  await assert.rejects(lane.enter(), refused)
  await Promise.allSettled(asked)
})

test('from then on it is overload: who has waited for long is sent away, and the newest is served first', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 2 })
  const told = (entering: Promise<unknown>) =>
    entering.then(
      () => 'served',
      () => 'refused',
    )
  const leave = await lane.enter()
  const patient = [told(lane.enter()), told(lane.enter())]
  assert.equal(await told(lane.enter()), 'refused')
  await new Promise((resolve) => setTimeout(resolve, 20))
  leave()
  assert.deepEqual(await Promise.all(patient), ['refused', 'refused'])
  const leaveAgain = await lane.enter()
  const fresh = [told(lane.enter()), told(lane.enter())]
  leaveAgain()
  assert.deepEqual(await Promise.all(fresh), ['refused', 'served'])
})

test('in overload it is of no use to come when somebody waits for every place', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 1 })
  const { asked } = crowd(lane, 2)
  lane.come()
  await assert.rejects(lane.enter(), refused)
  assert.throws(() => lane.come(), refused)
  await Promise.allSettled(asked)
})

test('in overload fewer work at once than before, and as many again when it is over', async () => {
  const lane = new Lane({ atOnce: 3, atOnceInOverload: 1, waitingMax: 0 })
  const { leaves, asked } = crowd(lane, 3)
  await Promise.all(asked)
  await assert.rejects(lane.enter(), refused)
  leaves[0]?.()
  leaves[1]?.()
  await assert.rejects(lane.enter(), refused)
  leaves[2]?.()
  const leave = await lane.enter()
  await assert.rejects(lane.enter(), refused)
  leave()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await Promise.all(crowd(lane, 3).asked)
})

test('overload ends when so few come that all can be served, even if some of them are still refused', async () => {
  const lane = new Lane({ atOnce: 50, atOnceInOverload: 1, waitingMax: 50 })
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const { leaves, asked } = crowd(lane, 100)
  await Promise.all(asked.slice(0, 50))
  for (const leave of leaves.slice(0, 40)) leave()
  await Promise.all(asked.slice(0, 90))
  const more = crowd(lane, 40)
  await assert.rejects(lane.enter(), refused)
  // Who still waits has waited for too long when the others are done.
  await sleep(50)
  for (const leave of leaves.slice(40)) leave()
  await Promise.allSettled([...asked, ...more.asked])
  const leave = await lane.enter()
  // A few come and are refused, again and again, for longer than one refusal is remembered.
  for (let turn = 0; turn < 10; turn++) {
    await sleep(200)
    try {
      lane.come()
      await lane.enter()
      leave()
      return
    } catch (error) {
      assert.ok(refused(error))
    }
  }
  assert.fail('It still lasts.')
})
