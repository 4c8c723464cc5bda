import { setTimeout as sleep } from 'node:timers/promises'
import { Tally } from './tally.ts'
import type { Outcome, Traffic } from './traffic.ts'

// So much of the capacity is no load, and yet more than a thousand requests a minute.
export const UNLOADED_SHARE = 1 / 20
// The most of several times: what the machine can do when others leave it alone.
const CAPACITY_MS = 5_000
const CAPACITY_TIMES = 4
const CAPACITY_TOGETHER = 32
const WARM_UP_MS = 3_000
const TICK_MS = 1
// The sender has so little to do between two looks at the clock that a longer time is the machine's.
const STALL_MS_MIN = 50
// More than this is not sent: then it is the sender that is overloaded.
const OPEN_MAX = 2_000

interface Receiver {
  add(outcome: Outcome): void
}

// Requests a second.
export async function findCapacity(traffic: Traffic): Promise<number> {
  await together(traffic, CAPACITY_TOGETHER, WARM_UP_MS, new Tally())
  let capacity = 0
  for (let time = 0; time < CAPACITY_TIMES; time++) {
    const full = new Tally()
    await full.during(() => together(traffic, CAPACITY_TOGETHER, CAPACITY_MS, full))
    capacity = Math.max(capacity, full.times('accepted').length / (CAPACITY_MS / 1000))
  }
  return capacity
}

// So many at a time, each after the answer to the one before.
export async function together(traffic: Traffic, count: number, ms: number, to: Receiver): Promise<void> {
  const start = performance.now()
  const one = async () => {
    while (performance.now() - start < ms) to.add(await traffic.ask())
  }
  await Promise.all(Array.from({ length: count }, one))
}

// So many a second, whatever becomes of them.
export async function send(traffic: Traffic, perSecond: number, ms: number, to: Receiver) {
  let open = 0
  let sent = 0
  let notSent = 0
  let stalledMs = 0
  let last = 0
  const start = performance.now()
  for (let now = 0; now < ms; now = performance.now() - start) {
    if (now - last > STALL_MS_MIN) stalledMs += now - last
    last = now
    for (; sent < (now / 1000) * perSecond; sent++) {
      if (open >= OPEN_MAX) {
        notSent += 1
        continue
      }
      open += 1
      void traffic.ask().then((outcome) => {
        open -= 1
        to.add(outcome)
      })
    }
    await sleep(TICK_MS)
  }
  for (let turn = 0; turn < 10_000 && open > 0; turn++) await sleep(TICK_MS)
  return { notSent, stalledMs }
}
