import { hashPair, hashWord } from './hash.ts'
import { isHashtag } from './terms.ts'

// Terms (terms.ts) as numbers, to be counted by the million. A key says what its term is: odd for a pair of words; otherwise its half
// is odd for a hashtag and even for a word.
export function termKey(term: string): number {
  const space = term.indexOf(' ')
  if (space < 0) return wordKey(term) * 2
  return pairKey(wordKey(term.slice(0, space)), wordKey(term.slice(space + 1)))
}

export function isHashtagKey(key: number): boolean {
  return key % 4 === 2
}

export function isPairKey(key: number): boolean {
  return key % 2 === 1
}

// The 48-bit hash of a single word or hashtag, whose lowest bit tells which.
export function wordKey(word: string): number {
  const hash = hashWord(word)
  return hash - (hash % 2) + (isHashtag(word) ? 1 : 0)
}

export function pairKey(first: number, second: number): number {
  return hashPair(first, second) * 2 + 1
}

// The terms of a text as a sequence of words from which they can be counted without their pairs being stored: each token is a word
// key, whether it is a term that the text has not had before, and whether it forms such a term with the token before.
export interface TermTokens {
  readonly words: readonly number[]
  readonly flags: readonly number[]
}

export const NEW_WORD = 1
export const NEW_PAIR = 2

// `terms` is what `termsOf` returned.
export function tokensOf(terms: readonly string[]): TermTokens {
  const words: number[] = []
  const flags: number[] = []
  // The words of the last two tokens, as text.
  let before = ''
  let last = ''
  for (const term of terms) {
    const space = term.indexOf(' ')
    if (space < 0) {
      words.push(wordKey(term))
      flags.push(NEW_WORD)
      before = last
      last = term
      continue
    }
    const [first, second] = [term.slice(0, space), term.slice(space + 1)]
    if (first !== before || second !== last || ((flags.at(-1) ?? 0) & NEW_PAIR) !== 0) {
      words.push(wordKey(first), wordKey(second))
      flags.push(0, 0)
      before = first
      last = second
    }
    flags[flags.length - 1] = (flags.at(-1) ?? 0) | NEW_PAIR
  }
  return { words, flags }
}
