import { CELLS_TOTAL } from '../domain/cell.ts'

export const MINUTES_PER_HOUR = 60
export const HOUR_MS = 3_600_000
export const MINUTE_MS = 60_000

// Mentions by hour of publication. Hours are numbered since 1970 in UTC.
export interface HourCounts {
  readonly firstHour: number
  // CELLS_TOTAL numbers for each hour.
  readonly cells: Float64Array
  // 1 for hours that were not fully collected.
  readonly uncovered: Uint8Array
  // Whose clocks give the hour of the week.
  readonly timeZone: string
}

// Mentions of one hour by minute, for the hours in which minutes decide.
export interface MinuteCount {
  readonly minute: number
  readonly cell: number
  readonly count: number
}
export type MinuteDetail = ReadonlyMap<number, readonly MinuteCount[]>

export function emptyHours(firstHour: number, hours: number, timeZone: string): HourCounts {
  return { firstHour, cells: new Float64Array(hours * CELLS_TOTAL), uncovered: new Uint8Array(hours), timeZone }
}

// Counts of a set of cells up to any minute, so that a window is the difference of two of them.
export class CumulativeCounts {
  readonly #firstHour: number
  // Before each hour.
  readonly #before: Float64Array
  readonly #minutes = new Map<number, Float64Array>()

  constructor(counts: HourCounts, detail: MinuteDetail, isIncluded: (cell: number) => boolean = () => true) {
    const hours = counts.cells.length / CELLS_TOTAL
    const included = Array.from({ length: CELLS_TOTAL }, (_, cell) => cell).filter(isIncluded)
    this.#firstHour = counts.firstHour
    this.#before = new Float64Array(hours + 1)
    for (let hour = 0; hour < hours; hour++) {
      let total = 0
      for (const cell of included) total += counts.cells[hour * CELLS_TOTAL + cell] as number
      this.#before[hour + 1] = (this.#before[hour] as number) + total
    }
    for (const [hour, minutes] of detail) this.#minutes.set(hour, cumulate(minutes, isIncluded))
  }

  hour(hour: number): number {
    return this.#beforeHour(hour + 1) - this.#beforeHour(hour)
  }

  // Mentions in the minutes [from, to), numbered since 1970.
  between(from: number, to: number): number {
    return this.#beforeMinute(to) - this.#beforeMinute(from)
  }

  #beforeMinute(minute: number): number {
    const hour = Math.floor(minute / MINUTES_PER_HOUR)
    const inside = minute - hour * MINUTES_PER_HOUR
    if (inside === 0 || this.hour(hour) === 0) return this.#beforeHour(hour)
    const minutes = this.#minutes.get(hour)
    if (minutes === undefined) throw new Error(`The minutes of the hour ${hour} were not read.`)
    return this.#beforeHour(hour) + (minutes[inside] as number)
  }

  #beforeHour(hour: number): number {
    const index = Math.min(Math.max(hour - this.#firstHour, 0), this.#before.length - 1)
    return this.#before[index] as number
  }
}

function cumulate(minutes: readonly MinuteCount[], isIncluded: (cell: number) => boolean): Float64Array {
  const before = new Float64Array(MINUTES_PER_HOUR + 1)
  for (const { minute, cell, count } of minutes) {
    if (isIncluded(cell)) before[minute + 1] = (before[minute + 1] as number) + count
  }
  for (let minute = 1; minute <= MINUTES_PER_HOUR; minute++)
    before[minute] = (before[minute] as number) + (before[minute - 1] as number)
  return before
}
