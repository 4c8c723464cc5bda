import type { AlertFilter, Rule } from '../src/domain/alert.ts'
import { backtest } from '../src/evaluate/backtest.ts'
import { SNAPSHOT } from '../src/store/mentions/selection.ts'
import { fillProject, indexProject } from './fill.ts'
import { type BenchProject, openBenchDatabase } from './fixture.ts'
import { type Clock, cpuClock, format, median, timeMs } from './measure.ts'
import { SETTINGS } from './page-readers.ts'

const MENTIONS = 1_000_000
const ROUNDS = 3
const CPU_MS_MAX = 1_000
// The last mention of the filled project.
const END = Date.UTC(2026, 0, 1)
const DAYS = 90

const RULES: readonly Rule[] = [
  { kind: 'spike', sensitivity: 'medium' },
  { kind: 'volume', count: 150, minutes: 60 },
  { kind: 'negative', share: 0.3, minutes: 60, min: 20 },
  { kind: 'story', copies: 2, minutes: 60 },
  { kind: 'mention', everyMinutes: 15 },
  { kind: 'silence', hours: 6 },
  { kind: 'quota', below: 1_000, days: 10 },
]
// A word that every mention has: the most that a filter can select.
const FILTERS: Readonly<Record<string, AlertFilter>> = { 'no filter': {}, 'a word': { q: 'warga' } }

// What a back-test of 90 days costs in a project with a million mentions, in processor time of the service and the database.
export async function measureBacktests(): Promise<boolean> {
  const database = await openBenchDatabase(SETTINGS)
  try {
    const project = await database.project('alerts', 1)
    const clock = await cpuClock([project.pool])
    await fillProject(project, { mentions: MENTIONS })
    await indexProject(project)
    console.log(`\nBack-test of ${DAYS} days, ${format(MENTIONS)} mentions, ms of processor time`)
    let isFast = true
    for (const rule of RULES) {
      const cells: string[] = []
      for (const [name, filter] of Object.entries(FILTERS)) {
        const { ms, count } = await measure(project, rule, filter, clock)
        isFast &&= ms < CPU_MS_MAX
        cells.push(`${name}: ${format(ms)} (${count} incidents)`)
      }
      console.log(`  ${rule.kind.padEnd(10)}  ${cells.join('   ')}`)
    }
    return isFast
  } finally {
    await database.close()
  }
}

async function measure({ pool, projectId, ownerId }: BenchProject, rule: Rule, filter: AlertFilter, clock: Clock) {
  const request = { projectId, accountId: ownerId, rule, filter, timeZone: 'Asia/Jakarta', requestSeconds: 3_600 }
  const range = { from: new Date(END - DAYS * 86_400_000), to: new Date(END), cooldownMinutes: 60 }
  let count = 0
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const work = async () => {
      count = (await pool.begin((tx) => backtest(tx, request, range), SNAPSHOT)).count
    }
    times.push(await timeMs(work, clock))
  }
  return { ms: median(times), count }
}
