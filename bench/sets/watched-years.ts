import { CELLS_TOTAL } from '../../src/domain/cell.ts'
import { emptyHours, type HourCounts, type MinuteCount } from '../../src/watch/series.ts'

// A year of a project, in steps of five minutes, with planted incidents: for two hours, twice the expected volume comes in addition, so
// that it is three times the expected one on average. The numbers come from the model below and from a seed, so every run compares on
// the same years.
export interface WatchedYear {
  readonly kind: string
  readonly counts: HourCounts
  readonly detail: ReadonlyMap<number, readonly MinuteCount[]>
  // In minutes.
  readonly planted: readonly { readonly from: number; readonly to: number }[]
}

export const STEP_MINUTES = 5
const STEPS_PER_HOUR = 12
export const FIRST_HOUR = 24 * 20_089
export const HOURS = 365 * 24
const WARM_UP_HOURS = 8 * 168
const INCIDENT_STEPS = 24
const INCIDENT_TIMES = 3
// In a quiet project three times the usual is two or three mentions: there an incident has at least this many in an hour.
const INCIDENT_PER_HOUR_MIN = 24
const INCIDENTS = 18
const GAPS = 20
const CELL = 1

interface Kind {
  readonly name: string
  // The expected volume: mentions that an hour has on average, over all years that could have been.
  rate(hour: number): number
  // How much its hours vary beyond chance: the square of the coefficient of variation of the rate of an hour.
  readonly dispersion: number
  // Of the deviation of an hour, the part that lasts into the next.
  readonly memory: number
}

const TIME_ZONE = 'Asia/Jakarta'
const localHour = (hour: number) => hour + 7
const day = (hour: number) => 0.35 + 0.65 * Math.max(0, Math.sin((((localHour(hour) % 24) - 5) / 18) * Math.PI)) * 1.6
const weekday = (hour: number) => Math.floor(localHour(hour) / 24) % 7
const share = (hour: number) => (hour - FIRST_HOUR) / HOURS
// Thirty days in which people write at night instead of by day, and single days with half or one and a half times the volume.
const isFasting = (hour: number) => share(hour) > 0.4 && share(hour) < 0.48
const holiday = (hour: number) => {
  const number = Math.floor(localHour(hour) / 24) % 41
  return number === 7 ? 0.5 : number === 23 ? 1.5 : 1
}

const KINDS: readonly Kind[] = [
  { name: 'quiet', rate: (hour) => 0.6 * day(hour), dispersion: 0.3, memory: 0 },
  { name: 'daily rhythm', rate: (hour) => 40 * day(hour), dispersion: 0.04, memory: 0.3 },
  {
    name: 'weekly rhythm',
    rate: (hour) => 25 * day(hour) * ([1.3, 1.2, 1.1, 1, 1, 0.5, 0.4][weekday(hour)] ?? 1),
    dispersion: 0.06,
    memory: 0.3,
  },
  { name: 'growing', rate: (hour) => 12 * day(hour) * (1 + 4 * share(hour)), dispersion: 0.06, memory: 0.3 },
  // Its hours vary by almost half, and a high one is followed by others: by itself it reaches twice the expected volume every few days.
  { name: 'bursty', rate: (hour) => 30 * day(hour), dispersion: 0.2, memory: 0.6 },
  {
    name: 'dead on weekends',
    rate: (hour) => 20 * day(hour) * (weekday(hour) >= 5 ? 0.03 : 1),
    dispersion: 0.06,
    memory: 0.2,
  },
  {
    name: 'Ramadan and holidays',
    rate: (hour) => 60 * (isFasting(hour) ? day(hour + 9) * 1.3 : day(hour)) * holiday(hour),
    dispersion: 0.05,
    memory: 0.3,
  },
  { name: 'large', rate: (hour) => 460 * day(hour), dispersion: 0.03, memory: 0.4 },
]

