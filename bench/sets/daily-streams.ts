import { seededRandom } from '../../train/random.ts'

// Daily counts of made-up projects: what a preview sees of the archive, and the month after it. From a seed, so that every run compares
// the same streams.
export interface DailyStream {
  readonly kind: string
  readonly seen: readonly number[]
  // What the next thirty days brought.
  readonly held: number
}

interface Kind {
  readonly name: string
  readonly perDay: number
  // The expected volume of a day in relation to the mean, without chance.
  shape(day: number, days: number): number
  // How much days vary beyond chance, and the part of a day's deviation that lasts into the next.
  readonly spread: number
  readonly memory: number
  // Bursts in a hundred days, each several times the usual at first and half as much every two days.
  readonly bursts: number
}

const WEEKEND = [1.15, 1.15, 1.1, 1.1, 1, 0.8, 0.7]
const flat = () => 1

const KINDS: readonly Kind[] = [
  { name: 'rare', perDay: 0.15, shape: flat, spread: 0, memory: 0, bursts: 0 },
  { name: 'quiet', perDay: 2, shape: flat, spread: 0.3, memory: 0.2, bursts: 0 },
  { name: 'steady', perDay: 40, shape: flat, spread: 0.2, memory: 0.3, bursts: 0 },
  { name: 'weekly rhythm', perDay: 25, shape: (day) => WEEKEND[day % 7] ?? 1, spread: 0.2, memory: 0.3, bursts: 0 },
  { name: 'growing', perDay: 20, shape: (day, days) => 0.7 + (0.6 * day) / days, spread: 0.25, memory: 0.3, bursts: 0 },
  { name: 'fading', perDay: 20, shape: (day, days) => 1.3 - (0.6 * day) / days, spread: 0.25, memory: 0.3, bursts: 0 },
  { name: 'moody', perDay: 30, shape: flat, spread: 0.5, memory: 0.8, bursts: 0 },
  { name: 'bursty', perDay: 10, shape: flat, spread: 0.3, memory: 0.3, bursts: 4 },
]
const BURST_TIMES = 6
const BURST_DAYS = 12

// The constants of the forecast were chosen on the streams of one seed and are measured on those of the other.
export const TUNING_SEED = 1
export const HELD_OUT_SEED = 50_000_017

export function makeStreams(daysSeen: number, perKind: number, seed: number): DailyStream[] {
  return KINDS.flatMap((kind, index) =>
    Array.from({ length: perKind }, (_, at) => makeStream(kind, daysSeen, seed + index * 100_003 + at * 7)),
  )
}

function makeStream(kind: Kind, daysSeen: number, seed: number): DailyStream {
  const next = seededRandom(seed)
  const days = daysSeen + 30
  const counts: number[] = []
  let mood = 0
  let burst = 0
  for (let day = 0; day < days; day++) {
    mood = mood * kind.memory + normal(next) * kind.spread * Math.sqrt(1 - kind.memory ** 2)
    burst *= 0.5 ** (1 / 2)
    if (next() < kind.bursts / 100) burst = BURST_TIMES * (0.5 + next())
    const usual = kind.perDay * kind.shape(day, days) * Math.exp(mood - kind.spread ** 2 / 2)
    counts.push(poisson(next, usual * (1 + (burst < BURST_TIMES * 0.5 ** (BURST_DAYS / 2) ? 0 : burst))))
  }
  const held = counts.slice(daysSeen).reduce((sum, count) => sum + count, 0)
  return { kind: kind.name, seen: counts.slice(0, daysSeen), held }
}

function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

function poisson(next: () => number, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(next)))
  let count = 0
  for (let left = Math.exp(-mean), product = next(); product > left; product *= next()) count++
  return count
}
