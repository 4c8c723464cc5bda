import { hashPair, hashWord } from '../src/analyse/hash.ts'

// Two texts are near-duplicates when at least half of all their words and word pairs are shared (Jaccard).
const SHARED_MIN = 0.5
// A shingle in more texts than this does not tell them apart and is not used to find candidates.
const COMMON = 60
// Copies that share only common words are found by their rarest ones, so every text keeps at least this many.
const PROBES = 12

// Which of `texts` equal or nearly equal one of `kept`, after case, addresses, names, digits and punctuation are gone.
export function nearDuplicates(texts: readonly string[], kept: readonly string[]): boolean[] {
  const shingles = kept.map(shinglesOf)
  const frequency = new Map<number, number>()
  for (const set of shingles) for (const shingle of set) frequency.set(shingle, (frequency.get(shingle) ?? 0) + 1)
  const index = new Map<number, number[]>()
  shingles.forEach((set, place) => {
    for (const shingle of probesOf(set, frequency)) {
      const places = index.get(shingle)
      if (places === undefined) index.set(shingle, [place])
      else places.push(place)
    }
  })
  return texts.map((text) => isNearOne(shinglesOf(text), shingles, index))
}

function probesOf(set: ReadonlySet<number>, frequency: ReadonlyMap<number, number>): number[] {
  const byRarity = [...set].sort((a, b) => (frequency.get(a) as number) - (frequency.get(b) as number) || a - b)
  return byRarity.filter((shingle, place) => place < PROBES || (frequency.get(shingle) as number) <= COMMON)
}

function isNearOne(
  set: ReadonlySet<number>,
  kept: readonly ReadonlySet<number>[],
  index: ReadonlyMap<number, readonly number[]>,
): boolean {
  const seen = new Set<number>()
  for (const shingle of set) {
    for (const place of index.get(shingle) ?? []) {
      if (seen.has(place)) continue
      seen.add(place)
      if (resemblance(set, kept[place] as ReadonlySet<number>) >= SHARED_MIN) return true
    }
  }
  return false
}

function resemblance(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
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
