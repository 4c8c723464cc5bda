// All analysts share one time zone: times are shown, and days are split, in western Indonesian time.
export const ZONE = 'Asia/Jakarta'
export const ZONE_NAME = 'WIB'
export const ZONE_OFFSET_MS = 7 * 3_600_000
export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000

// The calendar day, `YYYY-MM-DD`, of an instant in that zone. It has no daylight saving time, so an offset is enough.
export function dayOf(instantMs: number): string {
  return new Date(instantMs + ZONE_OFFSET_MS).toISOString().slice(0, 10)
}

export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - ZONE_OFFSET_MS
}

export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
