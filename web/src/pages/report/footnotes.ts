import type { WireSummary } from '../../../../src/api/wire/summary.ts'

export interface Footnotes {
  // The mentions in the order in which the sentences name them first.
  readonly ids: readonly string[]
  readonly numbersOf: (mentions: readonly string[]) => readonly number[]
}

const NOTES_MAX = 30

// On paper a sentence cannot be clicked: its mentions are numbered and printed below.
export function makeFootnotes(evidence: WireSummary['evidence']): Footnotes {
  const ids = [...new Set(evidence.flatMap((sentence) => sentence.mentions))].slice(0, NOTES_MAX)
  return {
    ids,
    numbersOf: (mentions) => mentions.flatMap((id) => (ids.includes(id) ? [ids.indexOf(id) + 1] : [])),
  }
}
