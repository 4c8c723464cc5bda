// A calendar day, `YYYY-MM-DD`. Instants are `Date`; days are strings, so that no time zone can shift them by accident.
export type Day = string

const DAY_MS = 86_400_000
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?$/

// Reads a day, or the day of an ISO 8601 date-time in the given zone. Returns null for anything else, including impossible dates.
export function readDay(text: string, timeZone: string): Day | null {
  const value = text.trim()
  if (DAY.test(value)) return isRealDay(value) ? value : null
  if (!INSTANT.test(value) || !isRealDay(value.slice(0, 10))) return null
  if (!/([Zz]|[+-]\d{2}:?\d{2})$/.test(value)) return value.slice(0, 10)
  const instant = new Date(value)
  // The zone may shift an instant near the ends of the range into a year that does not have four digits.
  if (Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1) return null
  const day = dayOf(instant, timeZone)
  return isRealDay(day) ? day : null
}

// The day that an instant falls on in a zone.
export function dayOf(instant: Date, timeZone: string): Day {
  return formatter(timeZone).format(instant)
}

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone)
  if (found === undefined) {
    // The Swedish locale writes dates as YYYY-MM-DD.
    found = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formatters.set(timeZone, found)
  }
  return found
}

// The first instant of a day in a zone: local midnight as an instant.
export function startOfDay(day: Day, timeZone: string): Date {
  return new Date(localMidnight(Date.parse(`${day}T00:00:00Z`), timeZone))
}

// The same for each of the days that touch a range, in milliseconds.
export function startsOfDays({ from, to }: { readonly from: Date; readonly to: Date }, timeZone: string): number[] {
  const starts: number[] = []
  for (let midnight = Date.parse(`${dayOf(from, timeZone)}T00:00:00Z`); ; midnight += DAY_MS) {
    const at = localMidnight(midnight, timeZone)
    if (at >= to.getTime()) return starts
    starts.push(at)
  }
}

// The instant at which a zone has the time that UTC has at a midnight.
function localMidnight(utc: number, timeZone: string): number {
  const offset = offsetAt(utc, timeZone)
  const guess = utc - offset
  return utc - (offsetAt(guess, timeZone) === offset ? offset : offsetAt(guess, timeZone))
}

export function nextDay(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

// Creating one takes longer than a hundred uses.
const offsetFormatters = new Map<string, Intl.DateTimeFormat>()
function offsetFormatter(timeZone: string): Intl.DateTimeFormat {
  let found = offsetFormatters.get(timeZone)
  if (found === undefined) {
    found = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    offsetFormatters.set(timeZone, found)
  }
  return found
}

// Formatting takes longer than anything else about a day, and the days of a chart are the same for each of its readings. Offsets change
// at quarters of an hour.
const QUARTER_MS = 900_000
const OFFSETS_MAX = 20_000
let offsets = new Map<string, Map<number, number>>()
let known = 0

// How far a zone is ahead of UTC at an instant.
export function offsetMs(instant: Date, timeZone: string): number {
  return offsetAt(instant.getTime(), timeZone)
}

function offsetAt(ms: number, timeZone: string): number {
  const quarter = Math.floor(ms / QUARTER_MS)
  const found = offsets.get(timeZone)?.get(quarter)
  if (found !== undefined) return found
  if (known++ >= OFFSETS_MAX) [offsets, known] = [new Map(), 1]
  const ofZone = offsets.get(timeZone) ?? new Map<number, number>()
  offsets.set(timeZone, ofZone)
  const offset = readOffset(new Date(ms), timeZone)
  ofZone.set(quarter, offset)
  return offset
}

function readOffset(instant: Date, timeZone: string): number {
  const parts = offsetFormatter(timeZone).formatToParts(instant)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const found = /GMT([+-])(\d{2}):(\d{2})/.exec(name)
  if (found === null) return 0
  const minutes = Number(found[2]) * 60 + Number(found[3])
  return (found[1] === '-' ? -minutes : minutes) * 60_000
}

function isRealDay(text: string): boolean {
  const found = DAY.exec(text)
  if (found === null || found[1] === '0000') return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}
