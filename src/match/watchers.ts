// What to look at when a term is found. Everything lies side by side in two lists, because with 100,000 projects every reference
// that is followed elsewhere costs more than the comparison it is for.
export interface Watchers {
  // Projects that this term alone decides: one term, no exclusions.
  readonly sole: string[]
  // Alternatives that this term is part of, FIELDS numbers each.
  readonly entries: number[]
}

export interface Entry {
  readonly alternative: number
  readonly project: number
  // Another term the alternative needs, or -1 if it needs only this one.
  readonly other: number
  // True when there is more to check: further terms, or exclusions.
  readonly more: boolean
}

export const FIELDS = 4

export function createWatchers(): Watchers {
  return { sole: [], entries: [] }
}

export function addEntry({ entries }: Watchers, entry: Entry): void {
  entries.push(entry.alternative, entry.project, entry.other, entry.more ? 1 : 0)
}

// Removes an alternative, if it is there.
export function removeEntry(watchers: Watchers, alternative: number): void {
  const { entries } = watchers
  for (let index = 0; index < entries.length; index += FIELDS) {
    if (entries[index] === alternative) removeEntryAt(watchers, index)
  }
}

// The order of entries does not matter: the last one takes the place.
export function removeEntryAt({ entries }: Watchers, index: number): void {
  const last = entries.length - FIELDS
  for (let field = 0; field < FIELDS; field++) entries[index + field] = entries[last + field] ?? 0
  entries.length = last
}

export function removeSole({ sole }: Watchers, projectId: string): void {
  const index = sole.indexOf(projectId)
  const last = sole.pop()
  if (last !== undefined && index < sole.length) sole[index] = last
}
