import type { Analyser } from '../src/analyse/analyser.ts'
import { percent, table } from './card-tables.ts'
import type { Sample } from './data.ts'
import { isMixed, languageCode } from './languages.ts'

// Accuracy by set and language, with the most frequent errors.
export function identificationTable(analyser: Analyser, valid: readonly Sample[]): string {
  const groups = new Map<string, { right: number; total: number; wrong: Map<string, number> }>()
  for (const sample of valid.filter(({ language }) => !isMixed(language))) {
    const key = `${sample.set.name} ${sample.language}`
    const group = groups.get(key) ?? { right: 0, total: 0, wrong: new Map<string, number>() }
    groups.set(key, group)
    group.total++
    const predicted = analyser.language(sample.text)
    if (predicted === languageCode(sample.language)) group.right++
    else group.wrong.set(predicted, (group.wrong.get(predicted) ?? 0) + 1)
  }
  return table(
    ['set, language', 'texts', 'accuracy', 'mistaken for'],
    [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, { right, total, wrong }]) => [key, total, percent(right / total), mostFrequent(wrong)]),
  )
}

// Accuracy on the first words only, as an estimate for very short texts.
export function shortTable(analyser: Analyser, valid: readonly Sample[]): string {
  const samples = valid.filter(({ set, language }) => set.name === 'nusax' && !isMixed(language))
  const main = ['ind', 'eng', 'jav', 'sun']
  const share = (words: number, some: readonly Sample[]) => {
    const right = some.filter(({ text, language }) => {
      const short = text.split(/\s+/).slice(0, words).join(' ')
      return analyser.language(short) === languageCode(language)
    })
    return percent(right.length / some.length)
  }
  return table(
    ['words read', 'ind, eng, jav, sun', 'all twelve languages of NusaX'],
    [2, 4, 8, 16].map((words) => [
      words,
      share(
        words,
        samples.filter(({ language }) => main.includes(language)),
      ),
      share(words, samples),
    ]),
  )
}

// Code-mixed texts have no single correct label; this is what the model predicts.
export function mixedTable(analyser: Analyser, valid: readonly Sample[]): string {
  const groups = new Map<string, Map<string, number>>()
  for (const sample of valid.filter(({ language }) => isMixed(language))) {
    const counts = groups.get(sample.language) ?? new Map<string, number>()
    groups.set(sample.language, counts)
    const predicted = analyser.language(sample.text)
    counts.set(predicted, (counts.get(predicted) ?? 0) + 1)
  }
  return table(
    ['mixture', 'predictions'],
    [...groups].map(([mixture, counts]) => [mixture, mostFrequent(counts)]),
  )
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  const ordered = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return ordered
    .slice(0, 4)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ')
}
