import type { QuietHours } from '../domain/alert.ts'

// When a message may be sent: null for at once, otherwise the end of the quiet hours. `times` is how many times the expected number
// the incident is.
export function quietUntil(quiet: QuietHours | null, now: Date, times: number | null): Date | null {
  if (quiet === null) return null
  if (quiet.exceptAbove !== undefined && times !== null && times > quiet.exceptAbove) return null
  const minutes = localMinutes(now, quiet.timeZone)
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const isQuiet = from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to
  if (!isQuiet) return null
  const wait = (to - minutes + 1_440) % 1_440
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + wait * 60_000)
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function localMinutes(instant: Date, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return minutesOf(text.format(instant))
}
