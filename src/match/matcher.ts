import type { Keyword } from '../domain/keyword.ts'
import { readWords } from '../text/words.ts'
import { acquireTerm, createTerms, findTerms, releaseTerm, type Terms } from './terms.ts'
import {
  addEntry,
  createWatchers,
  EXCLUDED,
  FIELDS,
  FLAGS,
  MORE,
  OTHER,
  PROJECT,
  removeEntry,
  removeEntryAt,
  removeSole,
  SEVERAL,
  type Watchers,
} from './watchers.ts'

// Matches posts against the expressions of all projects at once. The cost of a post depends on its own words and on its matches: it
// is hardly higher with 100,000 projects than with ten. Adding or removing a project costs its own terms, never a rebuild.
export interface Matcher {
  // Adds a project, or replaces its expression.
  add(projectId: string, keyword: Keyword, exclusions: readonly string[]): void
  remove(projectId: string): boolean
  // The projects that match a post, each once, in no particular order. `hidden` is matched in addition to the text.
  match(text: string, hidden?: string): string[]
  // The number of projects and distinct terms, and how many positions, trie nodes and alternatives `match` has visited so far.
  stats(): { readonly projects: number; readonly terms: number; readonly steps: number }
}

export function createMatcher(): Matcher {
  const state = createState()
  return {
    add: (projectId, keyword, exclusions) => addProject(state, projectId, keyword, exclusions),
    remove: (projectId) => removeProject(state, projectId),
    match: (text, hidden) => matchPost(state, text, hidden ?? ''),
    stats: () => ({ projects: state.numbers.size, terms: state.terms.numbers.size, steps: state.steps }),
  }
}

// Projects and alternatives are numbered, and their data is stored in arrays indexed by that number. Freed numbers are reused.
interface State {
  readonly terms: Terms
  // By project.
  readonly numbers: Map<string, number>
  readonly ids: string[]
  readonly exclusions: (readonly number[])[]
  readonly alternatives: (readonly number[])[]
  // The last post that matched the project; only set for projects with several alternatives.
  readonly lastMatched: number[]
  readonly freeProjects: number[]
  // By alternative: the terms it needs.
  readonly needs: (readonly number[])[]
  readonly freeAlternatives: number[]
  // By term. Each alternative is registered with one of its terms, and moves to a rarer one as soon as a post shows which that is.
  readonly watchers: Watchers[]
  post: number
  steps: number
}

function createState(): State {
  const byProject = { numbers: new Map(), ids: [], exclusions: [], alternatives: [], lastMatched: [], freeProjects: [] }
  return { terms: createTerms(), ...byProject, needs: [], freeAlternatives: [], watchers: [], post: 0, steps: 0 }
}

function addProject(state: State, projectId: string, keyword: Keyword, exclusions: readonly string[]): void {
  removeProject(state, projectId)
  const project = state.freeProjects.pop() ?? state.ids.length
  state.numbers.set(projectId, project)
  state.ids[project] = projectId
  state.lastMatched[project] = 0
  state.exclusions[project] = exclusions.map((text) => acquireTerm(state.terms, text)).filter((term) => term !== null)
  const alternatives = keyword.alternatives.map((texts) => addAlternative(state, texts)).filter((one) => one !== null)
  state.alternatives[project] = alternatives
  const sole = soleTerm(state, project)
  if (sole !== null) watchersOf(state, sole).sole.push(projectId)
  else for (const alternative of alternatives) watch(state, project, alternative, rarestTerm(state, alternative))
}

function removeProject(state: State, projectId: string): boolean {
  const project = state.numbers.get(projectId)
  if (project === undefined) return false
  const sole = soleTerm(state, project)
  if (sole !== null) removeSole(watchersOf(state, sole), projectId)
  for (const alternative of state.alternatives[project] ?? []) removeAlternative(state, alternative)
  for (const term of state.exclusions[project] ?? []) releaseTerm(state.terms, term)
  state.numbers.delete(projectId)
  state.ids[project] = ''
  state.exclusions[project] = []
  state.alternatives[project] = []
  state.freeProjects.push(project)
  return true
}

// An alternative with a term that can never be found can never match: it is left out.
function addAlternative(state: State, texts: readonly string[]): number | null {
  const needs = new Set<number>()
  let possible = texts.length > 0
  for (const text of texts) {
    const term = acquireTerm(state.terms, text)
    if (term === null) possible = false
    else if (needs.has(term)) releaseTerm(state.terms, term)
    else needs.add(term)
  }
  if (!possible) {
    for (const term of needs) releaseTerm(state.terms, term)
    return null
  }
  const alternative = state.freeAlternatives.pop() ?? state.needs.length
  state.needs[alternative] = [...needs]
  return alternative
}

