import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../domain/problem.ts'
import { Lane, type Visit } from './lane.ts'

const refused = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'

// Comes and enters at once, as one does about whom nothing has to be found out.
async function enter(lane: Lane): Promise<Visit> {
  const visit = lane.come()
  if (visit === null) throw new Problem('unavailable', 'It was of no use to come.')
  await visit.enter()
  return visit
}

// Asks for places one after the other and notes who got one, in which order, and how to give it back.
function crowd(lane: Lane, count: number) {
  const served: number[] = []
  const visits: Visit[] = []
  const asked = Array.from({ length: count }, async (_, n) => {
    const visit = await enter(lane)
    served.push(n)
    visits.push(visit)
  })
  for (const one of asked) one.catch(() => {})
  return { served, visits, asked }
}

// A lane with one place in overload, which it is from now on: somebody works, nobody waits.
async function overloaded(): Promise<{ readonly lane: Lane; readonly working: Visit }> {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 0 })
  const working = await enter(lane)
  await assert.rejects(enter(lane), refused)
  return { lane, working }
}

test('so many work at once, a crowd waits in order, and every place is given on', async () => {
  const lane = new Lane({ atOnce: 2, atOnceInOverload: 1, waitingMax: 10 })
  const { served, visits, asked } = crowd(lane, 5)
  await Promise.all(asked.slice(0, 2))
  assert.deepEqual(served, [0, 1])
  for (let turn = 0; turn < 3; turn++) {
    visits[turn]?.leave()
    await asked[turn + 2]
  }
  assert.deepEqual(served, [0, 1, 2, 3, 4])
  for (const visit of visits.slice(3)) visit.leave()
  await Promise.all([enter(lane), enter(lane)])
})

test('a place is given back once, however often it is said', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 10 })
  const visit = await enter(lane)
  const { served, asked } = crowd(lane, 2)
  visit.leave()
  visit.leave()
  await asked[0]
  await new Promise(setImmediate)
  assert.deepEqual(served, [0])
})

test('when the waiting room is full, the next is sent away', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 2 })
  const { asked } = crowd(lane, 3)
  await assert.rejects(enter(lane), refused)
  await Promise.allSettled(asked)
})

test('who is on the way has a place in the waiting room, so that a flood is noticed before anybody has entered', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 2 })
  const visits = Array.from({ length: 5 }, () => lane.come())
  assert.deepEqual(
    visits.map((visit) => visit !== null),
    [true, true, true, false, false],
  )
})

test('who is on the way for seconds has not', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 2 })
  for (let slow = 0; slow < 3; slow++) assert.ok(lane.come() !== null)
  await sleep(2_050)
  assert.ok(lane.come() !== null)
})

test('from then on it is overload: who has waited for long is sent away, and the newest is served first', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 5 })
  const told = (entering: Promise<unknown> | undefined) =>
    entering?.then(
      () => 'served',
      () => 'refused',
    )
  const working = await enter(lane)
  const [next, early, later] = [lane.come(), lane.come(), lane.come()]
  const patient = [told(enter(lane)), told(enter(lane))]
  assert.equal(await told(enter(lane)), 'refused')
  await sleep(20)
  working.leave()
  assert.deepEqual(await Promise.all(patient), ['refused', 'refused'])
  await next?.enter()
  const fresh = [told(early?.enter()), told(later?.enter())]
  next?.leave()
  assert.deepEqual(await Promise.all(fresh), ['refused', 'served'])
})

test('who stands at the door has a place in it too', () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 2 })
  assert.ok(lane.come(2) !== null)
  assert.equal(lane.come(2), null)
})

test('in overload it is of no use to come while another one works', async () => {
  const { lane, working } = await overloaded()
  assert.equal(lane.come(), null)
  working.leave()
  assert.ok(lane.come() !== null)
})

test('nor while another one is on the way, unless that takes long', async () => {
  const { lane, working } = await overloaded()
  working.leave()
  const slow = lane.come()
  assert.ok(slow !== null)
  assert.equal(lane.come(), null)
  await sleep(60)
  assert.ok(lane.come() !== null)
})

test('who goes away before the turn came makes room for another one', async () => {
  const { lane, working } = await overloaded()
  working.leave()
  lane.come()?.leave()
  assert.ok(lane.come() !== null)
})

test('nor when somebody waits for every place', async () => {
  const lane = new Lane({ atOnce: 1, atOnceInOverload: 1, waitingMax: 1 })
  const { asked } = crowd(lane, 2)
  await assert.rejects(enter(lane), refused)
  assert.equal(lane.come(), null)
  await Promise.allSettled(asked)
})

test('in overload fewer work at once than before, and as many again when it is over', async () => {
  const lane = new Lane({ atOnce: 3, atOnceInOverload: 1, waitingMax: 0 })
  const { visits, asked } = crowd(lane, 3)
  await Promise.all(asked)
  await assert.rejects(enter(lane), refused)
  visits[0]?.leave()
  visits[1]?.leave()
  await assert.rejects(enter(lane), refused)
  visits[2]?.leave()
  const visit = await enter(lane)
  await assert.rejects(enter(lane), refused)
  visit.leave()
  // On a machine that stands still it takes longer; who asks too early has to wait again.
  for (let turn = 0; turn < 5; turn++) {
    await sleep(1_200)
    const again = crowd(lane, 3)
    const outcomes = await Promise.allSettled(again.asked)
    if (outcomes.every(({ status }) => status === 'fulfilled')) return
    for (const early of again.visits) early.leave()
  }
  assert.fail('It still lasts.')
})

test('a process that stood still is still in overload afterwards', async () => {
  const { lane, working } = await overloaded()
  working.leave()
  // Nothing runs in this time, as on a machine that is taken away for a while.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
  assert.ok(lane.come() !== null)
  assert.equal(lane.come(), null)
})

// Ten are served every tenth of a second, and so many are refused. True when that is no overload any more.
async function serveAndRefuse(lane: Lane, refusals: number, tenths: number): Promise<boolean> {
  for (let turn = 0; turn < tenths; turn++) {
    for (let n = 0; n < 10; n++) (await enter(lane)).leave()
    const onTheWay = lane.come()
    const others = Array.from({ length: refusals }, () => lane.come())
    for (const visit of [onTheWay, ...others]) visit?.leave()
    if (others.every((visit) => visit !== null)) return true
    await sleep(100)
  }
  return false
}

function overloadedForMany(): Lane {
  const lane = new Lane({ atOnce: 10, atOnceInOverload: 1, waitingMax: 50 })
  overfill(lane)
  return lane
}

// More come than such a lane has room for, and go away again.
function overfill(lane: Lane): void {
  const visits = Array.from({ length: 61 }, () => lane.come())
  assert.equal(visits.at(-1), null)
  for (const visit of visits) visit?.leave()
}

test('overload lasts while twice as many come as are served', async () => {
  assert.equal(await serveAndRefuse(overloadedForMany(), 25, 25), false)
})

test('overload ends when less come, because many at once can serve them, even if some of them are still refused', async () => {
  assert.equal(await serveAndRefuse(overloadedForMany(), 2, 25), true)
})

test('when many at once cannot serve them either, it is tried again later', async () => {
  const lane = overloadedForMany()
  assert.equal(await serveAndRefuse(lane, 2, 25), true)
  // It was wrong.
  overfill(lane)
  assert.equal(await serveAndRefuse(lane, 2, 11), false, 'not after a second')
  assert.equal(await serveAndRefuse(lane, 2, 25), true)
})
