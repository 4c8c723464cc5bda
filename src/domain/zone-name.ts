// The short name of a time zone, for people: WIB, WITA and WIT in Indonesia, elsewhere the difference to GMT.
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('id-ID', { timeZone, timeZoneName: 'short' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
