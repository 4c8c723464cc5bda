import type { Category } from '../domain/category.ts'
import { readWords } from '../text/words.ts'
import { SUBJECT_WORDS, SUBJECTS, type Subject } from './category-words.ts'

export interface CategorySuggestion {
  readonly category: Category
  // Texts about the category, and those about any subject.
  readonly texts: number
  readonly judged: number
  // The words that decided, most frequent first.
  readonly words: readonly string[]
}

// The beginning of a text says what it is about.
const WORDS_MAX = 120
const JUDGED_MIN = 3
// A category needs this share of the texts; below it the project is general.
const SHARE_MIN = 0.4
const EVIDENCE_MAX = 6

// The category that most texts of a project are about. Null when too few of them show any.
export function suggestCategory(texts: readonly string[]): CategorySuggestion | null {
  const counts = new Map<Subject, number>()
  const evidence = new Map<Subject, Map<string, number>>()
  let judged = 0
  for (const text of texts) {
    const found = readSubject(text)
    if (found === null) continue
    judged += 1
    counts.set(found.subject, (counts.get(found.subject) ?? 0) + 1)
    const words = evidence.get(found.subject) ?? new Map<string, number>()
    for (const word of found.words) words.set(word, (words.get(word) ?? 0) + 1)
    evidence.set(found.subject, words)
  }
  if (judged < JUDGED_MIN) return null
  const countOf = (subject: Subject) => counts.get(subject) ?? 0
  const wordsOf = (...subjects: readonly Subject[]) =>
    subjects
      .flatMap((subject) => [...(evidence.get(subject) ?? [])])
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, EVIDENCE_MAX)
      .map(([word]) => word)
  const [top] = [...counts].sort(([a, x], [b, y]) => y - x || SUBJECTS.indexOf(a) - SUBJECTS.indexOf(b))
  if (top === undefined) return null
  const [subject, count] = top
  const mixed = countOf('sosial') + countOf('budaya')
  // Both halves are present, and neither is a small part of the other.
  const isMixed = Math.min(countOf('sosial'), countOf('budaya')) >= 0.3 * mixed && mixed >= SHARE_MIN * judged
  if (isMixed && mixed > count)
    return { category: 'sosial-budaya', texts: mixed, judged, words: wordsOf('sosial', 'budaya') }
  if (count < SHARE_MIN * judged) return { category: 'umum', texts: judged, judged, words: [] }
  return { category: subject, texts: count, judged, words: wordsOf(subject) }
}

// What one text is about: the subject with the most different words. Null when none is ahead of the others.
export function readSubject(text: string): { readonly subject: Subject; readonly words: readonly string[] } | null {
  const keys = readWords(text).keys.slice(0, WORDS_MAX)
  const found = new Map<Subject, Set<string>>()
  const add = (term: string) => {
    for (const subject of INDEX.get(term) ?? []) {
      const words = found.get(subject)
      if (words === undefined) found.set(subject, new Set([term]))
      else words.add(term)
    }
  }
  for (const [at, key] of keys.entries()) {
    add(key)
    add(`${key} ${keys[at + 1] ?? ''}`)
  }
  const ranked = [...found]
    .map(([subject, words]) => ({ subject, words: [...words], weight: weigh(words) }))
    .sort((a, b) => b.weight - a.weight || SUBJECTS.indexOf(a.subject) - SUBJECTS.indexOf(b.subject))
  const [first, second] = ranked
  return first === undefined || first.weight === second?.weight ? null : first
}

function weigh(words: ReadonlySet<string>): number {
  let weight = 0
  for (const word of words) weight += word.includes(' ') ? 2 : 1
  return weight
}

const INDEX: ReadonlyMap<string, readonly Subject[]> = buildIndex()

function buildIndex(): Map<string, Subject[]> {
  const index = new Map<string, Subject[]>()
  for (const subject of SUBJECTS) {
    const { words, pairs } = SUBJECT_WORDS[subject]
    for (const term of [...words.split(/\s+/), ...pairs.split(/\s*,\s*/)]) {
      const known = index.get(term)
      if (known === undefined) index.set(term, [subject])
      else if (!known.includes(subject)) known.push(subject)
    }
  }
  return index
}
