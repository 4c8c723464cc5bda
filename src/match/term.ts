import { readWords, type Words } from '../text/words.ts'

// The ways a term can occur in a text, each as a sequence of keys (words.ts describes the readings).
//
// `timnas indonesia` occurs as those two words or as the hashtag; `jum'at` as `jum`, `at` or as `jumat`. A term written with a sign
// is found with that sign only: `#pemilu` is the hashtag and not the word, `@jokowi` the handle and not the name, as on the
// platforms themselves. Emoji in a term that has words count as punctuation; a term of nothing but emoji finds those emoji side by
// side. A term with neither words nor emoji can never be found: it has no pattern.
export function patternsOf(term: string): string[][] {
  const words = readWords(term)
  const gap = words.keys.indexOf('')
  if (gap === 0) return [readPath(words, 1, words.keys.length, 'written')]
  const end = gap < 0 ? words.keys.length : gap
  if (end === 0) return []
  const written = readPath(words, 0, end, 'written')
  const patterns = [written]
  const joined = readPath(words, 0, end, 'joined')
  if (joined.length < written.length) patterns.push(joined)
  if (end > 1 && !hasSign(words)) patterns.push([`#${words.keys.slice(0, end).join('')}`])
  return patterns
}

function readPath(words: Words, start: number, end: number, mode: 'written' | 'joined'): string[] {
  const keys: string[] = []
  for (let position = start; position < end; ) {
    const readings = words.readings?.get(position) ?? []
    const reading =
      readings.find(({ kind }) => kind === 'sign') ??
      readings.find(({ kind }) => kind === 'glued' && position > start) ??
      readings.find(({ kind }) => kind === 'joined' && mode === 'joined')
    keys.push(reading?.key ?? words.keys[position] ?? '')
    position = reading?.next ?? position + 1
  }
  return keys
}

function hasSign(words: Words): boolean {
  for (const readings of words.readings?.values() ?? []) if (readings.some(({ kind }) => kind === 'sign')) return true
  return false
}
