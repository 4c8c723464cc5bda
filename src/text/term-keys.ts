import { hashPair, hashWord, hashWordAt } from './hash.ts'
import { KeyNumbers } from './key-numbers.ts'
import { isHashtag, LAST_TERM, NO_TERM, readable, scanTerms, TERM, TERMS_MAX } from './terms.ts'
import { STOP_WORDS } from './terms-stop.ts'

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
  return markHashtag(hashWord(word), isHashtag(word))
}

function markHashtag(hash: number, hashtag: boolean): number {
  return hash - (hash & 1) + (hashtag ? 1 : 0)
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

// The keys of stop words; and of the words of the text that is read, numbered as they occur.
const stopKeys = new KeyNumbers()
for (const word of STOP_WORDS) stopKeys.add(wordKey(word))
const numbers = new KeyNumbers()
// Which pairs of numbers the text has: those that have its mark.
const pairMarks = new Uint32Array(TERMS_MAX * TERMS_MAX)
let mark = 0
// A pair adds at most two tokens, a word one.
const tokens = new Float64Array(TERMS_MAX * 2)
const paired = new Uint8Array(TERMS_MAX * 2)

// The same terms as those of `termsOf`.
export function tokensOf(text: string): TermTokens {
  const source = readable(text)
  numbers.clear()
  mark = mark === 0xffffffff ? 1 : mark + 1
  if (mark === 1) pairMarks.fill(0)
  let pairs = 0
  let length = 0
  // Numbers of the word before in the text, and of the last token.
  let previous = -1
  let last = -1
  const push = (number: number, pair: number) => {
    tokens[length] = numbers.keyAt(number)
    paired[length++] = pair
    last = number
  }
  scanTerms(source, (start, end, follows) => {
    const hashtag = source.charCodeAt(start) === HASH
    const key = markHashtag(hashWordAt(source, start, end), hashtag)
    if (!hashtag && stopKeys.numberOf(key) >= 0) return NO_TERM
    const known = numbers.numberOf(key)
    const number = known < 0 ? numbers.add(key) : known
    const pair = previous * TERMS_MAX + number
    if (follows && previous !== number && numbers.size + pairs < TERMS_MAX && pairMarks[pair] !== mark) {
      pairMarks[pair] = mark
      pairs++
      if (last !== previous) push(previous, 0)
      push(number, 1)
    } else if (known < 0) push(number, 0)
    previous = number
    return numbers.size + pairs < TERMS_MAX ? TERM : LAST_TERM
  })
  return { words: tokens.slice(0, length), pairs: paired.slice(0, length) }
}

const HASH = '#'.charCodeAt(0)
