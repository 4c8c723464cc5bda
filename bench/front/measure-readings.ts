import { READINGS, type Reading, type Subject } from './readings.ts'
import type { Spent } from './service.ts'

export interface Measured {
  readonly reading: Reading
  // Milliseconds of processor time of service and database; microseconds a row where `rows` divides.
  readonly first: number
  readonly again: number
  // The service's part of `again`.
  readonly service: number
}

// A reading is repeated until it took so much processor time, in groups of REPEATS_MIN.
const REPEAT_MS = 1_500
const REPEATS_MIN = 3
const REPEATS_MAX = 60

// Each reading once after a restart, in the order of the list, then each again.
export async function measureReadings(
  subject: Subject,
  clock: () => Spent,
  chosen: (reading: Reading) => boolean = () => true,
): Promise<Measured[]> {
  const readings = READINGS.filter(chosen)
  const firsts: number[] = []
  for (const reading of readings) firsts.push(totalOf(await measure(reading, subject, clock, [0])))
  const measured: Measured[] = []
  for (const [at, reading] of readings.entries()) {
    const spent = await repeat(reading, subject, clock)
    const scale = reading.rows === undefined ? 1 : 1_000 / reading.rows(subject)
    measured.push({
      reading,
      first: (firsts[at] as number) * scale,
      again: totalOf(spent) * scale,
      service: spent.service * scale,
    })
  }
  return measured
}

export function totalOf({ service, database }: Spent): number {
  return service + database
}

async function repeat(reading: Reading, subject: Subject, clock: () => Spent): Promise<Spent> {
  const spent: Spent[] = []
  let total = 0
  for (let n = 1; n <= REPEATS_MAX; n += REPEATS_MIN) {
    spent.push(await measure(reading, subject, clock, [n, n + 1, n + 2]))
    total += totalOf(spent.at(-1) as Spent) * REPEATS_MIN
    if (total > REPEAT_MS) break
  }
  const mean = (of: (one: Spent) => number) => spent.reduce((sum, one) => sum + of(one), 0) / spent.length
  return { service: mean(({ service }) => service), database: mean(({ database }) => database) }
}

// The mean of some requests, one after the other.
async function measure(
  reading: Reading,
  subject: Subject,
  clock: () => Spent,
  times: readonly number[],
): Promise<Spent> {
  const before = clock()
  for (const n of times) {
    await reading.read(subject.client, subject, n).catch((error: Error) => {
      throw new Error(`${reading.name}: ${error.message}`)
    })
  }
  const after = clock()
  return {
    service: (after.service - before.service) / times.length,
    database: (after.database - before.database) / times.length,
  }
}