function removeAlternative(state: State, alternative: number): void {
  for (const term of state.needs[alternative] ?? []) {
    removeEntry(watchersOf(state, term), alternative)
    releaseTerm(state.terms, term)
  }
  state.needs[alternative] = []
  state.freeAlternatives.push(alternative)
}

// The single term that decides whether a project matches, or null when there is more to check.
function soleTerm(state: State, project: number): number | null {
  const alternatives = state.alternatives[project] ?? []
  const needs = state.needs[alternatives[0] ?? -1] ?? []
  const isSole = alternatives.length === 1 && needs.length === 1 && state.exclusions[project]?.length === 0
  return isSole ? (needs[0] ?? null) : null
}

function watch(state: State, project: number, alternative: number, term: number): void {
  addEntry(watchersOf(state, term), {
    alternative,
    project,
    projectId: state.ids[project] ?? '',
    others: (state.needs[alternative] ?? []).filter((need) => need !== term),
    exclusions: state.exclusions[project] ?? [],
    several: (state.alternatives[project]?.length ?? 0) > 1,
  })
}

function matchPost(state: State, text: string, hidden: string): string[] {
  state.post++
  const found: number[] = []
  state.steps += findTerms(state.terms, readWords(text), state.post, found)
  if (hidden !== '') state.steps += findTerms(state.terms, readWords(hidden), state.post, found)
  const matched: string[] = []
  for (const term of found) {
    const watchers = watchersOf(state, term)
    state.steps += watchers.sole.length + watchers.entries.length / FIELDS
    for (const projectId of watchers.sole) matched.push(projectId)
    checkEntries(state, term, watchers, matched)
  }
  return matched
}

// Iterates backwards, because alternatives that move to another term are removed from the list.
function checkEntries(state: State, term: number, watchers: Watchers, matched: string[]): void {
  const { entries, ids } = watchers
  for (let index = entries.length - FIELDS; index >= 0; index -= FIELDS) {
    const flags = entries[index + FLAGS] as number
    const missing = findMissing(state, entries, index, flags)
    if (missing >= 0) {
      if (!isRarer(state, missing, term)) continue
      const [alternative, project] = [entries[index] as number, entries[index + PROJECT] as number]
      removeEntryAt(watchers, index)
      watch(state, project, alternative, missing)
    } else if (!isExcluded(state, entries, index, flags) && !isAlreadyMatched(state, entries, index, flags))
      matched.push(ids[index / FIELDS] as string)
  }
}

// A term that the alternative needs and the post does not contain, or -1.
function findMissing(state: State, entries: readonly number[], index: number, flags: number): number {
  const { foundIn } = state.terms
  const other = entries[index + OTHER] as number
  if (other >= 0 && foundIn[other] !== state.post) return other
  if ((flags & MORE) === 0) return -1
  for (const term of state.needs[entries[index] as number] ?? []) if (foundIn[term] !== state.post) return term
  return -1
}

function isExcluded(state: State, entries: readonly number[], index: number, flags: number): boolean {
  const { foundIn } = state.terms
  for (let field = EXCLUDED; field < FIELDS; field++) {
    const term = entries[index + field] as number
    if (term < 0) return false
    if (foundIn[term] === state.post) return true
  }
  if ((flags & MORE) === 0) return false
  for (const term of state.exclusions[entries[index + PROJECT] as number] ?? [])
    if (foundIn[term] === state.post) return true
  return false
}

// Whether another alternative of the project has already matched this post. Records the match if not.
function isAlreadyMatched(state: State, entries: readonly number[], index: number, flags: number): boolean {
  if ((flags & SEVERAL) === 0) return false
  const project = entries[index + PROJECT] as number
  if (state.lastMatched[project] === state.post) return true
  state.lastMatched[project] = state.post
  return false
}

// Before any post has been read, the longer name is the better guess.
function isRarer(state: State, term: number, than: number): boolean {
  const { frequency, names } = state.terms
  const difference = (frequency[term] ?? 0) - (frequency[than] ?? 0)
  return difference < 0 || (difference === 0 && (names[term] ?? '').length > (names[than] ?? '').length)
}

function rarestTerm(state: State, alternative: number): number {
  return (state.needs[alternative] ?? []).reduce((rarest, term) => (isRarer(state, term, rarest) ? term : rarest))
}

function watchersOf(state: State, term: number): Watchers {
  let watchers = state.watchers[term]
  if (watchers === undefined) {
    watchers = createWatchers()
    state.watchers[term] = watchers
  }
  return watchers
}
