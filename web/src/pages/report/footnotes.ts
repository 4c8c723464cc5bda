import type { WireSummary } from '../../../../src/api/wire/summary.ts'

export interface Footnotes {
  // The mentions in order of first reference.
  readonly ids: readonly string[]
  readonly numbersOf: (mentions: readonly string[]) => readonly number[]
}

const NOTES_MAX = 30

// A printed sentence cannot be clicked, so its mentions are numbered and printed below.
export function makeFootnotes(evidence: WireSummary['evidence']): Footnotes {
  const ids = [...new Set(evidence.flatMap((sentence) => sentence.mentions))].slice(0, NOTES_MAX)
  return {
    ids,
    numbersOf: (mentions) => mentions.flatMap((id) => (ids.includes(id) ? [ids.indexOf(id) + 1] : [])),
  }
}
