const HOUR_MS = 3_600_000
const DAY_HOURS = 24

// Turns the number of an hour since 1970 in UTC into that of a time zone, so that an hour of the week is one of its clock. Where clocks
// are half an hour off, the earlier hour is used.
export type LocalHours = (hour: number) => number

const known = new Map<string, LocalHours>()

export function localHours(timeZone: string): LocalHours {
  const found = known.get(timeZone) ?? createLocalHours(timeZone)
  known.set(timeZone, found)
  return found
}

function createLocalHours(timeZone: string): LocalHours {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const offsetAt = (hour: number) => {
    const parts = Object.fromEntries(
      format.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour: local = 0, minute = 0 } = parts
    return Math.floor((Date.UTC(year, month - 1, day, local, minute) - hour * HOUR_MS) / HOUR_MS)
  }
  // Per day; null for a day on which clocks change.
  const offsets = new Map<number, number | null>()
  return (hour) => {
    const day = Math.floor(hour / DAY_HOURS)
    let offset = offsets.get(day)
    if (offset === undefined) {
      const first = offsetAt(day * DAY_HOURS)
      offset = first === offsetAt((day + 1) * DAY_HOURS) ? first : null
      offsets.set(day, offset)
    }
    return hour + (offset ?? offsetAt(hour))
  }
}
