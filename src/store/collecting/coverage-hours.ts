import type { Platform } from '../../domain/platform.ts'
import type { ListeningPeriod, ListeningState } from './listening.ts'

// Why an hour of a source is not covered. The last four are about the source, the others about the project.
export type GapState = Exclude<ListeningState, 'listening' | 'before_start' | 'after_end'> | SourceGapState
type SourceGapState = 'not_asked' | 'failed' | 'blocked' | 'out_of_reach'

export interface CoverageGap {
  readonly from: Date
  readonly to: Date
  // Null when it is every source's.
  readonly source: Platform | null
  readonly state: GapState
}

// How the requests of one hour ended. Any response covers the hour, even an empty one. `out_of_reach`: a run that looked back could not
// read that far.
export type HourOutcome = 'covered' | 'failed' | 'blocked' | 'not_configured' | 'out_of_reach'

export interface OutcomeRun {
  readonly from: Date
  readonly hours: number
  readonly outcome: HourOutcome
  // False for feeds, which are read for all projects, whether or not this one listens.
  readonly ownRequest: boolean
}

export interface SourceHours {
  readonly source: Platform
  // Whether the source was configured when the range began; null when that is not known.
  readonly wasOn: boolean | null
  readonly runs: readonly OutcomeRun[]
}

export interface SourceShare {
  readonly source: Platform
  // Whether the source is on at the end of the range.
  readonly on: boolean
  readonly hoursListened: number
  readonly hoursCovered: number
}

export interface CountedHours {
  readonly hoursListened: number
  readonly hoursCovered: number
  readonly sources: readonly SourceShare[]
  readonly gaps: readonly CoverageGap[]
}

export interface HourRange {
  readonly from: Date
  readonly to: Date
  // Hours from the current one on are not counted as gaps: requests may still follow.
  readonly now: Date
  // A time without requests that is shorter than the interval between them is not a gap.
  readonly intervalSeconds: number
}

const HOUR_MS = 3_600_000
type HourState = ListeningState | 'pending'

// Counts the hours of each source: those in which the project listened and the source was on, and those that were covered. An hour
// that was covered although the project did not listen (a requested run, a catch-up from the archive) counts as listened, because what
// it brought is there.
export function countHours(
  periods: readonly ListeningPeriod[],
  sources: readonly SourceHours[],
  range: HourRange,
): CountedHours {
  const first = Math.floor(range.from.getTime() / HOUR_MS)
  const end = Math.min(Math.ceil(range.to.getTime() / HOUR_MS), Math.floor(range.now.getTime() / HOUR_MS) + 1)
  const length = Math.max(0, end - first)
  const timeline = timelineOf(periods, sources, { first, length, now: range.now })
  const states = statesOf(periods, timeline, range.now)
  const columns = sources.map((source) => columnOf(source, states, timeline, range.intervalSeconds))
  const unknownSources = states.map((state, span) => state === 'listening' && columns.every(({ on }) => !on[span]))
  const count = <T>(values: readonly T[], isCounted: (value: T) => boolean) =>
    values.reduce((total, value, span) => total + (isCounted(value) ? timeline.hoursOf(span) : 0), 0)
  const shares = columns.map(({ source, on, cells }) => ({
    source,
    on: on.at(-1) === true,
    hoursListened: count(cells, (cell) => cell === 'covered' || isSourceGap(cell)),
    hoursCovered: count(cells, (cell) => cell === 'covered'),
  }))
  return {
    // A project that listened while no source is known to have been on was not covered by anything.
    hoursListened: sum(shares.map((share) => share.hoursListened)) + count(unknownSources, (unknown) => unknown),
    hoursCovered: sum(shares.map((share) => share.hoursCovered)),
    sources: shares,
    gaps: gapsOf(columns, states, timeline, range),
  }
}

// The hours of a range in spans in which nothing changes: a year has 8,760 hours and a handful of changes.
interface Timeline {
  // The hour since 1970 at which each span begins; the last one is the end.
  readonly starts: readonly number[]
  readonly spans: number
  hoursOf(span: number): number
  // The span that begins at an hour, or the nearest end of the range.
  spanAt(hour: number): number
}

function timelineOf(
  periods: readonly ListeningPeriod[],
  sources: readonly SourceHours[],
  { first, length, now }: { readonly first: number; readonly length: number; readonly now: Date },
): Timeline {
  const current = Math.floor(now.getTime() / HOUR_MS)
  const changes = new Set([first, first + length, current, current + 1])
  for (const at of periods.flatMap(({ from, to }) => [from.getTime(), to.getTime()]))
    changes.add(Math.floor(at / HOUR_MS)).add(Math.ceil(at / HOUR_MS))
  for (const { runs } of sources) for (const run of runs) changes.add(startOfRun(run)).add(startOfRun(run) + run.hours)
  const starts = [...changes].filter((hour) => hour >= first && hour <= first + length).sort((a, b) => a - b)
  const numbers = new Map(starts.map((hour, span) => [hour, span]))
  const spans = starts.length - 1
  return {
    starts,
    spans,
    hoursOf: (span) => (starts[span + 1] as number) - (starts[span] as number),
    spanAt: (hour) => (hour < first ? 0 : (numbers.get(hour) ?? spans)),
  }
}

