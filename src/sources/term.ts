// Formats terms of an expression for the platforms' query languages.

// Removes the characters that are syntax in every query language. Next to words an emoji is only punctuation, as it is for
// the matcher.
export function cleanTerm(term: string): string {
  const plain = term.replace(/["“”()\\|]/g, ' ')
  return (WORD.test(plain) ? plain.replace(EMOJI, ' ') : plain).replace(/\s+/g, ' ').trim()
}

const WORD = /[\p{L}\p{N}]/u
const EMOJI = /\p{Extended_Pictographic}|\u200d|\ufe0f/gu

// Whether a term contains anything that a platform can search for.
export function isSearchable(term: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(term)
}

// Other spellings of a term that the matcher finds and a platform's search does not: `jum'at` as one word, and several words
// as one hashtag (without the `#`).
export interface Spellings {
  readonly joined: string | null
  readonly hashtag: string | null
}

export function spellingsOf(term: string): Spellings {
  const joined = term.replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, '')
  const several = /[\p{L}\p{N}][^\p{L}\p{M}\p{N}]+[\p{L}\p{N}]/u.test(term) && !/[#@]/.test(term)
  return { joined: joined === term ? null : joined, hashtag: several ? hashtagOf(term) : null }
}

const BARE = /^[#@]?[\p{L}\p{M}\p{N}_]+$/u
const OPERATOR = /^(and|or|not)$/i

// Leaves a single word as it is, and quotes phrases, operator names and anything with punctuation.
export function quoteTerm(term: string): string {
  return BARE.test(term) && !OPERATOR.test(term) ? term : `"${term}"`
}

// `gempa bumi` as a hashtag, without the `#`: `gempabumi`. Null when the term cannot be a hashtag.
export function hashtagOf(term: string): string | null {
  const tag = term
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, '')
  return tag.length <= HASHTAG_MAX && /\p{L}/u.test(tag) ? tag : null
}

const HASHTAG_MAX = 100
