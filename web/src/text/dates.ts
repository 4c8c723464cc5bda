import type { Language } from './language.ts'
import { DAY_MS, isDay } from './zone.ts'

// Calendar days, `YYYY-MM-DD`, as people write and read them.

const LOCALES = { id: 'id-ID', en: 'en-GB' } as const
const LANGUAGES: readonly Language[] = ['id', 'en']
const TWO_DIGITS_FROM = 2000
// 4 January 2026 is a Sunday.
const SUNDAY = '2026-01-04'

// Reads 31/12/2026, 31.12.26, 31-12-2026, 2026-12-31 or 31 Des 2026. The day is before the month, as in both languages. Null for
// everything else, also for a day that does not exist.
export function readDay(written: string): string | null {
  const text = written.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso !== null) return toDay(iso[1], iso[2], iso[3])
  const numbers = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4}|\d{2})$/.exec(text)
  if (numbers !== null) return toDay(numbers[3], numbers[2], numbers[1])
  const named = /^(\d{1,2})[\s./-]+(\p{L}{3,})[\s./-]+(\d{4}|\d{2})$/u.exec(text)
  return named === null ? null : toDay(named[3], String(monthOf(named[2] ?? '')), named[1])
}

function toDay(year = '', month = '', day = ''): string | null {
  const full = year.length === 2 ? String(TWO_DIGITS_FROM + Number(year)) : year
  const read = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(read) ? read : null
}

// By its first three letters, in either language.
function monthOf(name: string): number {
  for (const language of LANGUAGES) {
    const index = monthNames(language).findIndex((month) => month.toLowerCase().slice(0, 3) === name.slice(0, 3))
    if (index >= 0) return index + 1
  }
  return 0
}

function monthNames(language: Language): string[] {
  return Array.from({ length: 12 }, (_, month) =>
    formatUtc(language, `2026-${String(month + 1).padStart(2, '0')}-01`, { month: 'long' }),
  )
}

// 31 Des 2026.
export function writeDay(day: string, language: Language): string {
  return isDay(day) ? formatUtc(language, day, { day: 'numeric', month: 'short', year: 'numeric' }) : ''
}

// Kamis, 31 Desember 2026.
export function writeLongDay(day: string, language: Language): string {
  return formatUtc(language, day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

export function writeMonth(day: string, language: Language): string {
  return formatUtc(language, day, { month: 'long', year: 'numeric' })
}

// Monday first, as in both languages: short and whole names.
export function weekdayNames(language: Language): readonly (readonly [string, string])[] {
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(SUNDAY, index + 1)
    return [formatUtc(language, day, { weekday: 'short' }), formatUtc(language, day, { weekday: 'long' })] as const
  })
}

// The six weeks that show the month of a day, Monday first.
export function weeksOf(day: string): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`
  const monday = addDays(first, -weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(monday, week * 7 + index)),
  )
}

// 0 is Monday.
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

// The same day of another month, or that month's last day.
export function addMonths(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  const month = date.toISOString().slice(0, 7)
  const wanted = `${month}-${day.slice(8)}`
  if (isDay(wanted)) return wanted
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return date.toISOString().slice(0, 10)
}

function formatUtc(language: Language, day: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(`${day}T00:00:00Z`)
  return new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' }).format(date)
}
