import { hashPair, hashWord } from './hash.ts'
import { isHashtag, TERMS_MAX, visitContent } from './terms.ts'

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

// The 48-bit hash of a single word or hashtag, whose lowest bit is 1 for a hashtag.
export function wordKey(word: string): number {
  const hash = hashWord(word)
  return hash - (hash % 2) + (isHashtag(word) ? 1 : 0)
}

export function pairKey(first: number, second: number): number {
  return hashPair(first, second) * 2 + 1
}

// The terms of a text as a sequence of words from which they can be counted without their pairs being stored. A word is a term where
// it occurs for the first time, and forms one with the word before it where `pairs` is 1.
export interface TermTokens {
  readonly words: Float64Array
  readonly pairs: Uint8Array
}

// The same terms as those of `termsOf`.
export function tokensOf(text: string): TermTokens {
  const numbers = new Map<string, number>()
  const keys: number[] = []
  const known = new Set<number>()
  const tokens: number[] = []
  const pairs: number[] = []
  // Numbers of the word before in the text, and of the last token.
  let previous = -1
  let last = -1
  const push = (number: number, pair: number) => {
    tokens.push(number)
    pairs.push(pair)
    last = number
  }
  visitContent(text, (word, follows) => {
    const found = numbers.get(word)
    const number = found ?? numbers.size
    if (found === undefined) {
      numbers.set(word, number)
      keys.push(wordKey(word))
    }
    const pair = previous * TERMS_MAX + number
    const paired = follows && previous !== number && numbers.size + known.size < TERMS_MAX && !known.has(pair)
    if (paired) {
      known.add(pair)
      if (last !== previous) push(previous, 0)
    }
    if (paired || found === undefined) push(number, paired ? 1 : 0)
    previous = number
    return numbers.size + known.size < TERMS_MAX
  })
  const words = new Float64Array(tokens.length)
  for (let at = 0; at < words.length; at++) words[at] = keys[tokens[at] as number] as number
  return { words, pairs: new Uint8Array(pairs) }
}
