import { parseArgs } from 'node:util'
import { findCapacity, send, UNLOADED_SHARE } from './load/send.ts'
import { withService } from './load/service.ts'
import { Tally } from './load/tally.ts'
import type { Outcome, Traffic } from './load/traffic.ts'
import { format, percentile } from './measure.ts'

// `npm run bench -- flood [--floods 8]`: how a flood begins and how it ends. Each comes out of nothing, on new connections, at twice
// the capacity; until it is noticed, some are let in who are late. After it half of the capacity comes, which could all be served.
const CALM_MS = 5_000
const FLOOD_MS = 3_000
const AFTER_MS = 5_000

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { floods: { type: 'string' } } })
  await withService(undefined, async ({ traffic }) => {
    const capacity = await findCapacity(traffic)
    const seen: Flood[] = []
    for (let n = 0; n < Number(values.floods ?? 8); n++) seen.push(await flood(traffic, capacity))
    report(capacity, seen)
  })
}

interface Flood {
  readonly calm: Tally
  readonly flooded: Tally
  readonly after: Tally
  // Half of the capacity comes; so long some of it are refused.
  readonly refusedForMs: number
}

async function flood(traffic: Traffic, capacity: number): Promise<Flood> {
  traffic.close()
  const [calm, flooded, after] = [new Tally(), new Tally(), new Tally()]
  await calm.during(() => send(traffic, capacity * UNLOADED_SHARE, CALM_MS, calm))
  await flooded.during(() => send(traffic, capacity * 2, FLOOD_MS, flooded))
  const start = performance.now()
  let refusedForMs = 0
  const add = (outcome: Outcome) => {
    if (outcome.kind === 'shed') refusedForMs = performance.now() - start
    after.add(outcome)
  }
  await after.during(() => send(traffic, capacity / 2, AFTER_MS, { add }))
  return { calm, flooded, after, refusedForMs }
}

// Late is what took more than twice the unloaded p99.
function report(capacity: number, seen: readonly Flood[]): void {
  const unloaded = percentile(
    seen.flatMap(({ calm }) => calm.times('accepted')),
    99,
  )
  const percent = (share: number) => `${format(share * 100)} %`
  const late = (tally: Tally) => tally.times('accepted').filter((ms) => ms > 2 * unloaded).length
  console.log(`capacity: ${format(capacity)} a second; unloaded p99 ${format(unloaded)} ms`)
  console.table(
    seen.map(({ flooded, after, refusedForMs }) => ({
      accepted: flooded.times('accepted').length,
      late: late(flooded),
      'refused after it': after.times('shed').length,
      'for ms': format(refusedForMs),
      'taken by others': percent(flooded.stolen),
    })),
  )
  const failures = seen.flatMap(({ calm, flooded, after }) => [calm, flooded, after].flatMap((tally) => tally.failures))
  for (const told of failures.slice(0, 5)) console.log(told)
  if (failures.length > 0) process.exitCode = 1
}
