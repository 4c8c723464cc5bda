import { hashPair, hashWord } from '../src/analyse/hash.ts'

// Two texts are near-duplicates when at least half of all their words and word pairs are shared (Jaccard).
const SHARED_MIN = 0.5

// Which of `texts` are near-duplicates of one of `kept`, after case, addresses, names, digits and punctuation are removed.
export function nearDuplicates(texts: readonly string[], kept: readonly string[]): boolean[] {
  const shingles = kept.map(shinglesOf)
  const frequency = new Map<number, number>()
  for (const set of shingles) for (const shingle of set) frequency.set(shingle, (frequency.get(shingle) ?? 0) + 1)
  const index = new Map<number, number[]>()
  shingles.forEach((set, position) => {
    for (const shingle of rarest(set, frequency)) {
      const positions = index.get(shingle)
      if (positions === undefined) index.set(shingle, [position])
      else positions.push(position)
    }
  })
  return texts.map((text) => {
    const set = shinglesOf(text)
    const candidates = new Set(rarest(set, frequency).flatMap((shingle) => index.get(shingle) ?? []))
    return [...candidates].some((position) => jaccard(set, shingles[position] as Set<number>) >= SHARED_MIN)
  })
}

// Prefix filtering: two sets that share half of their union share at least one of the rarest shingles of each, if a little more
// than half of each set is considered in the same order. The rarest shingles of most texts are unique, so few pairs are compared.
function rarest(set: ReadonlySet<number>, frequency: ReadonlyMap<number, number>): number[] {
  const ordered = [...set].sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || a - b)
  return ordered.slice(0, Math.floor(set.size * (1 - SHARED_MIN)) + 1)
}

function jaccard(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one]
  if (small.size < large.size * SHARED_MIN) return 0
  let shared = 0
  for (const shingle of small) if (large.has(shingle)) shared++
  return shared / (one.size + other.size - shared)
}

export function shinglesOf(text: string): Set<number> {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/https?:\S+|@\w+|[^\p{L}\p{M}]+/gu, ' ')
    .trim()
  const words = plain.split(' ').map(hashWord)
  const set = new Set(words)
  for (let at = 1; at < words.length; at++) set.add(hashPair(words[at - 1] as number, words[at] as number))
  return set
}
