// The word that was most likely meant: the one with the fewest changed letters, if few enough are.
export function nearest(word: string, known: readonly string[]): string | null {
  let best: string | null = null
  let fewest = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const changes = distance(word, candidate)
    if (changes < fewest) {
      best = candidate
      fewest = changes
    }
  }
  return best
}

// Levenshtein distance, one row at a time.
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
    }
    row = next
  }
  return row[b.length] ?? 0
}
