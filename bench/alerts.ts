import { CELLS_TOTAL } from '../src/domain/cell.ts'
import { Baseline } from '../src/watch/baseline.ts'
import { detect, minutesNeeded } from '../src/watch/detect.ts'
import { IncidentTracker } from '../src/watch/incident-tracker.ts'
import { CumulativeCounts } from '../src/watch/series.ts'
import { SPIKE_MIN, SPIKE_MINUTES, SPIKE_REACH_HOURS } from '../src/watch/windows.ts'
import { measureBacktests } from './backtests.ts'
import {
  FIRST_HOUR,
  HELD_OUT_SEEDS,
  HOURS,
  makeYears,
  STEP_MINUTES,
  TUNING_SEEDS,
  type WatchedYear,
} from './sets/watched-years.ts'

// How good the detector of `spike` rules is, against two that users know, on the same years, windows and minimum count; and what an
// evaluation costs when nothing happened.
const PER_KIND = 8
const WARM_UP_HOURS = 8 * 168
const MONTHS = (HOURS - WARM_UP_HOURS) / (30 * 24)
const COOLDOWN_MINUTES = 60

interface Opened {
  // In minutes.
  readonly openedAt: number
  readonly activeUntil: number
  readonly since: number
}

type Detector = (year: WatchedYear) => readonly Opened[]

const DETECTORS: Readonly<Record<string, Detector>> = {
  'Pantau, low': (year) => detectSpikes(year, 'low'),
  'Pantau, medium': (year) => detectSpikes(year, 'medium'),
  'Pantau, high': (year) => detectSpikes(year, 'high'),
  'three times the mean': thriceMean,
  'weighted mean + 3 deviations': weightedMean,
}

export async function run(args: readonly string[]): Promise<void> {
  if (args.includes('--full')) {
    const isFast = await measureBacktests()
    goal('a back-test in less than a second of processor time', isFast, isFast ? 'every kind' : 'not every kind')
    return
  }
  const isTuning = args.includes('--tuning')
  const seeds = isTuning ? TUNING_SEEDS : HELD_OUT_SEEDS
  const years = makeYears(PER_KIND, seeds)
  const planted = years.reduce((sum, year) => sum + year.planted.length, 0)
  console.log(`${years.length} projects, a year each, ${planted} planted incidents of two hours`)
  console.log(
    isTuning ? 'The years on which the detector was tuned\n' : 'Held-out years: the detector was tuned on others\n',
  )
  const opened = Object.entries(DETECTORS).map(
    ([name, detector]) => [name, new Map(years.map((year) => [year, detector(year)]))] as const,
  )
  const tableOf = (some: readonly WatchedYear[]) => opened.map(([name, found]) => [name, score(some, found)] as const)
  const table = tableOf(years)
  print('all kinds', table)
  for (const [kind, own] of Map.groupBy(years, (year) => year.kind)) print(kind, tableOf(own))
  const scores = Object.fromEntries(table)
  const ours = scores['Pantau, medium'] as Score
  const others = [scores['three times the mean'], scores['weighted mean + 3 deviations']] as Score[]
  const rulesPerSecond = measureQuiet(years)
  console.log('\nGoals at medium sensitivity')
  goal('planted incidents found, at least 95 %', ours.recall >= 0.95, percent(ours.recall))
  goal('median delay after the first hour, under 15 minutes', ours.delay < 15, `${ours.delay} minutes`)
  goal('false incidents per project and month, at most 1', ours.falsePerMonth <= 1, ours.falsePerMonth.toFixed(2))
  goal(
    'better precision than both',
    others.every((other) => ours.precision > other.precision),
    percent(ours.precision),
  )
  goal(
    'better recall than both',
    others.every((other) => ours.recall > other.recall),
    percent(ours.recall),
  )
  goal(
    'rules per second and core when nothing happened, at least 10,000',
    rulesPerSecond >= 10_000,
    String(rulesPerSecond),
  )
}

interface Score {
  readonly recall: number
  readonly precision: number
  readonly falsePerMonth: number
  // Median, in minutes after the first hour of the incident.
  readonly delay: number
}

function score(years: readonly WatchedYear[], found: ReadonlyMap<WatchedYear, readonly Opened[]>): Score {
  let planted = 0
  let hits = 0
  let isTrue = 0
  let isFalse = 0
  const delays: number[] = []
  for (const year of years) {
    const opened = found.get(year) ?? []
    planted += year.planted.length
    for (const { from, to } of year.planted) {
      // What was open before it began did not find it.
      const first = opened.find(({ openedAt }) => openedAt > from && openedAt <= to + 60)
      if (first === undefined) continue
      hits += 1
      delays.push(first.openedAt - from - 60)
    }
    for (const { since, activeUntil } of opened) {
      if (year.planted.some(({ from, to }) => since < to + 60 && activeUntil > from)) isTrue += 1
      else isFalse += 1
    }
  }
  delays.sort((a, b) => a - b)
  return {
    recall: hits / planted,
    precision: isTrue / Math.max(isTrue + isFalse, 1),
    falsePerMonth: isFalse / years.length / MONTHS,
    delay: delays[Math.floor(delays.length / 2)] ?? Number.NaN,
  }
}

