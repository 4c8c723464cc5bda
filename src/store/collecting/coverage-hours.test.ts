import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countHours, type HourOutcome, type OutcomeRun, type SourceHours } from './coverage-hours.ts'
import type { ListeningState } from './listening.ts'

const HOUR_MS = 3_600_000
const at = (hour: number) => new Date(Date.UTC(2026, 10, 1) + hour * HOUR_MS)
const RANGE = { from: at(0), to: at(10), now: at(48), intervalSeconds: 900 }

const period = (state: ListeningState, from: number, to: number) => ({ state, from: at(from), to: at(to) })
const run = (outcome: HourOutcome, from: number, hours: number, ownRequest = true): OutcomeRun => ({
  outcome,
  from: at(from),
  hours,
  ownRequest,
})
const x = (...runs: OutcomeRun[]): SourceHours => ({ source: 'twitter', wasOn: null, runs })
const news = (...runs: OutcomeRun[]): SourceHours => ({ source: 'news', wasOn: null, runs })
const LISTENING = [period('listening', 0, 10)]

function counted(...input: [Parameters<typeof countHours>[0], SourceHours[], Partial<typeof RANGE>?]) {
  const { gaps, hoursListened, hoursCovered } = countHours(input[0], input[1], { ...RANGE, ...input[2] })
  const hourOf = (date: Date) => (date.getTime() - at(0).getTime()) / HOUR_MS
  return {
    hours: [hoursListened, hoursCovered],
    gaps: gaps.map(({ from, to, source, state }) => `${hourOf(from)}-${hourOf(to)} ${source ?? 'all'} ${state}`),
  }
}

test('a source that is switched off is absent from then on, not a gap', () => {
  const sources = [x(run('covered', 0, 5), run('not_configured', 5, 5)), news(run('covered', 0, 10))]
  assert.deepEqual(counted(LISTENING, sources), { hours: [15, 15], gaps: [] })
})

test('a source that was on before the range counts although nothing is recorded in it', () => {
  assert.deepEqual(counted(LISTENING, [{ source: 'twitter', wasOn: true, runs: [] }]), {
    hours: [10, 0],
    gaps: ['0-10 all not_asked'],
  })
})

test('a project that listens while no source is known was covered by none', () => {
  assert.deepEqual(counted(LISTENING, [x()]), { hours: [10, 0], gaps: ['0-10 all not_asked'] })
})

test('a time without requests that is shorter than the interval between them is covered', () => {
  const sources = [x(run('covered', 0, 1), run('covered', 4, 1), run('covered', 8, 2))]
  assert.deepEqual(counted(LISTENING, sources, { intervalSeconds: 4 * 3_600 }), { hours: [10, 10], gaps: [] })
  assert.deepEqual(counted(LISTENING, sources, { intervalSeconds: 3 * 3_600 }), {
    hours: [10, 4],
    gaps: ['1-4 all not_asked', '5-8 all not_asked'],
  })
})

test('the current hour is not a gap, and later ones are not counted', () => {
  const sources = [x(run('covered', 0, 3))]
  assert.deepEqual(counted(LISTENING, sources, { now: at(3.5) }), { hours: [3, 3], gaps: [] })
})

test('a failing feed is no request of a project that was paused; its own failed run is', () => {
  const paused = [period('paused', 0, 10)]
  assert.deepEqual(counted(paused, [news(run('failed', 0, 10, false))]), { hours: [0, 0], gaps: ['0-10 all paused'] })
  assert.deepEqual(counted(paused, [news(run('failed', 2, 1))]), {
    hours: [1, 0],
    gaps: ['0-2 all paused', '2-3 news failed', '3-10 all paused'],
  })
})

test('an hour that was covered while the project was paused counts as listened', () => {
  const periods = [period('listening', 0, 4), period('paused', 4, 10)]
  assert.deepEqual(counted(periods, [news(run('covered', 0, 6, false))]), { hours: [6, 6], gaps: ['6-10 all paused'] })
})

test('gaps end with the range', () => {
  const range = { from: at(1.5), to: at(3.5) }
  assert.deepEqual(counted(LISTENING, [x(run('failed', 0, 10))], range), {
    hours: [3, 0],
    gaps: ['1.5-3.5 twitter failed'],
  })
})
