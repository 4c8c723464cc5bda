import type { Words } from '../text/words.ts'

// The patterns of all terms in one tree of keys, so that a single walk over a text finds them all.
export interface Trie {
  readonly children: Children
}

type Children = Map<string, Node>

interface Node {
  children: Children | null
  // The terms that end here. Most nodes have at most one.
  terms: number[] | null
}

export function createTrie(): Trie {
  return { children: new Map() }
}

export function addPattern(trie: Trie, pattern: readonly string[], term: number): void {
  let children = trie.children
  let node: Node | null = null
  for (const key of pattern) {
    if (node !== null) {
      node.children ??= new Map()
      children = node.children
    }
    node = children.get(key) ?? null
    if (node === null) {
      node = { children: null, terms: null }
      children.set(key, node)
    }
  }
  if (node === null) return
  if (node.terms === null) node.terms = [term]
  else node.terms.push(term)
}

// Removes a term's pattern, and the branch that only it needed.
export function removePattern(trie: Trie, pattern: readonly string[], term: number): void {
  removeFrom(trie.children, pattern, 0, term)
}

function removeFrom(children: Children, pattern: readonly string[], depth: number, term: number): void {
  const key = pattern[depth]
  const node = key === undefined ? undefined : children.get(key)
  if (key === undefined || node === undefined) return
  if (depth < pattern.length - 1) {
    if (node.children !== null) removeFrom(node.children, pattern, depth + 1, term)
    if (node.children?.size === 0) node.children = null
  } else {
    node.terms = node.terms?.filter((other) => other !== term) ?? null
    if (node.terms?.length === 0) node.terms = null
  }
  if (node.children === null && node.terms === null) children.delete(key)
}

// Calls `onTerm` for every term whose pattern occurs in the words, possibly more than once, and returns the number of steps taken.
export function walk(trie: Trie, words: Words, onTerm: (term: number) => void): number {
  const { keys, readings } = words
  let steps = 0
  const stepFrom = (children: Children, position: number): void => {
    steps++
    const node = children.get(keys[position] as string)
    if (node !== undefined) visit(node, position + 1)
    if (readings === null) return
    for (const reading of readings.get(position) ?? []) {
      steps++
      const other = children.get(reading.key)
      if (other !== undefined) visit(other, reading.next)
    }
  }
  const visit = (node: Node, next: number): void => {
    if (node.terms !== null) for (const term of node.terms) onTerm(term)
    if (node.children !== null && next < keys.length) stepFrom(node.children, next)
  }
  for (let position = 0; position < keys.length; position++) stepFrom(trie.children, position)
  return steps
}
