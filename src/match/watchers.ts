// What to check when a term is found. The data is packed into a few flat lists, because with 100,000 projects following a reference
// costs more than the comparison it serves.
export interface Watchers {
  // Projects whose only term this is, without exclusions.
  readonly sole: string[]
  // Alternatives registered with this term: FIELDS numbers each, and the project's id.
  readonly entries: number[]
  readonly ids: string[]
}

export interface Entry {
  readonly alternative: number
  readonly project: number
  readonly projectId: string
  // The other terms of the alternative; all must be in the post.
  readonly others: readonly number[]
  // The terms the project excludes; none may be in the post.
  readonly exclusions: readonly number[]
  // True when the project has other alternatives, which may match the same post.
  readonly several: boolean
}

// The layout of an entry: alternative, project, flags, one other term and three exclusions, -1 where there is none.
export const FIELDS = 7
export const PROJECT = 1
export const FLAGS = 2
export const OTHER = 3
export const EXCLUDED = 4
const EXCLUDED_TOTAL = FIELDS - EXCLUDED
// The entry has more terms or exclusions than fit into its fields.
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

// Removes an alternative, if present.
export function removeEntry(watchers: Watchers, alternative: number): void {
  const { entries } = watchers
  for (let index = 0; index < entries.length; index += FIELDS) {
    if (entries[index] === alternative) removeEntryAt(watchers, index)
  }
}

// Swap-removes an entry: the order does not matter.
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
