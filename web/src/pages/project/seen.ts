interface Dated {
  readonly createdat: string
}

// The index of the first mention that was there when the person last looked, in a list with the newest first. Null when nothing
// above it is new, or nothing below it is known.
export function firstSeen(mentions: readonly Dated[], lastLook: string | null): number | null {
  if (lastLook === null) return null
  const index = mentions.findIndex(({ createdat }) => Date.parse(createdat) <= Date.parse(lastLook))
  return index > 0 ? index : null
}
