import { offsetMs } from '../../domain/day.ts'
import type { DateOrder } from '../../domain/import.ts'
import { type Problem, Refusal } from '../../domain/problem.ts'
import { readDate } from '../../sources/feeds/dates.ts'

export interface DateRules {
  readonly order: DateOrder
  // Of dates that have no zone.
  readonly timeZone: string
}

const SECONDS = /^(\d{9,10})(?:\.\d+)?$/
const MILLIS = /^\d{12,13}$/
// 20/03/2026, 3-20-26, Jumat, 20.03.2026 12:00
const NUMBERS = /^(?:\p{L}{3,10}\.?,? ?)?(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)$/u
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)(.*)$/
const ISO_HALF = /^(\d{4})-(\d{1,2})-(\d{1,2})(.*[AaPp][Mm].*)$/
// Wed Oct 10 20:19:24 +0000 2018
const X_DATE = /^\p{L}{3} (\p{L}{3}) (\d{1,2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{4}) (\d{4})$/u
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

// Reads a date of a row; null when it is none.
export function readTime(value: string, { order, timeZone }: DateRules): Date | null {
  const seconds = SECONDS.exec(value)
  if (seconds !== null) return new Date(Number(seconds[1]) * 1000)
  if (MILLIS.test(value)) return new Date(Number(value))
  return readDate(spellOut(value, order), (local) => offsetOfLocal(local, timeZone))
}

function offsetOfLocal(local: Date, timeZone: string): number {
  const guess = new Date(local.getTime() - offsetMs(local, timeZone))
  return offsetMs(guess, timeZone) / 60_000
}

// Writes a date of numbers with the name of its month, which can be read in one way only.
function spellOut(value: string, order: DateOrder): string {
  const numbers = NUMBERS.exec(value)
  if (numbers !== null) {
    const [, one = '', , two = '', year = '', rest = ''] = numbers
    return order === 'day-first' ? named(one, two, year, rest) : named(two, one, year, rest)
  }
  const yearFirst = YEAR_FIRST.exec(value) ?? ISO_HALF.exec(value)
  if (yearFirst !== null) {
    const [, year = '', month = '', day = '', rest = ''] = yearFirst
    return named(day, month, year, rest)
  }
  const x = X_DATE.exec(value)
  return x === null ? value : `${x[2]} ${x[1]} ${x[5]} ${x[3]} ${x[4]}`
}

function named(day: string, month: string, year: string, rest: string): string {
  const name = MONTHS[Number(month) - 1] ?? 'none'
  return `${day} ${name} ${year}${rest.replace(/^[Tt](?=\d)/, ' ')}`
}

interface Seen {
  readonly row: number
  readonly value: string
}

// Whether it is written in numbers, with the day and the month in either order.
export function hasOrder(value: string): boolean {
  return NUMBERS.test(value)
}

// Decides over all dates of a file whether the day or the month comes first. One date such as 20/03/2026 decides for all;
// where none does, the file says nothing and is refused rather than guessed.
export class DateOrderVote {
  readonly #first = new Map<DateOrder | 'either', Seen>()

  see(row: number, value: string): void {
    const found = NUMBERS.exec(value)
    if (found === null) return
    const [one, two] = [Number(found[1]), Number(found[3])]
    if (one === two || (one > 12 && two > 12)) return
    const vote = one > 12 ? 'day-first' : two > 12 ? 'month-first' : 'either'
    if (!this.#first.has(vote)) this.#first.set(vote, { row, value })
  }

  // The order, or the problem that keeps it from being known. A file without such dates has any order.
  decide(): DateOrder | Problem {
    const dayFirst = this.#first.get('day-first')
    const monthFirst = this.#first.get('month-first')
    const either = this.#first.get('either')
    if (dayFirst !== undefined && monthFirst !== undefined) {
      return new Refusal(
        'invalid',
        `The dates have no common order: ${shown(dayFirst)} has the day first and ${shown(monthFirst)} the month. ${ADVICE}`,
        ['fileDates'],
      )
    }
    if (monthFirst !== undefined) return 'month-first'
    if (dayFirst !== undefined || either === undefined) return 'day-first'
    return new Refusal('invalid', `The dates can be read in two ways, for example ${shown(either)}. ${ADVICE}`, [
      'fileDates',
    ])
  }
}

const ADVICE = 'Pass --dates day-first or --dates month-first (dates=day-first or dates=month-first in the API).'

function shown({ row, value }: Seen): string {
  return `"${value.slice(0, 40)}" (row ${row})`
}
