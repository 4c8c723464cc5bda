import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../domain/problem.ts'
import { Lane } from './lane.ts'

const refused = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'

// Asks for places one after the other and notes who got one, in which order.
function crowd(lane: Lane, count: number) {
  const served: number[] = []
  const asked = Array.from({ length: count }, (_, n) => lane.enter().then(() => served.push(n)))
  return { served, asked }
}

test('so many work at once, a burst waits in order, and every place is given on', async () => {
  const lane = new Lane(2, 10)
  const { served, asked } = crowd(lane, 5)
  await Promise.all(asked.slice(0, 2))
  assert.deepEqual(served, [0, 1])
  for (let left = 0; left < 3; left++) lane.leave()
  await Promise.all(asked)
  assert.deepEqual(served, [0, 1, 2, 3, 4])
  for (let left = 0; left < 2; left++) lane.leave()
  await Promise.all([lane.enter(), lane.enter()])
})

test('the waiting room is not endless', async () => {
  const lane = new Lane(1, 2)
  const { asked } = crowd(lane, 3)
  await assert.rejects(lane.enter(), refused)
  await Promise.allSettled(asked)
})

test('in lasting overload the newest is served and the others are sent away', async () => {
  const lane = new Lane(1, 10)
  await lane.enter()
  const told = (entering: Promise<void>) =>
    entering.then(
      () => 'served',
      () => 'refused',
    )
  const patient = told(lane.enter())
  await sleep(300)
  const fresh = [told(lane.enter()), told(lane.enter())]
  lane.leave()
  assert.equal(await patient, 'refused')
  assert.deepEqual(await Promise.all(fresh), ['refused', 'served'])
})
