export interface Rouge {
  readonly one: number
  readonly two: number
  readonly long: number
}

// ROUGE-1, -2 and -L as F1, over lower-cased words: shared words, shared pairs, longest common sequence.
export function rouge(candidate: string, reference: string): Rouge {
  const [a, b] = [wordsOf(candidate), wordsOf(reference)]
  const [pairsA, pairsB] = [pairsOf(a), pairsOf(b)]
  return {
    one: f1(shared(a, b), a.length, b.length),
    two: f1(shared(pairsA, pairsB), pairsA.length, pairsB.length),
    long: f1(longest(a, b), a.length, b.length),
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`)
}

function shared(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1)
  let found = 0
  for (const word of b) {
    const left = counts.get(word) ?? 0
    if (left > 0) found++
    counts.set(word, left - 1)
  }
  return found
}

function longest(a: readonly string[], b: readonly string[]): number {
  let row = new Uint16Array(b.length + 1)
  for (const word of a) {
    const next = new Uint16Array(b.length + 1)
    for (let at = 1; at <= b.length; at++) {
      const kept = Math.max(row[at] ?? 0, next[at - 1] ?? 0)
      next[at] = word === b[at - 1] ? (row[at - 1] ?? 0) + 1 : kept
    }
    row = next
  }
  return row[b.length] ?? 0
}

function f1(common: number, a: number, b: number): number {
  return common === 0 ? 0 : (2 * common) / (a + b)
}