function startOfRun({ from }: OutcomeRun): number {
  return Math.round(from.getTime() / HOUR_MS)
}

// An hour is listened to as a whole; one that is listened to in part has the state of the rest.
function statesOf(periods: readonly ListeningPeriod[], { spans, spanAt }: Timeline, now: Date): HourState[] {
  const states = new Array<HourState>(spans).fill('pending')
  const fill = ({ from, to, state }: ListeningPeriod, whole: boolean) => {
    const [start, end] = [from.getTime() / HOUR_MS, to.getTime() / HOUR_MS]
    states.fill(state, spanAt((whole ? Math.ceil : Math.floor)(start)), spanAt((whole ? Math.floor : Math.ceil)(end)))
  }
  for (const period of periods) if (period.state === 'listening') fill(period, true)
  for (const period of periods) if (period.state !== 'listening') fill(period, false)
  const current = Math.floor(now.getTime() / HOUR_MS)
  return states.fill('pending', spanAt(current), spanAt(current + 1))
}

type Cell = 'covered' | GapState | null

interface Column {
  readonly source: Platform
  readonly on: readonly boolean[]
  readonly cells: readonly Cell[]
}

// Of several outcomes in one hour the last of these counts.
const BY_WEIGHT: readonly HourOutcome[] = ['not_configured', 'out_of_reach', 'blocked', 'failed', 'covered']

function columnOf(
  { source, wasOn, runs }: SourceHours,
  states: readonly HourState[],
  timeline: Timeline,
  intervalSeconds: number,
): Column {
  const outcomes = new Array<OutcomeRun | null>(states.length).fill(null)
  for (const run of runs.toSorted((a, b) => BY_WEIGHT.indexOf(a.outcome) - BY_WEIGHT.indexOf(b.outcome))) {
    outcomes.fill(run, timeline.spanAt(startOfRun(run)), timeline.spanAt(startOfRun(run) + run.hours))
  }
  const known = outcomes.find((run) => run !== null)
  let isOn = wasOn ?? (known !== undefined && known.outcome !== 'not_configured')
  const on = outcomes.map((run) => {
    if (run !== null) isOn = run.outcome !== 'not_configured'
    return isOn
  })
  const cells = states.map((state, span) => cellOf(state, outcomes[span] ?? null, on[span] === true))
  return { source, on, cells: bridge(cells, timeline, intervalSeconds) }
}

function cellOf(state: HourState, run: OutcomeRun | null, on: boolean): Cell {
  if (run?.outcome === 'covered') return 'covered'
  if (!on || state === 'pending' || state === 'before_start' || state === 'after_end') return null
  const listened = state === 'listening' || run?.ownRequest === true
  if (listened && run !== null && run.outcome !== 'not_configured') return run.outcome
  return state === 'listening' ? 'not_asked' : state
}

// A request reads what was published since the one before it, so the time between two of them is covered.
function bridge(cells: Cell[], { starts }: Timeline, intervalSeconds: number): Cell[] {
  const hoursMax = Math.ceil(intervalSeconds / 3_600) - 1
  for (const [start, end, cell] of runsOf(cells)) {
    const hours = (starts[end] as number) - (starts[start] as number)
    if (cell === 'not_asked' && hours <= hoursMax) cells.fill('covered', start, end)
  }
  return cells
}

function isSourceGap(cell: Cell): boolean {
  return cell === 'not_asked' || cell === 'failed' || cell === 'blocked' || cell === 'out_of_reach'
}

// A gap that all sources share is listed once.
function gapsOf(
  columns: readonly Column[],
  states: readonly HourState[],
  timeline: Timeline,
  range: HourRange,
): CoverageGap[] {
  const shared = states.map((state, span): Cell => {
    const cells = columns.filter(({ on }) => on[span]).map((column) => column.cells[span] ?? null)
    const [cell = cellOf(state, null, true)] = cells
    return cell === 'covered' || cell === 'failed' || cell === 'blocked' || cells.some((one) => one !== cell)
      ? null
      : cell
  })
  const gaps = gapsIn(shared, null, timeline, range)
  for (const { source, cells } of columns) {
    const own = cells.map((cell, span) => (cell === shared[span] ? null : cell))
    gaps.push(...gapsIn(own, source, timeline, range))
  }
  return gaps.sort((a, b) => a.from.getTime() - b.from.getTime())
}

function gapsIn(
  cells: readonly Cell[],
  source: Platform | null,
  { starts }: Timeline,
  range: HourRange,
): CoverageGap[] {
  const gaps: CoverageGap[] = []
  for (const [start, end, cell] of runsOf(cells)) {
    if (cell === null || cell === 'covered') continue
    const from = new Date(Math.max((starts[start] as number) * HOUR_MS, range.from.getTime()))
    const to = new Date(Math.min((starts[end] as number) * HOUR_MS, range.to.getTime()))
    gaps.push({ from, to, source, state: cell })
  }
  return gaps
}

function runsOf<T>(values: readonly T[]): [start: number, end: number, value: T][] {
  const runs: [number, number, T][] = []
  for (const [index, value] of values.entries()) {
    const last = runs.at(-1)
    if (last !== undefined && last[2] === value) last[1] = index + 1
    else runs.push([index, index + 1, value])
  }
  return runs
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
