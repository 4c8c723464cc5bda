import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findCapacity, send, together, UNLOADED_SHARE } from './load/send.ts'
import { withService } from './load/service.ts'
import { Tally } from './load/tally.ts'
import type { Traffic } from './load/traffic.ts'
import { format, percentile } from './measure.ts'
import type { Scene } from './stage.ts'

// `npm run bench -- load [--minutes 10] [--max 100]`: what happens at twice the capacity.
const UNLOADED_MS = 60_000
const ALONE_MS = 10_000
const CALM_MS = 3_000

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string' }, max: { type: 'string' } } })
  const ms = Number(values.minutes ?? 1) * 60_000
  await withService(values.max, async ({ traffic, service, scene }) => {
    await report(await measure(traffic, service, ms), traffic, scene)
  })
}

interface Measured {
  // A few requests a second, at times that do not depend on the answers, as they come from people and in the flood: a minute before
  // it and one after it, the better one first. That is what is compared with, so that a disturbed one excuses nothing.
  readonly unloaded: readonly [Tally, Tally]
  // One request after the other. A pause of the service or the machine, however long, then meets one request; otherwise it meets
  // all who come while it lasts. So this p99 knows no pauses: it is told, but is not what is compared with.
  readonly alone: Tally
  readonly capacity: number
  readonly flooded: Tally
  readonly notSent: number
  readonly stalledMs: number
  readonly memory: readonly number[]
}

async function measure(traffic: Traffic, service: ChildProcess, ms: number): Promise<Measured> {
  const [alone, flooded] = [new Tally(), new Tally()]
  const capacity = await findCapacity(traffic)
  const withoutLoad = async () => {
    await alone.during(() => together(traffic, 1, ALONE_MS, alone))
    const unloaded = new Tally()
    await unloaded.during(() => send(traffic, capacity * UNLOADED_SHARE, UNLOADED_MS, unloaded))
    return unloaded
  }
  const before = await withoutLoad()
  const memory: number[] = []
  const watch = setInterval(() => memory.push(residentMb(service)), 1_000)
  const sender = await flooded.during(() => send(traffic, capacity * 2, ms, flooded))
  clearInterval(watch)
  await sleep(CALM_MS)
  const after = await withoutLoad()
  return {
    unloaded: p99(before) <= p99(after) ? [before, after] : [after, before],
    alone,
    capacity,
    flooded,
    ...sender,
    memory,
  }
}

type Check = readonly [what: string, good: boolean, told: string]

async function report(measured: Measured, traffic: Traffic, scene: Scene): Promise<void> {
  const { alone, capacity, flooded, notSent, stalledMs, memory } = measured
  const [unloaded, other] = measured.unloaded
  const row = (what: string, list: readonly number[], seconds: number) => ({
    what,
    'a second': format(list.length / seconds),
    'p50 ms': format(percentile(list, 50)),
    'p99 ms': format(percentile(list, 99)),
  })
  const [accepted, shed] = [flooded.times('accepted'), flooded.times('shed')]
  console.table([
    row('unloaded, the better minute', unloaded.times('accepted'), unloaded.seconds),
    row('unloaded, the other', other.times('accepted'), other.seconds),
    row('one after the other', alone.times('accepted'), alone.seconds),
    row('accepted at twice the capacity', accepted, flooded.seconds),
    row('told to come back (503)', shed, flooded.seconds),
  ])
  const third = Math.ceil(memory.length / 3)
  const [first, last] = [percentile(memory.slice(0, third), 50), percentile(memory.slice(-third), 50)]
  const [row0] = await scene.pool`select count(*)::int as count from project
     where owner_id = ${scene.ownerId} and removed_at is null`
  const { created, deleted } = traffic.projects()
  const failures = [unloaded, other, alone, flooded].flatMap((tally) => tally.failures)
  const sent = accepted.length + shed.length + flooded.failures.length
  const checks: Check[] = [
    ['answers are right', failures.length === 0, `${failures.length} of ${sent} wrong or lost`],
    ['overload is shed', shed.length > 0, `${shed.length} answers 503 with Retry-After`],
    ['what was acknowledged is there', row0?.count === 1 + created - deleted, `${created} created, ${deleted} deleted`],
    ['memory is bounded', last < first * 1.25 + 50, `${format(first)} MB at first, ${format(last)} MB at last`],
    judgeP99(unloaded, alone, flooded),
  ]
  const percent = (share: number) => `${format(share * 100)} %`
  console.log(`capacity: ${format(capacity)} a second; sent ${sent}, not sent ${notSent}`)
  console.log(`the sender itself stood still for ${format(stalledMs / 1000)} s; other machines took`)
  console.log(`${percent(flooded.stolen)} of the processors in the flood, ${percent(unloaded.stolen)} without load`)
  for (const [what, good, told] of checks) console.log(`${good ? 'yes' : 'NO '}  ${what}: ${told}`)
  for (const told of failures.slice(0, 5)) console.log(`     ${told}`)
  if (checks.some(([, good]) => !good)) process.exitCode = 1
}

// Judged over the whole run. Beside it the seconds after the first in which nobody else took the processors, unloaded and flooded
// alike: they tell what of it is the machine's.
function judgeP99(unloaded: Tally, alone: Tally, flooded: Tally): Check {
  const whole = p99(flooded) / p99(unloaded)
  const ofAlone = p99(flooded) / p99(alone)
  const [calm, flood] = [unloaded.quiet(), flooded.quiet()]
  const ours =
    calm.seconds === 0 || flood.seconds === 0
      ? 'the machine was never ours'
      : `${format(percentile(flood.accepted, 99) / percentile(calm.accepted, 99))} x in the ${flood.seconds} s that the machine was ours`
  return [
    'accepted p99 within twice the unloaded',
    whole <= 2,
    `${format(whole)} x; ${ours}; ${format(ofAlone)} x one after the other`,
  ]
}

function p99(tally: Tally): number {
  return percentile(tally.times('accepted'), 99)
}

function residentMb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