function detectSpikes(year: WatchedYear, sensitivity: 'low' | 'medium' | 'high'): Opened[] {
  const { counts, detail } = year
  const found = detect({ kind: 'spike', sensitivity }, { counts, detail, baseline: new Baseline(counts) }, yearRange())
  return found.map(({ openedAt, activeUntil, since }) => ({
    openedAt: openedAt / 60_000,
    activeUntil: activeUntil / 60_000,
    since: since / 60_000,
  }))
}

function yearRange() {
  return {
    from: new Date((FIRST_HOUR + WARM_UP_HOURS) * 3_600_000),
    to: new Date((FIRST_HOUR + HOURS) * 3_600_000),
    cooldownMinutes: COOLDOWN_MINUTES,
  }
}

// The same windows, every five minutes, against a limit for an hour that holds for each hour of the clock.
function slide(year: WatchedYear, limitOf: (hour: number) => number): Opened[] {
  const all = new CumulativeCounts(year.counts, year.detail)
  const tracker = new IncidentTracker({ cooldownMinutes: COOLDOWN_MINUTES }, 0)
  for (let hour = FIRST_HOUR + WARM_UP_HOURS; hour < FIRST_HOUR + HOURS; hour++) {
    const limit = Math.max((limitOf(hour) * SPIKE_MINUTES) / 60, SPIKE_MIN)
    for (let minute = hour * 60 + STEP_MINUTES; minute <= (hour + 1) * 60; minute += STEP_MINUTES) {
      const count = all.between(minute - SPIKE_MINUTES, minute)
      if (count >= limit) tracker.add({ from: minute - SPIKE_MINUTES, to: minute, count, expected: null })
    }
  }
  return tracker.finish((FIRST_HOUR + HOURS) * 60).map(({ openedAt, activeUntil, since }) => ({
    openedAt: openedAt / 60_000,
    activeUntil: activeUntil / 60_000,
    since: since / 60_000,
  }))
}

const MEAN_HOURS = 28 * 24

function thriceMean(year: WatchedYear): Opened[] {
  const all = new CumulativeCounts(year.counts, year.detail)
  return slide(year, (hour) => (3 * all.between((hour - MEAN_HOURS) * 60, hour * 60)) / MEAN_HOURS)
}

const WEIGHT = 0.1

function weightedMean(year: WatchedYear): Opened[] {
  const all = new CumulativeCounts(year.counts, year.detail)
  const limits = new Map<number, number>()
  let mean = 0
  let variance = 0
  for (let hour = FIRST_HOUR; hour < FIRST_HOUR + HOURS; hour++) {
    limits.set(hour, mean + 3 * Math.sqrt(variance))
    const difference = all.hour(hour) - mean
    mean += WEIGHT * difference
    variance = (1 - WEIGHT) * (variance + WEIGHT * difference * difference)
  }
  return slide(year, (hour) => limits.get(hour) ?? 0)
}

// The check that ends most evaluations: the last two days' hours of a project whose baseline is known, and nothing happened.
function measureQuiet(years: readonly WatchedYear[]): number {
  const quiet = years.flatMap((year) => {
    const hours = SPIKE_REACH_HOURS + 1
    const from = findQuiet(year)
    if (from === null) return []
    const counts = {
      firstHour: from - hours,
      cells: year.counts.cells.slice((from - hours - FIRST_HOUR) * CELLS_TOTAL, (from - FIRST_HOUR) * CELLS_TOTAL),
      timeZone: year.counts.timeZone,
      uncovered: year.counts.uncovered.slice(from - hours - FIRST_HOUR, from - FIRST_HOUR),
    }
    const range = { from: new Date((from - 1) * 3_600_000), to: new Date(from * 3_600_000), cooldownMinutes: 60 }
    const baseline = new Baseline(year.counts)
    for (let hour = from - hours; hour <= from; hour++) baseline.at(hour)
    return [{ counts, baseline, range }]
  })
  const rounds = 2_000
  const started = process.cpuUsage()
  let needed = 0
  for (let round = 0; round < rounds; round++)
    for (const { counts, baseline, range } of quiet)
      needed += minutesNeeded({ kind: 'spike', sensitivity: 'medium' }, counts, baseline, range).length
  const { user, system } = process.cpuUsage(started)
  if (needed > 0) throw new Error('Something happened in the quiet hours.')
  return Math.round((rounds * quiet.length * 1e6) / (user + system))
}

// The end of some hours without a possible incident.
function findQuiet(year: WatchedYear): number | null {
  const baseline = new Baseline(year.counts)
  for (let hour = FIRST_HOUR + HOURS - 1; hour > FIRST_HOUR + HOURS - 200; hour--) {
    const range = { from: new Date((hour - 1) * 3_600_000), to: new Date(hour * 3_600_000), cooldownMinutes: 60 }
    if (minutesNeeded({ kind: 'spike', sensitivity: 'medium' }, year.counts, baseline, range).length === 0) return hour
  }
  return null
}

function print(title: string, rows: readonly (readonly [string, Score])[]): void {
  console.log(`${title.padEnd(30)}  found  precision  false/month  delay`)
  for (const [name, { recall, precision, falsePerMonth, delay }] of rows) {
    const cells = [
      percent(recall).padStart(5),
      percent(precision).padStart(9),
      falsePerMonth.toFixed(2).padStart(11),
      `${delay}`.padStart(5),
    ]
    console.log(`  ${name.padEnd(28)}  ${cells.join('  ')}`)
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

function goal(name: string, isMet: boolean, value: string): void {
  console.log(`  ${isMet ? 'met    ' : 'NOT MET'}  ${name}: ${value}`)
}
