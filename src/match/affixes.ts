// Affixed forms of an Indonesian word: `banjir` also occurs as `banjirnya`, `kebanjiran`, `membanjiri`. Matching is by whole words, so
// a term does not find them. Not every form exists; the caller keeps those that occur.
export function formsOf(term: string): string[] {
  const words = term.toLowerCase().split(' ')
  const last = words.at(-1) ?? ''
  if (!WORD.test(last)) return []
  if (words.length > 1) return ENCLITICS.map((suffix) => [...words.slice(0, -1), last + suffix].join(' '))
  const forms = new Set<string>()
  for (const stem of prefixed(last)) for (const suffix of SUFFIXES) forms.add(stem + suffix)
  forms.delete(last)
  return [...forms]
}

const WORD = /^[a-z]{4,}$/
const ENCLITICS = ['nya', 'ku', 'mu', 'lah', 'pun']
const SUFFIXES = ['', ...ENCLITICS, 'an', 'kan', 'i', 'annya', 'kannya', 'inya']
const PLAIN_PREFIXES = ['di', 'ke', 'ter', 'ber', 'se', 'per', 'memper', 'diper']

function prefixed(word: string): string[] {
  const nasal = nasalised(word)
  return [
    word,
    ...PLAIN_PREFIXES.map((prefix) => prefix + word),
    ...nasal.map((rest) => `me${rest}`),
    ...nasal.map((rest) => `pe${rest}`),
  ]
}

// What follows `me-` and `pe-`: the nasal depends on the first letter, which p, t, k and s lose.
function nasalised(word: string): string[] {
  const first = word.charAt(0)
  const rest = word.slice(1)
  if (first === 'p') return [`m${rest}`, `m${word}`]
  if (first === 't') return [`n${rest}`, `n${word}`]
  if (first === 'k') return [`ng${rest}`, `ng${word}`]
  if (first === 's') return [`ny${rest}`, `n${word}`]
  if ('bfv'.includes(first)) return [`m${word}`]
  if ('cdjz'.includes(first)) return [`n${word}`]
  if ('aeioughq'.includes(first)) return [`ng${word}`]
  return [word]
}
