// How the test servers find words in a text. Deliberately not the project's own matcher, so that a bug in either shows.

export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}_]+/u)
    .filter((word) => word !== '')
}

// Whether the words of a phrase are adjacent. A phrase without words is searched verbatim.
export function hasPhrase(text: string, phrase: string): boolean {
  const words = wordsOf(phrase)
  if (words.length === 0) return phrase.trim() !== '' && text.includes(phrase.trim())
  return ` ${wordsOf(text).join(' ')} `.includes(` ${words.join(' ')} `)
}
