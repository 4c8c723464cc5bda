import { bitOf, KNOWN_BYTES, type KnownWords } from '../src/analyse/familiar.ts'
import { extractFeatures, newFeatures } from '../src/analyse/features.ts'
import { newTokens, normalise, tokenise, WORD } from '../src/text/tokens.ts'

const TEXTS_MIN = 3

// The bits of the distinct words of each text.
export function wordsOf(texts: readonly string[]): Int32Array[] {
  const tokens = newTokens()
  const features = newFeatures()
  return texts.map((text) => {
    tokenise(normalise(text), tokens)
    extractFeatures(tokens, features)
    const bits = new Set<number>()
    for (let index = 0; index < tokens.count; index++)
      if (tokens.kinds[index] === WORD) bits.add(bitOf(features.words[index] as number))
    return Int32Array.from(bits)
  })
}

// The words that are in at least three of the texts.
export function knownWords(texts: readonly Int32Array[]): KnownWords {
  const counts = new Uint8Array(KNOWN_BYTES * 8)
  for (const bits of texts) for (const bit of bits) counts[bit] = Math.min(TEXTS_MIN, (counts[bit] as number) + 1)
  const known = new Int8Array(KNOWN_BYTES)
  counts.forEach((count, bit) => {
    if (count === TEXTS_MIN) known[bit >>> 3] = (known[bit >>> 3] as number) | (1 << (bit & 7))
  })
  return known
}
