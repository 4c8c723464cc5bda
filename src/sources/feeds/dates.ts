// Reads dates as Indonesian and other outlets write them. A date without a zone is in Western Indonesian time (+07:00) unless the
// caller knows better, and a day without a time is its start there. Null for anything that is not an unambiguous instant.
const DATE_MAX = 100
const WIB_MINUTES = 7 * 60
// Nothing we collect is older; an earlier year comes from an empty field.
const YEAR_MIN = 1990
const YEAR_MAX = 2100

export function readDate(
  raw: string | null | undefined,
  offsetOfLocal: OffsetOfLocal = () => WIB_MINUTES,
): Date | null {
  const text = (raw ?? '')
    .slice(0, 4 * DATE_MAX)
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '' || text.length > DATE_MAX) return null
  const parts = readIso(text) ?? readCompact(text) ?? readNamed(text) ?? readSlashed(text)
  return parts === null ? null : toInstant(parts, offsetOfLocal)
}

// How many minutes a zone is ahead of UTC at a local time, which is given as if it were UTC.
export type OffsetOfLocal = (local: Date) => number

// The instant to store: a feed's clock can run ahead, but nothing was published after we read it.
export function clampToNow(date: Date, now: Date): Date {
  return date > now ? now : date
}

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  // Null when the date has no zone.
  readonly offsetMinutes: number | null
}

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([A-Za-z]{1,4}|(?:GMT|UTC)?[+-]\d{1,2}:?\d{0,2})?)?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})[T ]?(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?\d{2})?$/
const TIME = '(?:,?(?: [-|–])?(?: pukul| jam| at)? (\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2})(?:\\.\\d+)?)? ?([AaPp][Mm])?)?'
const ZONE = ' ?(\\(?[A-Za-z]{1,4}\\)?|(?:GMT|UTC)?[+-]\\d{1,2}:?\\d{0,2})?(?: \\([A-Za-z ]+\\))?$'
const WEEKDAY = "^(?:[\\p{L}'’]{3,10}\\.?,? ?)?"
const DAY_FIRST = new RegExp(`${WEEKDAY}(\\d{1,2})[ -](\\p{L}{3,10})\\.?,?[ -](\\d{4}|\\d{2})${TIME}${ZONE}`, 'u')
const MONTH_FIRST = new RegExp(
  `^(?:\\p{L}{3,10}\\.?, ?)?(\\p{L}{3,10})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${TIME}${ZONE}`,
  'u',
)
const SLASHED = new RegExp(`${WEEKDAY}(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})${TIME}${ZONE}`, 'u')

function readIso(text: string): Parts | null {
  const found = ISO.exec(text)
  if (found === null) return null
  const [, year, month, day, hour, minute, second, fraction, zone] = found
  const millisecond = Math.trunc(Number(`0.${fraction ?? 0}`) * 1_000)
  return { ...partsOf({ year, month, day, hour, minute, second, zone }), millisecond }
}

function readCompact(text: string): Parts | null {
  const found = COMPACT.exec(text)
  if (found === null) return null
  const [, year, month, day, hour, minute, second, zone] = found
  return partsOf({ year, month, day, hour, minute, second, zone })
}

function readNamed(text: string): Parts | null {
  const dayFirst = DAY_FIRST.exec(text)
  const monthFirst = dayFirst === null ? MONTH_FIRST.exec(text) : null
  const found = dayFirst ?? monthFirst
  if (found === null) return null
  const [, one, two, year, hour, minute, second, half, zone] = found
  const [day, name] = dayFirst === null ? [two, one] : [one, two]
  const month = monthOf(name ?? '')
  return month === null ? null : partsOf({ year, month: String(month), day, hour, minute, second, half, zone })
}

// The day precedes the month in Indonesia.
function readSlashed(text: string): Parts | null {
  const found = SLASHED.exec(text)
  if (found === null) return null
  const [, day, month, year, hour, minute, second, half, zone] = found
  return partsOf({ year, month, day, hour, minute, second, half, zone })
}

type Raw = Partial<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half' | 'zone', string | undefined>
>

function partsOf(raw: Raw): Parts {
  const year = Number(raw.year)
  const hour = Number(raw.hour ?? 0)
  const afternoon = /^p/i.test(raw.half ?? '')
  return {
    year: raw.year?.length === 2 ? 2_000 + year : year,
    month: Number(raw.month),
    day: Number(raw.day),
    hour: raw.half === undefined ? hour : (hour % 12) + (afternoon ? 12 : 0),
    minute: Number(raw.minute ?? 0),
    second: Number(raw.second ?? 0),
    millisecond: 0,
    offsetMinutes: offsetOf(raw.zone),
  }
}

function toInstant(parts: Parts, offsetOfLocal: OffsetOfLocal): Date | null {
  const { year, month, day, hour, minute, second } = parts
  if (year < YEAR_MIN || year > YEAR_MAX || hour > 23 || minute > 59 || second > 60) return null
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59), parts.millisecond))
  // The 31st of a month that has 30 days would silently become the 1st of the next.
  if (local.getUTCMonth() !== month - 1) return null
  return new Date(local.getTime() - (parts.offsetMinutes ?? offsetOfLocal(local)) * 60_000)
}

const MONTHS: readonly RegExp[] = [
  /^(jan|januari|january)$/,
  /^(feb|peb|februari|pebruari|february)$/,
  /^(mar|mrt|maret|march)$/,
  /^(apr|april)$/,
  /^(mei|may)$/,
  /^(jun|juni|june)$/,
  /^(jul|juli|july)$/,
  /^(agu|agt|ags|agust|aug|agustus|august)$/,
  /^(sep|sept|september)$/,
  /^(okt|oct|oktober|october)$/,
  /^(nov|nop|november|nopember)$/,
  /^(des|dec|desember|december)$/,
]

function monthOf(name: string): number | null {
  const index = MONTHS.findIndex((month) => month.test(name.toLowerCase()))
  return index === -1 ? null : index + 1
}

const ZONE_HOURS: Readonly<Record<string, number>> = {
  wib: 7,
  wita: 8,
  wit: 9,
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  sgt: 8,
  myt: 8,
  jst: 9,
  bst: 1,
  cet: 1,
  cest: 2,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null
  const found = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone)
  if (found === null) {
    const hours = ZONE_HOURS[zone.toLowerCase().replace(/[()]/g, '')]
    return hours === undefined ? null : hours * 60
  }
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0)
  return found[1] === '-' ? -minutes : minutes
}
