// A calendar day, `YYYY-MM-DD`. Instants are `Date`; days are strings, so that no time zone can shift them by accident.
export type Day = string

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
  const utc = Date.parse(`${day}T00:00:00Z`)
  const offset = offsetMs(new Date(utc), timeZone)
  const guess = new Date(utc - offset)
  return offsetMs(guess, timeZone) === offset ? guess : new Date(utc - offsetMs(guess, timeZone))
}

export function nextDay(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
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
const offsets = new Map<string, number>()

// How far a zone is ahead of UTC at an instant.
export function offsetMs(instant: Date, timeZone: string): number {
  const quarter = `${timeZone} ${Math.floor(instant.getTime() / QUARTER_MS)}`
  const known = offsets.get(quarter)
  if (known !== undefined) return known
  if (offsets.size >= OFFSETS_MAX) offsets.clear()
  const found = readOffset(instant, timeZone)
  offsets.set(quarter, found)
  return found
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
