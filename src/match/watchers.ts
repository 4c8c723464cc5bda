// What to look at when a term is found. Everything lies side by side in a few lists, because with 100,000 projects every reference
// that is followed elsewhere costs more than the comparison it is for.
export interface Watchers {
  // Projects that this term alone decides: one term, no exclusions.
  readonly sole: string[]
  // Alternatives that this term is part of: FIELDS numbers each, and the project's id.
  readonly entries: number[]
  readonly ids: string[]
}

export interface Entry {
  readonly alternative: number
  readonly project: number
  readonly projectId: string
  // Further terms the alternative needs; they must be in the post.
  readonly others: readonly number[]
  // What the project excludes; they must not be in the post.
  readonly exclusions: readonly number[]
  // True when the project has other alternatives, which may hold for the same post.
  readonly several: boolean
}

// An entry: its alternative, its project, the flags, one further term and three exclusions, -1 where there is none.
export const FIELDS = 7
export const PROJECT = 1
export const FLAGS = 2
export const OTHER = 3
export const EXCLUDED = 4
const EXCLUDED_TOTAL = FIELDS - EXCLUDED
// Not all that has to be checked had room.
export const MORE = 1
export const SEVERAL = 2

export function createWatchers(): Watchers {
  return { sole: [], entries: [], ids: [] }
}

export function addEntry({ entries, ids }: Watchers, entry: Entry): void {
  const { alternative, project, others, exclusions } = entry
  const more = others.length > 1 || exclusions.length > EXCLUDED_TOTAL
  entries.push(alternative, project, (more ? MORE : 0) | (entry.several ? SEVERAL : 0), others[0] ?? -1)
  for (let n = 0; n < EXCLUDED_TOTAL; n++) entries.push(exclusions[n] ?? -1)
  ids.push(entry.projectId)
}

// Removes an alternative, if it is there.
export function removeEntry(watchers: Watchers, alternative: number): void {
  const { entries } = watchers
  for (let index = 0; index < entries.length; index += FIELDS) {
    if (entries[index] === alternative) removeEntryAt(watchers, index)
  }
}

// The order of entries does not matter: the last one takes the place.
export function removeEntryAt({ entries, ids }: Watchers, index: number): void {
  const last = entries.length - FIELDS
  for (let field = 0; field < FIELDS; field++) entries[index + field] = entries[last + field] ?? 0
  entries.length = last
  ids[index / FIELDS] = ids[last / FIELDS] as string
  ids.length = last / FIELDS
}

export function removeSole({ sole }: Watchers, projectId: string): void {
  const index = sole.indexOf(projectId)
  const last = sole.pop()
  if (last !== undefined && index < sole.length) sole[index] = last
}
