const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' })
// Longer than any emoji or letter that people write.
const GRAPHEME_UNITS_MAX = 64

// The nearest position at or before `at` that is between two characters as readers see them: not inside an emoji or a letter with
// its accents.
export function boundaryBefore(text: string, at: number): number {
  if (at >= text.length) return text.length
  const start = GRAPHEMES.segment(text.slice(0, at + GRAPHEME_UNITS_MAX)).containing(at)?.index ?? at
  if (at - start <= GRAPHEME_UNITS_MAX) return start
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at
}

export function cutText(text: string, unitsMax: number): string {
  return text.slice(0, boundaryBefore(text, unitsMax))
}