// The years on which the settings of the detector were chosen, and others, which decide how good it is.
export const TUNING_SEEDS = [1, 500_001]
export const HELD_OUT_SEEDS = [900_001]

export function makeYears(perKind: number, seeds: readonly number[]): WatchedYear[] {
  return KINDS.flatMap((kind, index) =>
    seeds.flatMap((seed) =>
      Array.from({ length: perKind }, (_, number) => makeYear(kind, randomOf(seed + index * 1_000 + number))),
    ),
  )
}

function makeYear({ name, rate, dispersion, memory }: Kind, random: () => number): WatchedYear {
  const counts = emptyHours(FIRST_HOUR, HOURS, TIME_ZONE)
  // Projects of one kind are between half and twice as large.
  const size = 2 ** (2 * random() - 1)
  const gaps = makeGaps(random)
  for (const hour of gaps) counts.uncovered[hour] = 1
  const planted = plant(gaps, random)
  const isPlanted = new Set(planted.flatMap(({ from, to }) => stepsBetween(from, to)))
  const detail = new Map<number, MinuteCount[]>()
  const sigma = Math.sqrt(Math.log1p(dispersion))
  let deviation = 0
  for (let index = 0; index < HOURS; index++) {
    const hour = FIRST_HOUR + index
    deviation = memory * deviation + Math.sqrt(1 - memory ** 2) * normal(random)
    const expected = size * rate(hour)
    const own = expected * Math.exp(sigma * deviation - (sigma * sigma) / 2)
    const minutes: MinuteCount[] = []
    for (let step = 0; step < STEPS_PER_HOUR; step++) {
      const extra = isPlanted.has(hour * STEPS_PER_HOUR + step)
        ? Math.max((INCIDENT_TIMES - 1) * expected, INCIDENT_PER_HOUR_MIN - expected)
        : 0
      const count = counts.uncovered[index] === 1 ? 0 : poisson((own + extra) / STEPS_PER_HOUR, random)
      if (count === 0) continue
      minutes.push({ minute: step * STEP_MINUTES, cell: CELL, count })
      counts.cells[index * CELLS_TOTAL + CELL] = (counts.cells[index * CELLS_TOTAL + CELL] as number) + count
    }
    detail.set(hour, minutes)
  }
  return { kind: name, counts, detail, planted }
}

function makeGaps(random: () => number): Set<number> {
  const hours = new Set<number>()
  for (let gap = 0; gap < GAPS; gap++) {
    const start = Math.floor(random() * (HOURS - 24))
    const length = 1 + Math.floor(random() * 12)
    for (let hour = start; hour < start + length; hour++) hours.add(hour)
  }
  return hours
}

// Incidents begin at any five minutes of the year, at least a day apart, while the project was collected.
function plant(gaps: ReadonlySet<number>, random: () => number) {
  const planted: { from: number; to: number }[] = []
  while (planted.length < INCIDENTS) {
    const step = (WARM_UP_HOURS + Math.floor(random() * (HOURS - WARM_UP_HOURS - 24))) * STEPS_PER_HOUR
    const from = (FIRST_HOUR * STEPS_PER_HOUR + step + Math.floor(random() * STEPS_PER_HOUR)) * STEP_MINUTES
    const to = from + INCIDENT_STEPS * STEP_MINUTES
    const hours = [0, 1, 2, 3].map((offset) => step / STEPS_PER_HOUR + offset)
    if (hours.some((hour) => gaps.has(hour))) continue
    if (planted.some((other) => Math.abs(other.from - from) < 24 * 60)) continue
    planted.push({ from, to })
  }
  return planted.sort((a, b) => a.from - b.from)
}

function stepsBetween(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / STEP_MINUTES }, (_, step) => from / STEP_MINUTES + step)
}

function poisson(mean: number, random: () => number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-mean)
  let product = random()
  let count = 0
  while (product > limit) {
    count += 1
    product *= random()
  }
  return count
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

// A small generator with a seed (mulberry32).
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
