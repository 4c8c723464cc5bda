import { BRIEF_DAYS, type BriefTime } from '../domain/brief.ts'
import { type Day, dayOf, nextDay, offsetMs } from '../domain/day.ts'

// A brief that could not be built at its time is sent late until then, and after that not at all.
export const LATE_MS_MAX = 4 * 3_600_000
// Later than this, a brief says that it is late.
export const PUNCTUAL_MS_MAX = 15 * 60_000

// A week has every day, and once in a century a zone leaves one out.
const DAYS_AHEAD_MAX = 15

// The first time after an instant at which a brief is due; null when it has no days.
export function nextDue({ days, time, timeZone }: BriefTime, after: Date): Date | null {
  // A local day may begin before or end after the same day elsewhere.
  let day = dayOf(new Date(after.getTime() - 86_400_000), timeZone)
  for (let ahead = 0; ahead < DAYS_AHEAD_MAX; ahead++, day = nextDay(day)) {
    if (!days.includes(weekdayOf(day))) continue
    const due = instantOf(day, time, timeZone)
    if (due !== null && due > after) return due
  }
  return null
}

// A local time as an instant. Where clocks go forward over it, the moment they do; where they go back and it comes twice, the first
// one; null when the zone left the whole day out.
export function instantOf(day: Day, time: string, timeZone: string): Date | null {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const [before, after] = [-86_400_000, 86_400_000].map((ms) => offsetMs(new Date(wall + ms), timeZone)) as [
    number,
    number,
  ]
  const guesses = [wall - before, wall - after].sort((a, b) => a - b)
  const exact = guesses.find((guess) => guess + offsetMs(new Date(guess), timeZone) === wall)
  if (exact !== undefined) return new Date(exact)
  const change = findChange(guesses[0] as number, guesses[1] as number, timeZone)
  return dayOf(change, timeZone) === day ? change : null
}

// The first instant with the later of two offsets.
function findChange(from: number, to: number, timeZone: string): Date {
  const later = offsetMs(new Date(to), timeZone)
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMs(new Date(middle), timeZone) === later) high = middle
    else low = middle
  }
  return new Date(high)
}

function weekdayOf(day: Day): (typeof BRIEF_DAYS)[number] {
  return BRIEF_DAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] as (typeof BRIEF_DAYS)[number]
}

// The same local time some weeks earlier.
export function weeksBefore(instant: Date, weeks: number, timeZone: string): Date {
  const moved = new Date(instant.getTime() - weeks * 7 * 86_400_000)
  const change = offsetMs(instant, timeZone) - offsetMs(moved, timeZone)
  return new Date(moved.getTime() + change)
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Offsets such as +07:00 are accepted there, but are not zones that the database knows.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
