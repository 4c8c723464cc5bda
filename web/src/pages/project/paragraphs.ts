import type { WireSummary } from '../../../../src/api/wire/summary.ts'

export type SummarySentence = WireSummary['evidence'][number]

// The sentences of a summary by paragraph of its text.
export function paragraphsOf({ ai_summary, evidence }: WireSummary): SummarySentence[][] {
  const paragraphs: SummarySentence[][] = []
  let at = 0
  for (const sentence of evidence) {
    const start = ai_summary.indexOf(sentence.text, at)
    const last = paragraphs.at(-1)
    if (last === undefined || ai_summary.slice(at, start).includes('\n\n')) paragraphs.push([sentence])
    else last.push(sentence)
    at = start + sentence.text.length
  }
  return paragraphs
}
