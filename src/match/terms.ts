import type { Words } from '../text/words.ts'
import { patternsOf } from './term.ts'
import { addPattern, createTrie, removePattern, type Trie, walk } from './trie.ts'

// The terms of all projects, reference-counted: each is stored once under a number, however many projects use it.
export interface Terms {
  readonly trie: Trie
  readonly numbers: Map<string, number>
  readonly names: string[]
  readonly uses: number[]
  // The last post each term was found in, and the number of posts it was found in.
  readonly foundIn: number[]
  readonly frequency: number[]
  readonly free: number[]
}

export function createTerms(): Terms {
  return { trie: createTrie(), numbers: new Map(), names: [], uses: [], foundIn: [], frequency: [], free: [] }
}

// The number of a term, or null when it has no words and can never be found. Every call needs a matching `releaseTerm`.
export function acquireTerm(terms: Terms, text: string): number | null {
  const patterns = patternsOf(text)
  if (patterns.length === 0) return null
  const name = nameOf(patterns)
  let term = terms.numbers.get(name)
  if (term === undefined) {
    term = terms.free.pop() ?? terms.names.length
    terms.numbers.set(name, term)
    terms.names[term] = name
    terms.uses[term] = 0
    terms.foundIn[term] = 0
    terms.frequency[term] = 0
    for (const pattern of patterns) addPattern(terms.trie, pattern, term)
  }
  terms.uses[term] = (terms.uses[term] ?? 0) + 1
  return term
}

export function releaseTerm(terms: Terms, term: number): void {
  const uses = (terms.uses[term] ?? 0) - 1
  terms.uses[term] = uses
  if (uses > 0) return
  const name = terms.names[term] ?? ''
  for (const pattern of patternsNamed(name)) removePattern(terms.trie, pattern, term)
  terms.numbers.delete(name)
  terms.names[term] = ''
  terms.free.push(term)
}

// Marks the terms in a text as found in this post, appends the newly found ones to `found` and returns the number of steps taken.
export function findTerms(terms: Terms, words: Words, post: number, found: number[]): number {
  return walk(terms.trie, words, (term) => {
    if (terms.foundIn[term] === post) return
    terms.foundIn[term] = post
    terms.frequency[term] = (terms.frequency[term] ?? 0) + 1
    found.push(term)
  })
}

// Terms that match the same texts have the same patterns, and therefore the same name. Keys contain no white space.
function nameOf(patterns: readonly (readonly string[])[]): string {
  return patterns.map((pattern) => pattern.join(' ')).join('\n')
}

function patternsNamed(name: string): string[][] {
  return name.split('\n').map((pattern) => pattern.split(' '))
}
