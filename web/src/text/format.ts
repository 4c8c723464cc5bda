import type { Language } from './language.ts'
import { DAY_MS, dayOf, ZONE, ZONE_NAME } from './zone.ts'

export interface Format {
  readonly number: (value: number) => string
  // 12.400 becomes "12 rb" or "12K", where a rough size is enough.
  readonly compact: (value: number) => string
  readonly percent: (part: number, whole: number) => string
  // With its sign. `before` must not be zero.
  readonly change: (now: number, before: number) => string
  // The difference of two shares in percentage points, with its sign.
  readonly points: (now: number, before: number) => string
  readonly day: (value: string | number) => string
  readonly shortDay: (value: number) => string
  readonly time: (value: string | number) => string
  readonly shortTime: (value: string, nowMs: number) => string
  readonly hour: (value: number) => string
  // A time of day, HH:MM, as the language writes it.
  readonly clock: (value: string) => string
  // With the weekday, in another time zone. The zone must exist.
  readonly timeIn: (value: string, timeZone: string) => string
  // A whole day, hours of one day, or two instants. The end is excluded.
  readonly range: (fromMs: number, toMs: number) => string
  // Whole days; a shorter time as a range. The end is excluded.
  readonly period: (fromMs: number, toMs: number) => string
  readonly ago: (value: string, nowMs: number) => string
  readonly language: (code: string) => string
}

const LOCALES = { id: 'id-ID', en: 'en-GB' } as const
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]
const NOW_MS = 45_000
const AGO_MAX_MS = 7 * 86_400_000

const formats = new Map<string, Format>()

// Times are written in `zone` and name it; days and charts are those of the service.
export function formatFor(language: Language, zone = ZONE): Format {
  const key = `${language} ${zone}`
  const format = formats.get(key) ?? createFormat(LOCALES[language], zone)
  formats.set(key, format)
  return format
}

// Indonesian has short names for its zones; of others it is the difference to GMT.
export function zoneName(zone: string): string {
  if (zone === ZONE) return ZONE_NAME
  const parts = new Intl.DateTimeFormat(LOCALES.id, { timeZone: zone, timeZoneName: 'short' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const MOMENT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

function createFormat(locale: string, zone: string): Format {
  const named = zoneName(zone)
  const number = new Intl.NumberFormat(locale)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const change = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  const day = new Intl.DateTimeFormat(locale, { timeZone: ZONE, day: 'numeric', month: 'short', year: 'numeric' })
  const shortDay = new Intl.DateTimeFormat(locale, { timeZone: ZONE, day: 'numeric', month: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeZone: zone, year: 'numeric', ...MOMENT })
  const thisYear = new Intl.DateTimeFormat(locale, { timeZone: zone, ...MOMENT })
  const hour = new Intl.DateTimeFormat(locale, { timeZone: ZONE, hour: '2-digit', minute: '2-digit' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const languages = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' })
  const formatTime = (value: string | number): string => `${time.format(new Date(value))} ${named}`
  const formatRange = (fromMs: number, toMs: number): string => {
    if (dayOf(fromMs) !== dayOf(toMs - 1)) return `${formatTime(fromMs)} – ${formatTime(toMs)}`
    const isWholeDay = toMs - fromMs === DAY_MS
    if (isWholeDay) return day.format(fromMs)
    // Hours are those of the service, also for people elsewhere, who must be able to tell.
    const where = zone === ZONE ? '' : ` ${ZONE_NAME}`
    return `${day.format(fromMs)}, ${hour.format(fromMs)}–${hour.format(toMs)}${where}`
  }
  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    percent: (part, whole) => (whole === 0 ? '–' : percent.format(part / whole)),
    change: (now, before) => change.format(now / before - 1),
    points: (now, before) => signed.format(Math.round((now - before) * 100)),
    day: (value) => day.format(typeof value === 'string' ? new Date(`${value.slice(0, 10)}T12:00:00+07:00`) : value),
    shortDay: (value) => shortDay.format(value),
    time: formatTime,
    shortTime: (value, nowMs) =>
      value.slice(0, 4) === new Date(nowMs).toISOString().slice(0, 4)
        ? `${thisYear.format(new Date(value))} ${named}`
        : formatTime(value),
    hour: (value) => hour.format(value),
    clock: (value) => hour.format(Date.parse(`2026-01-01T${value}:00+07:00`)),
    timeIn: (value, timeZone) =>
      new Intl.DateTimeFormat(locale, {
        timeZone,
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
      }).format(new Date(value)),
    range: formatRange,
    period: (fromMs, toMs) =>
      toMs - fromMs <= DAY_MS ? formatRange(fromMs, toMs) : `${day.format(fromMs)} – ${day.format(toMs - 1)}`,
    ago: (value, nowMs) => {
      const elapsed = nowMs - Date.parse(value)
      if (elapsed > AGO_MAX_MS) return formatTime(value)
      if (elapsed < NOW_MS) return relative.format(0, 'second')
      const [unit, size] = UNITS.find(([, ms]) => elapsed >= ms) ?? ['second', 1_000]
      return relative.format(-Math.round(elapsed / size), unit)
    },
    language: (code) => {
      try {
        return languages.of(code) ?? code
      } catch {
        return code
      }
    },
  }
}
