// How the local platforms find words in a text. On purpose not the project's own matcher: a mistake in one of them shows.

export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}_]+/u)
    .filter((word) => word !== '')
}

// Whether the words of a phrase stand next to each other. A phrase without words is looked for as it is.
export function hasPhrase(text: string, phrase: string): boolean {
  const words = wordsOf(phrase)
  if (words.length === 0) return phrase.trim() !== '' && text.includes(phrase.trim())
  return ` ${wordsOf(text).join(' ')} `.includes(` ${words.join(' ')} `)
}
