import { pairKey, type TermTokens } from '../../text/term-keys.ts'
import type { Ordinals } from './ordinals.ts'
import { type StoredTerms, TokenReader } from './term-column.ts'

// The terms of some mentions of a part, ready to be counted.
export interface MentionTerms {
  // Where the keys of each mention begin; those of the next one begin where they end.
  readonly starts: Uint32Array
  // Each term of a mention once.
  readonly keys: Float64Array
}

const KEYS_USUAL = 100

class MentionTermsBuilder {
  readonly #starts: Uint32Array
  #mentions = 0
  #keys: Float64Array
  #length = 0

  constructor(mentions: number) {
    this.#starts = new Uint32Array(mentions + 1)
    this.#keys = new Float64Array(mentions * KEYS_USUAL + 64)
  }

  key(key: number): void {
    if (this.#length === this.#keys.length) {
      const grown = new Float64Array(this.#length * 2)
      grown.set(this.#keys)
      this.#keys = grown
    }
    this.#keys[this.#length++] = key
  }

  endMention(): void {
    this.#starts[++this.#mentions] = this.#length
  }

  finish(): MentionTerms {
    return { starts: this.#starts, keys: this.#keys.subarray(0, this.#length) }
  }
}

// Of mentions of a segment, in ascending order.
export function decodeTerms(stored: StoredTerms, ordinals: Ordinals): MentionTerms {
  const { words } = stored
  const builder = new MentionTermsBuilder(ordinals.length)
  const reader = new TokenReader(stored)
  // For each word, the last mention that has it, plus one.
  const seen = new Uint32Array(words.length)
  let current = 0
  for (let index = 0; index < ordinals.length; index++) {
    for (const ordinal = ordinals[index] as number; current < ordinal; current++) reader.skip()
    current++
    let before = 0
    for (let left = reader.begin(); left > 0; left--) {
      const token = reader.token()
      const number = token >>> 1
      const word = words[number] as number
      if (seen[number] !== index + 1) builder.key(word * 2)
      seen[number] = index + 1
      if ((token & 1) === 1) builder.key(pairKey(before, word))
      before = word
    }
    builder.endMention()
  }
  return builder.finish()
}

// Of mentions whose tokens are at hand.
export function termsOfTokens(tokens: readonly TermTokens[]): MentionTerms {
  const builder = new MentionTermsBuilder(tokens.length)
  for (const { words, pairs } of tokens) {
    const seen = new Set<number>()
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as number
      if (!seen.has(word)) builder.key(word * 2)
      seen.add(word)
      if (pairs[at] === 1) builder.key(pairKey(words[at - 1] as number, word))
    }
    builder.endMention()
  }
  return builder.finish()
}
