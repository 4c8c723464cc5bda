import { type Tokens, WORD } from '../text/tokens.ts'
import type { Features } from './features.ts'

// Which words were in several training texts: one bit for each, by hash. A word that was not shares its bit with one that was in about
// one case of twenty.
export type KnownWords = Int8Array
const BITS = 20
export const KNOWN_BYTES = 2 ** BITS / 8

// The share of a text's words that are not known. The features must be of the same tokens.
export function unknownShare({ kinds, count }: Tokens, { words }: Features, known: KnownWords): number {
  let total = 0
  let unknown = 0
  for (let index = 0; index < count; index++) {
    if (kinds[index] !== WORD) continue
    const bit = bitOf(words[index] as number)
    total++
    if (((known[bit >>> 3] as number) & (1 << (bit & 7))) === 0) unknown++
  }
  return total === 0 ? 0 : unknown / total
}

export function bitOf(word: number): number {
  return word >>> (32 - BITS)
}
