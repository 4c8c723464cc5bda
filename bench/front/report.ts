import { format, ratio } from '../measure.ts'
import type { Measured } from './measure-readings.ts'
import type { Felt } from './second-user.ts'

export interface Imported {
  readonly rows: number
  // Microseconds of processor time a row, until the response and until the jobs that follow have ended.
  readonly responded: number
  readonly quiet: number
}

// What was measured at one size.
export interface SizeResult {
  readonly mentions: number
  readonly imported: Imported
  // A file of FILE_ROWS into the project of this size, and into a new one in the order of time and in none.
  readonly grown: Imported
  readonly readings: readonly Measured[]
  readonly rareRequests: number
  readonly felt: Felt
}

export interface FirstImports {
  readonly scattered: Imported
  readonly sorted: Imported
  // Microseconds of the encoder a row, measured in this process at the same time.
  readonly encoder: number
}

export function sizeName(mentions: number): string {
  return mentions >= 1e6 ? `${mentions / 1e6} M` : `${mentions / 1e3} k`
}

export function printImports(first: FirstImports, sizes: readonly SizeResult[]): void {
  const row = ({ rows, responded, quiet }: Imported) => ({
    rows: format(rows),
    'us a row': format(responded),
    'until the index is built': format(quiet),
  })
  console.log('\nImports over HTTP, processor time of service and database')
  console.table({
    'new project, scattered': row(first.scattered),
    'new project, sorted': row(first.sorted),
    ...Object.fromEntries(
      sizes.flatMap(({ mentions, imported, grown }) => [
        [`up to ${sizeName(mentions)}`, row(imported)],
        [`into ${sizeName(mentions)}, scattered`, row(grown)],
      ]),
    ),
  })
  console.log(`Of them the encoder: ${format(first.encoder)} us a row.`)
}

export function printReadings(sizes: readonly SizeResult[]): void {
  console.log('\nReadings, processor ms of service and database: first after a restart / again (of it the service)')
  const rows = (sizes[0]?.readings ?? []).map(({ reading }, at) => {
    const figures = sizes.map(({ mentions, readings }) => {
      const { first, again, service } = readings[at] as Measured
      return [sizeName(mentions), `${format(first)} / ${format(again)} (${format(service)})`]
    })
    const agains = sizes.map(({ readings }) => (readings[at] as Measured).again)
    const growth = (agains.at(-1) as number) / (agains[0] as number)
    return [reading.name, { ...Object.fromEntries(figures), ...(sizes.length > 1 ? { growth: ratio(growth) } : {}) }]
  })
  console.table(Object.fromEntries(rows))
}

export function printSecondUser(sizes: readonly SizeResult[]): void {
  console.log("\nA second user's content-count, ms on the clock, while three insights of a year are read at once")
  const rows = sizes.map(({ mentions, felt: { idle, busy } }) => [
    sizeName(mentions),
    {
      'idle p50': format(idle.p50),
      'idle p99': format(idle.p99),
      'busy p50': format(busy.p50),
      'busy p99': format(busy.p99),
      'p50 ratio': ratio(busy.p50 / idle.p50),
      'p99 ratio': ratio(busy.p99 / idle.p99),
    },
  ])
  console.table(Object.fromEntries(rows))
}

interface Goal {
  readonly name: string
  readonly met: boolean
  readonly seen: string
}

const FLAT = 1.5
const SECOND_P50_MAX = 2

export function printGoals(first: FirstImports, sizes: readonly SizeResult[]): void {
  for (const { name, met, seen } of goalsOf(first, sizes))
    console.log(`${met ? 'met    ' : 'NOT MET'}  ${name}: ${seen}`)
}

function goalsOf(first: FirstImports, sizes: readonly SizeResult[]): Goal[] {
  const last = sizes.at(-1) as SizeResult
  const at = `at ${sizeName(last.mentions)}`
  const again = (result: SizeResult, name: string) => measuredAt(result, name).again
  const worst = (name: string) => Math.max(...sizes.map((result) => again(result, name)))
  const growth = (name: string) => again(last, name) / again(sizes[0] as SizeResult, name)
  const atMost = (name: string, max: number, value: number, unit: string): Goal => ({
    name: `${name}, at most ${max} ${unit}`,
    met: value <= max,
    seen: `${format(value)} ${unit}`,
  })
  const reading = (name: string, max: number, unit = 'ms') => atMost(`${name} ${at}`, max, again(last, name), unit)
  const flat = (name: string): Goal => ({
    name: `${name}, flat: at most ${FLAT} times the smallest`,
    met: growth(name) <= FLAT,
    seen: ratio(growth(name)),
  })
  const withoutEncoder = ({ responded }: Imported) => responded - first.encoder
  const imports = [first.scattered, first.sorted, ...sizes.map(({ grown }) => grown)]
  const { idle, busy } = last.felt
  return [
    reading('insights, a year', 60),
    ...(sizes.length > 1 ? [flat('insights, a year')] : []),
    atMost('insights, 30 days, at every size', 25, worst('insights, 30 days'), 'ms'),
    atMost('insights, 30 days, negative, at every size', 25, worst('insights, 30 days, negative'), 'ms'),
    {
      name: `second user's p50 while three years are read, at most ${SECOND_P50_MAX} times idle (a task of 20 ms would show)`,
      met: busy.p50 <= idle.p50 * SECOND_P50_MAX,
      seen: `${format(busy.p50)} ms, idle ${format(idle.p50)}`,
    },
    atMost('import without the encoder, any order and size', 400, Math.max(...imports.map(withoutEncoder)), 'us a row'),
    {
      name: `import into ${sizeName(last.mentions)} against a new project, at most 1.2 times`,
      met: last.grown.responded <= first.scattered.responded * 1.2,
      seen: ratio(last.grown.responded / first.scattered.responded),
    },
    reading('overview, 100 projects', 10),
    reading('export, csv, us a row', 25, 'us a row'),
    atMost('rare word to the end', 1, last.rareRequests, 'requests'),
  ]
}

function measuredAt({ readings }: SizeResult, name: string): Measured {
  return readings.find(({ reading }) => reading.name === name) as Measured
}
