import { bitOf, KNOWN_BYTES, type KnownWords } from '../src/analyse/familiar.ts'
import { extractFeatures, newFeatures } from '../src/analyse/features.ts'
import { newTokens, normalise, tokenise, WORD } from '../src/text/tokens.ts'

const TEXTS_MIN = 3

// The words that are in at least three of the texts.
export function knownWords(texts: readonly string[]): KnownWords {
  const tokens = newTokens()
  const features = newFeatures()
  const counts = new Uint8Array(KNOWN_BYTES * 8)
  const last = new Int32Array(KNOWN_BYTES * 8).fill(-1)
  texts.forEach((text, at) => {
    tokenise(normalise(text), tokens)
    extractFeatures(tokens, features)
    for (let index = 0; index < tokens.count; index++) {
      const bit = bitOf(features.words[index] as number)
      if (tokens.kinds[index] !== WORD || last[bit] === at) continue
      last[bit] = at
      counts[bit] = Math.min(TEXTS_MIN, (counts[bit] as number) + 1)
    }
  })
  const known = new Int8Array(KNOWN_BYTES)
  counts.forEach((count, bit) => {
    if (count === TEXTS_MIN) known[bit >>> 3] = (known[bit >>> 3] as number) | (1 << (bit & 7))
  })
  return known
}
